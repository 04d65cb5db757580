/** What a person is shown of a call: exactly what will run, with nothing hidden. */

import type { JsonObject } from "../core/json.ts";
import type { ConnectionReference } from "../core/tool.ts";
import { visible, visibleJson } from "../core/visible-text.ts";

/** A text of more characters is shown with its length; approvers fold it, its end stays reachable. */
export const longTextLength = 500;

/** Renders a call for a person: the tool, where it goes, an optional line of the connector, every argument. */
export function previewOf(
  tool: string,
  connection: ConnectionReference | undefined,
  args: JsonObject,
  template?: string,
): string {
  const where = connection === undefined ? "" : ` on ${visible(connection.connector)}/${visible(connection.name)}`;
  const summary = template === undefined ? [] : [fillTemplate(template, args)];
  const lines = Object.entries(args).map(([name, value]) => `  ${visible(name)}: ${shown(value)}`);
  return [`${visible(tool)}${where}`, ...summary, ...lines].join("\n");
}

/** Replaces `{name}` by the argument of that name. */
function fillTemplate(template: string, args: JsonObject): string {
  return template.replace(/\{([A-Za-z0-9_]+)\}/g, (whole, name: string) => {
    return Object.hasOwn(args, name) ? shown(args[name]) : whole;
  });
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const written = typeof value === "string" ? `"${visible(value)}"` : visibleJson(text);
  return text.length > longTextLength ? `(${String(text.length)} characters) ${written}` : written;
}
