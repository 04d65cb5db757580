/** The words that connect the Slack connector to a workspace on this machine. */
import type { Workspace } from "../../examples/main-job/workspace.ts";

export function workspaceFlags({ apiUrl }: Workspace): readonly string[] {
  return ["--config", `apiUrl=${apiUrl}`, "--credential", "botToken=env:SLACK_BOT_TOKEN", "--allow-loopback"];
}

export function workspaceEnv({ botToken }: Workspace): Readonly<Record<string, string>> {
  return { SLACK_BOT_TOKEN: botToken, USER: "ada" };
}
