/**
 * The Slack connector: its manifest, its connections, and the input schemas and types of its operations. Handlers stay
 * inside.
 */
import { slackConnector } from "./slack-connector.ts";

export * from "./input-schemas.ts";
export type * from "./inputs/bookmarks.ts";
export type * from "./inputs/channel-changes.ts";
export type * from "./inputs/channels.ts";
export type * from "./inputs/files.ts";
export type * from "./inputs/history.ts";
export type * from "./inputs/messages.ts";
export type * from "./inputs/pins.ts";
export type * from "./inputs/reactions.ts";
export type * from "./inputs/scheduled.ts";
export type * from "./inputs/search.ts";
export type * from "./inputs/users.ts";

/** The checked manifest: what each operation takes, gives, needs and promises. */
export const manifest: typeof slackConnector.manifest = slackConnector.manifest;

/** Makes a connection with values given in code; for one that is configured outside, see `newProjectConnection`. */
export const connect: typeof slackConnector.connect = slackConnector.connect;

/** Makes the connection of this name in a loaded project; closing the project ends its sockets. */
export const newProjectConnection: typeof slackConnector.newProjectConnection = slackConnector.newProjectConnection;
