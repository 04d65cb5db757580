/**
 * Holds the published package under a ceiling, so that a fixture or a bundle that slips into it is noticed at once.
 * Raising a number here is a decision that shows in review.
 */
import { execFileSync } from "node:child_process";

const MAX_PACKED_BYTES = 1_000_000;
const MAX_UNPACKED_BYTES = 3_500_000;
const FORBIDDEN = /(^|\/)(test|fixtures|node_modules)\/|(?<!\.d)\.ts$/;

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

function pack(): Packed {
  // Newer npm prints an object keyed by package name, older ones an array.
  const text = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { encoding: "utf8" });
  const [packed] = Object.values(JSON.parse(text) as Record<string, Packed>);
  if (packed === undefined) throw new Error("npm pack named no package");
  return packed;
}

const packed = pack();
const faults = packed.files
  .filter((file) => FORBIDDEN.test(file.path))
  .map((file) => `${file.path} must not be published`);
if (packed.size > MAX_PACKED_BYTES) faults.push(`packed ${packed.size} bytes, the ceiling is ${MAX_PACKED_BYTES}`);
if (packed.unpackedSize > MAX_UNPACKED_BYTES) {
  faults.push(`unpacked ${packed.unpackedSize} bytes, the ceiling is ${MAX_UNPACKED_BYTES}`);
}

for (const fault of faults) console.error(fault);
console.log(`${packed.files.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`);
process.exitCode = faults.length === 0 ? 0 : 1;
