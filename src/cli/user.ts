/** Who is at the command line, as records name them. */

import { userInfo } from "node:os";
import type { CommandContext, FlagSpecs } from "./command.ts";

export const decidedByFlag = {
  by: { type: "string", value: "NAME", description: "Who decides. Default: the user of the process." },
} as const satisfies FlagSpecs;

export function userOf(given: string | undefined, env: CommandContext["env"]): string {
  const { USER: user } = env;
  return given ?? (user === undefined || user === "" ? userInfo().username : user);
}
