/** Arguments of the operations on bookmarks. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `addBookmark`. Add one link to the bookmarks at the top of a channel. Adding an equal one again makes a second. */
export interface AddBookmarkInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Its title. */
  readonly title: string;
  /** The address, beginning with https:// or http://. */
  readonly link: string;
  /** Name of the emoji without colons, such as thumbsup or thumbsup::skin-tone-3. */
  readonly emoji?: string;
}

/** Arguments of `editBookmark`. Replace title, link or emoji of one bookmark of a channel. */
export interface EditBookmarkInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** The id of the bookmark, such as Bk0123456789; slack_list_bookmarks gives ids. */
  readonly bookmarkId: string;
  /** Its new title. */
  readonly title?: string;
  /** The address, beginning with https:// or http://. */
  readonly link?: string;
  /** Name of the emoji without colons, such as thumbsup or thumbsup::skin-tone-3. */
  readonly emoji?: string;
}

/** Arguments of `removeBookmark`. Delete one bookmark of a channel for everybody. */
export interface RemoveBookmarkInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** The id of the bookmark, such as Bk0123456789; slack_list_bookmarks gives ids. */
  readonly bookmarkId: string;
}

/** Arguments of `listBookmarks`. List the bookmarks at the top of one channel. */
export interface ListBookmarksInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
}
