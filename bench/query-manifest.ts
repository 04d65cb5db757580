/** A manifest of many queries with arguments of six members, as measurements of size use it. */

import type { Manifest } from "../src/core/manifest.ts";
import { trustManifest } from "../src/manifest/load-manifest.ts";

// oxlint-disable unicorn/no-thenable -- the language of manifests has a key "then"
/** A manifest of that many operations. */
export function manifestOf(count: number, id = "bench"): Manifest {
  const properties = Object.fromEntries(
    ["a", "b", "c", "d", "e", "f"].map((key) => [key, { type: "string", maxLength: 100 }]),
  );
  const operation = {
    kind: "query",
    authorization: "required",
    description: "Reads one thing.",
    input: { type: "object", additionalProperties: false, required: ["a"], properties },
    output: { type: "object", properties: { id: { type: "string" } } },
    branches: { found: { record: "succeeded", description: "The thing." } },
    agent: { exposed: true },
    request: { method: "GET", path: "/things" },
    classify: [{ when: { status: [200] }, then: { branch: "found", output: { id: { $body: "/id" } } } }],
  };
  return trustManifest({
    manifestVersion: 1,
    connector: { id, title: "Bench", description: "Many queries.", version: "1.0.0" },
    hosts: [{ config: "baseUrl" }],
    config: { baseUrl: { type: "url", required: true } },
    auth: { methods: { token: { type: "bearer", secrets: { token: { required: true } } } } },
    operations: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`getThing${String(index)}`, operation]),
    ),
  });
}
// oxlint-enable unicorn/no-thenable
