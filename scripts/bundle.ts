/**
 * Bundles the command: one file that is loaded at every start and one for each command beside it, minified. Loading a
 * hundred small modules costs more than checking a manifest does. Only the command is bundled; the faces that programs
 * import stay modules, so that a program shares them and its own bundler sees them.
 */
import { copyFileSync, rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { rolldown } from "rolldown";
import type { Plugin } from "rolldown";

const root = join(import.meta.dirname, "..");
const command = join("src", "cli");

/** What the parser of YAML becomes: a file that is loaded with the first text that needs it. */
const yamlFile = "yaml.cjs";

/** With their static imports. What a start or a check needs is then one file each; the rest falls into place by itself. */
const groups = [
  { name: "start", test: /[\\/]cli[\\/]main\.ts$/, priority: 2 },
  { name: "check", test: /[\\/](?:cli[\\/]validate|report[\\/]pretty-report)\.ts$/, priority: 1 },
];

/** Takes the place of the compiled command in `dist`; everything else there is left alone. */
export async function bundleCommand(dist: string): Promise<void> {
  const folder = join(dist, command);
  rmSync(folder, { recursive: true, force: true });
  await writeBundle(join(root, command, "main.ts"), folder);
  await writeYaml(join(folder, yamlFile));
}

async function writeBundle(input: string, folder: string): Promise<void> {
  const bundle = await rolldown({
    input,
    platform: "node",
    // Packages stay where the user's package manager put them.
    external: (id) => /^[^./]/.test(id) && !id.startsWith(root),
    plugins: [ownPlace, bundledYaml],
  });
  try {
    await bundle.write({
      dir: folder,
      format: "cjs",
      minify: true,
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name]-[hash].cjs",
      codeSplitting: { groups },
    });
  } finally {
    await bundle.close();
  }
}

/** The parser in one file, with its license beside it: sixty small ones take three times as long to load. */
async function writeYaml(file: string): Promise<void> {
  const bundle = await rolldown({ input: join(root, "node_modules", "yaml", "dist", "index.js"), platform: "node" });
  try {
    await bundle.write({ file, format: "cjs", minify: true });
  } finally {
    await bundle.close();
  }
  copyFileSync(join(root, "node_modules", "yaml", "LICENSE"), `${file}.LICENSE`);
}

/** A module that looks for a file beside itself goes on looking where its compiled form would be. */
const ownPlace: Plugin = {
  name: "own-place",
  transform(code, id) {
    if (!id.startsWith(root) || !code.includes("import.meta.url")) return null;
    const compiled = relative(command, relative(root, id)).split(sep).join("/").replace(/\.ts$/, ".js");
    return code.replaceAll("import.meta.url", `new URL(${JSON.stringify(compiled)}, import.meta.url).href`);
  },
};

const bundledYaml: Plugin = {
  name: "bundled-yaml",
  transform: {
    order: "pre",
    handler(code, id) {
      if (!id.endsWith(join("manifest", "read", "yaml-parser.ts"))) return null;
      const changed = code.replace(
        'createRequire(import.meta.url)("yaml")',
        `createRequire(import.meta.url)("../../cli/${yamlFile}")`,
      );
      if (changed === code) throw new Error(`${id} loads the parser in another way than the bundle expects`);
      return changed;
    },
  },
};
