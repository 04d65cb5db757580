/** Every fixture folder: what its bad file is told, and that its good file is told nothing. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadManifest } from "../../src/manifest/load-manifest.ts";

const root = new URL("../fixtures/manifests/", import.meta.url);

/** Name of the folder → the rules that its bad file breaks, in the order of the text. */
const expected: Readonly<Record<string, readonly string[]>> = {
  "complete-json": [],
  "complete-read": [],
  "complete-write": [],
  "DC0001-unused-suppression": ["DC0001"],
  "DC0002-suppression-reason": ["DC0002", "DC3006"],
  "DC1001-json-comma": ["DC1001"],
  "DC1001-missing-anchor": ["DC1001"],
  "DC1001-needs-quotes": ["DC1001"],
  "DC1001-unclosed-quote": ["DC1001"],
  "DC1002-duplicate-key": ["DC1002"],
  "DC1002-json": ["DC1002"],
  "DC1002-quoted-and-plain": ["DC1002"],
  "DC1003-tab-indent": ["DC1003"],
  "DC1004-merge-key": ["DC1004"],
  "DC1005-directive": ["DC1005"],
  "DC1005-tag": ["DC1005"],
  "DC1006-only-comments": ["DC1006"],
  "DC1006-two-documents": ["DC1006"],
  "DC1008-alias-bomb": ["DC1008"],
  "DC1008-cyclic-alias": ["DC1008"],
  "DC1008-deep-brackets": ["DC1008"],
  "DC1008-deep-nesting": ["DC1008"],
  "DC1010-time-stamp": ["DC1010"],
  "DC1010-version": ["DC1010"],
  "DC1011-date": ["DC1011"],
  "DC1011-two-readings": ["DC1011"],
  "DC1013-reserved-key": ["DC1013"],
  "DC1014-bidirectional": ["DC1014"],
  "DC1014-hidden-in-key": ["DC1014"],
  "DC1014-zero-width": ["DC1014"],
  "DC1015-comma-split-text": ["DC1015"],
  "DC1016-comment": ["DC1016"],
  "DC1016-trailing-comma": ["DC1016"],
  "DC1017-byte-order-mark": ["DC1017"],
  "DC1017-crlf": ["DC1017"],
  "DC2001-answer-value-in-request": ["DC2001"],
  "DC2001-belongs-elsewhere": ["DC2001"],
  "DC2001-key-of-another-choice": ["DC2001"],
  "DC2001-lookup-pages": ["DC2001"],
  "DC2001-operator": ["DC2001"],
  "DC2001-slip": ["DC2001"],
  "DC2002-authorization": ["DC2002"],
  "DC2002-hosts": ["DC2002"],
  "DC2002-impact": ["DC2002"],
  "DC2003-duration": ["DC2003"],
  "DC2003-not-a-map": ["DC2003"],
  "DC2003-text-for-number": ["DC2003"],
  "DC2003-too-many-rules": ["DC2003"],
  "DC2004-bad-enum": ["DC2004"],
  "DC2005-neither": ["DC2005"],
  "DC2005-request-and-handler": ["DC2005"],
  "DC2005-two-operators": ["DC2005"],
  "DC2006-manifest-version": ["DC2006"],
  "DC2007-branch": ["DC2007"],
  "DC2007-input-pointer": ["DC2007"],
  "DC2007-preview": ["DC2007"],
  "DC2007-schema": ["DC2007"],
  "DC2008-own-lines": ["DC2008"],
  "DC2008-unused-input": ["DC2008"],
  "DC2008-unused-optional-input": ["DC2008"],
  "DC2008-unused-schema": ["DC2008"],
  "DC2008-unused-setting": ["DC2008"],
  "DC3001-operation-name": ["DC3001"],
  "DC3003-no-room": ["DC3003"],
  "DC3003-too-long": ["DC3003"],
  "DC3004-collision": ["DC3004"],
  "DC3005-exposed": ["DC3005"],
  "DC3006-weak": ["DC3006"],
  "DC3007-cyrillic": ["DC3007"],
  "DC3008-no-way-out": ["DC3008"],
  "DC4004-remote": ["DC4004"],
  "DC4005-circle": ["DC4005"],
  "DC5001-no-record": ["DC5001"],
  "DC6002-no-window": ["DC6002"],
  "DC6008-no-identity": ["DC6008"],
  "DC8001-foreign-host": ["DC8001"],
  "DC8001-only-suffix": ["DC8001"],
  "DC8007-secret-in-body": ["DC8007"],
  "DC8014-no-stop": ["DC8014"],
};

function codes(folder: string, kind: "bad" | "good"): readonly string[] | undefined {
  const name = readdirSync(new URL(`${folder}/`, root)).find((file) => file.startsWith(`${kind}.`));
  if (name === undefined) return undefined;
  const { findings } = loadManifest(readFileSync(new URL(`${folder}/${name}`, root)), { path: name });
  return findings.filter((finding) => finding.suppressed === undefined).map((finding) => finding.id);
}

describe("a fixture's bad file", () => {
  it.each(Object.entries(expected).filter(([, ids]) => ids.length > 0))("%s is told exactly %j", (folder, ids) => {
    expect(codes(folder, "bad")).toEqual(ids);
  });
});

describe("a fixture's good file", () => {
  it.each(Object.keys(expected))("%s is told nothing", (folder) => {
    expect(codes(folder, "good")).toEqual([]);
  });
});

describe("the list of fixtures", () => {
  it("names every folder of the room's first families", () => {
    const own = readdirSync(root).filter((name) => /^(?:complete-|DC[0-3])/.test(name));
    expect(Object.keys(expected)).toEqual(expect.arrayContaining(own));
  });
});
