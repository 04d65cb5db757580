/** Arguments of the operations on search. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `searchMessages`. Search the messages that the owner of the user token can read. Slack's search words such as in:, from: and before: work. */
export interface SearchMessagesInput {
  /** What to search for. */
  readonly query: string;
  /** Best first (score, the default) or newest first (timestamp). */
  readonly sort?: "score" | "timestamp";
  /** How many a page holds; 20 when absent. */
  readonly limit?: number;
  /** Which page, from 1. */
  readonly page?: number;
}
