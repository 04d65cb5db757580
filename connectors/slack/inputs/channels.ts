/** Arguments of the operations on channels. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `listChannels`. List the conversations of the workspace page by page, with their ids. Public channels unless types asks for more. */
export interface ListChannelsInput {
  /** Which kinds of conversations; only public channels unless you ask for more. */
  readonly types?: readonly ("public_channel" | "private_channel" | "mpim" | "im")[];
  /** Leave archived channels out. */
  readonly excludeArchived?: boolean;
  /** Conversations in a page; 100 when absent. */
  readonly limit?: number;
  /** The nextCursor of the page before, to read the next page. */
  readonly cursor?: string;
}
