/** The connector itself: the manifest and the code that performs its operations. */
import { defineConnector } from "../../src/connector.ts";
import { operations } from "./operations.ts";

export const slackConnector = defineConnector({
  manifest: new URL("./dex-connector.yaml", import.meta.url),
  operations,
});
