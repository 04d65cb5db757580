/** The sizes that a manifest may not exceed. They keep a hostile file from costing more than its reading. */

export const limits: {
  readonly bytes: number;
  readonly depth: number;
  readonly aliases: number;
  readonly nodes: number;
} = {
  /** Bytes of a file. */
  bytes: 1024 * 1024,
  /** Maps and lists inside each other. */
  depth: 64,
  /** Uses of YAML aliases. */
  aliases: 1000,
  /** Nodes, counting an aliased node once for each use. */
  nodes: 200_000,
};

/**
 * A cheap upper estimate of depth, taken from the text alone. The YAML parser is recursive and a text of two
 * kilobytes can end the process, so texts over this are refused before it sees them. It is well above `depth`
 * because brackets inside plain text count too.
 */
export const estimatedDepthLimit = 200;
