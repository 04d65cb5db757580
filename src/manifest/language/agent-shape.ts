/** The shape of `agent`: how an operation is offered to agents. */
import type { ObjectShape } from "./shape.ts";
import { flag, line, text, toolName, whole } from "./text-shapes.ts";

export const agent: ObjectShape = {
  kind: "object",
  fields: {
    exposed: { shape: flag, default: false, doc: "Whether applications may offer it to agents." },
    name: { shape: toolName, doc: "The tool's name, instead of the derived one." },
    description: { shape: text("a description", 1024), doc: "What the model reads, instead of the description." },
    retry: {
      shape: {
        kind: "word",
        words: ["safe", "never"],
        aliases: { idempotent: "safe", unsafe: "never", none: "never" },
      },
      default: "never",
      doc: "Whether a write may be sent again: only with a mechanism under `idempotency`.",
    },
    approval: {
      shape: {
        kind: "word",
        words: ["recommended", "none"],
        aliases: { required: "recommended", always: "recommended", never: "none" },
      },
      default: "none",
      doc: "Whether a call waits for a person unless the application says otherwise.",
    },
    approvalReason: { shape: text("a reason", 1024), doc: "Why `approval: none` is right." },
    preview: {
      shape: line(200),
      doc: "What a person who approves reads first, beside the raw arguments; `{name}` stands for an input.",
    },
    maxResultBytes: { shape: whole(256, 4_194_304), default: 4096, doc: "Bytes of a result before it is cut." },
  },
};
