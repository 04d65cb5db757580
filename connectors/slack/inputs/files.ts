/** Arguments of the operations on files. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `uploadFile`. Upload one text or small binary file and share it in a conversation or thread; everybody in it can read it. */
export interface UploadFileInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Name of the file with its ending, such as report.csv. */
  readonly filename: string;
  /** The file as text; give either this or contentBase64. */
  readonly content?: string;
  /** The bytes of the file in base64; give either this or content. */
  readonly contentBase64?: string;
  /** Title shown instead of the name. */
  readonly title?: string;
  /** What is to be seen on a picture, for those who do not see it. */
  readonly altText?: string;
  /** At most 4000 characters; send longer text as several messages or as a file (slack_upload_file). Nothing in it becomes a mention. */
  readonly comment?: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly threadTimestamp?: string;
}

/** Arguments of `listFiles`. List files that the app can see, newest first, page by page. */
export interface ListFilesInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId?: string;
  /** The id of the person, such as U0123456789; a name or address is not an id (slack_find_user_by_email finds it). */
  readonly userId?: string;
  /** Which kinds of files. */
  readonly types?: readonly ("spaces" | "snippets" | "images" | "gdocs" | "zips" | "pdfs" | "all")[];
  /** Only files made after this time, in seconds since 1970. */
  readonly createdAfter?: number;
  /** Only files made before this time, in seconds since 1970. */
  readonly createdBefore?: number;
  /** How many a page holds at most; Slack may give fewer although there are more. */
  readonly limit?: number;
  /** Which page, from 1. */
  readonly page?: number;
}

/** Arguments of `getFile`. Read name, type, size and link of one file and where it is shared. It does not give what is in the file. */
export interface GetFileInput {
  /** The id of the file, such as F0123456789; slack_list_files gives ids. */
  readonly fileId: string;
}
