/**
 * The Slack connector: its manifest, its connections, and the input schemas of its operations. Handlers stay inside.
 */
import { defineConnector } from "../../src/connector.ts";
import { operations } from "./operations.ts";

const connector = defineConnector({
  manifest: new URL("./dex-connector.yaml", import.meta.url),
  operations,
});

/** The checked manifest: what each operation takes, gives, needs and promises. */
export const manifest = connector.manifest;

/** A connection with values given in code; for one that is configured outside, see `newProjectConnection`. */
export const connect = connector.connect;

/** The connection of this name in a loaded project. */
export const newProjectConnection = connector.newProjectConnection;
