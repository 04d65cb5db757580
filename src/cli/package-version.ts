/** The version of this package, as its own package.json states it. */
import { readFileSync } from "node:fs";

/** Sources and build lie at different depths below package.json. */
export function packageVersion(): string {
  for (const up of ["../../package.json", "../../../package.json"]) {
    const found = readPackage(new URL(up, import.meta.url));
    if (found?.name === "dex-connectors") return found.version;
  }
  throw new Error("package.json is missing beside the program");
}

function readPackage(url: URL): { readonly name: string; readonly version: string } | undefined {
  try {
    return JSON.parse(readFileSync(url, "utf8")) as { readonly name: string; readonly version: string };
  } catch {
    // Not at this depth; the caller reports when it is nowhere.
    return undefined;
  }
}
