/** `schema`: the JSON Schema of the manifest language, for editors. */
import { languageSchema } from "../manifest/language/to-json-schema.ts";
import { defineCommand } from "./command.ts";
import { writeJson } from "./output.ts";

export const schema = defineCommand({
  name: "schema",
  summary: "Print the JSON Schema of the manifest language.",
  usage: "schema [--flavor draft-07]",
  flags: {
    format: { type: "string", choices: ["json"], description: "A schema is always JSON." },
    flavor: {
      type: "string",
      value: "FLAVOR",
      choices: ["2020-12", "draft-07"],
      description: "draft-07 for editors; 2020-12 by default.",
    },
  },
  examples: ["schema", "schema --flavor draft-07 > dex-connector.schema.json"],
  run: async ({ flags, stdout }) => {
    writeJson(stdout, languageSchema(flags.flavor ?? "2020-12"));
    return Promise.resolve(0);
  },
});
