/** `types`: TypeScript types of what operations take and give. */
import { manifestTypes, typePrefix } from "../manifest/types/manifest-types.ts";
import { exitCodes } from "./command-error.ts";
import { defineCommand } from "./command.ts";
import { openManifest } from "./connector-argument.ts";

export const types = defineCommand({
  name: "types",
  summary: "Print TypeScript types of inputs and outputs.",
  usage: "types <manifest…>",
  operands: { min: 1, max: Number.POSITIVE_INFINITY },
  flags: {},
  examples: ["types ./acme.connector.yaml > acme-types.ts", "types github slack"],
  async run({ args, stdout }) {
    const manifests = await Promise.all(args.map(openManifest));
    // One connector keeps its short names; those of several are told apart by their ids.
    const texts = manifests.map((manifest) =>
      manifestTypes(manifest, manifests.length > 1 ? typePrefix(manifest.connector.id) : ""),
    );
    stdout.write(texts.join("\n"));
    return exitCodes.fine;
  },
});
