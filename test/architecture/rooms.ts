/**
 * The table of rooms as data: what each may import from the repository, from npm, and whether it may use Node's own
 * modules. Knows nothing of files on disk. docs/decisions/0002-rooms.md says why.
 */

export interface Room {
  /** Other rooms, or `connector` for the face of connector authors. */
  readonly rooms: readonly string[];
  /** `any`, or the only modules of Node that are allowed. */
  readonly node: "any" | readonly string[];
  /** npm packages. */
  readonly packages: readonly string[];
  /** Whether each file or folder inside is a unit of its own that must not see its siblings. */
  readonly isSplit?: boolean;
  /** Units of a split room that their siblings build on. */
  readonly shared?: readonly string[];
}

const BELOW_FACES = ["core", "manifest", "http", "connect", "tools", "run", "engines", "approvers", "connections"];

export const ROOMS: Readonly<Record<string, Room>> = {
  core: { rooms: [], node: [], packages: [] },
  manifest: { rooms: ["core"], node: ["node:crypto", "node:fs", "node:module", "node:path"], packages: ["yaml"] },
  http: { rooms: ["core"], node: "any", packages: ["undici"] },
  connect: { rooms: ["core", "http"], node: "any", packages: [] },
  tools: { rooms: ["core"], node: [], packages: ["ajv"] },
  run: { rooms: ["core"], node: ["node:crypto"], packages: [] },
  engines: { rooms: ["core"], node: "any", packages: [], isSplit: true, shared: ["embedded"] },
  approvers: { rooms: ["core"], node: "any", packages: [], isSplit: true },
  connections: { rooms: ["core"], node: "any", packages: [] },
  adapters: { rooms: ["core", "run", "tools"], node: [], packages: [], isSplit: true, shared: ["schema-profile"] },
  testing: { rooms: [...BELOW_FACES, "connector"], node: "any", packages: [] },
  connectors: { rooms: ["connector"], node: "any", packages: ["@slack/web-api"], isSplit: true },
  cli: {
    rooms: [...BELOW_FACES, "connector", "adapters", "testing", "connectors", "faces"],
    node: "any",
    packages: [],
  },
  connector: { rooms: BELOW_FACES, node: "any", packages: [] },
  faces: { rooms: [...BELOW_FACES, "connector", "adapters", "testing", "connectors"], node: "any", packages: [] },
};

export interface Place {
  readonly room: string;
  /** The file or folder inside a split room, else the room itself. */
  readonly unit: string;
}

/** The room of a path relative to the root, such as `src/run/plan.ts`; undefined when no room has it. */
export function placeOf(path: string): Place | undefined {
  const [top, name = "", rest] = path.split("/");
  if (top === "connectors") return { room: "connectors", unit: name };
  if (top !== "src") return undefined;
  if (name === "connector.ts") return { room: "connector", unit: "connector" };
  if (rest === undefined) return { room: "faces", unit: name };
  const room = ROOMS[name];
  if (room === undefined) return undefined;
  return { room: name, unit: room.isSplit === true ? rest.replace(/\.ts$/, "") : name };
}
