/** `--format`: for a person, or one JSON value for a program. */

import type { FlagSpecs } from "./command.ts";

export const formatFlag = {
  format: { type: "string", choices: ["pretty", "json"], description: "For a person (default), or one JSON value." },
} as const satisfies FlagSpecs;
