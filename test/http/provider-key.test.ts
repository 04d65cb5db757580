import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { providerKey, type KeySource } from "../../src/http/provider-key.ts";

const source: KeySource = {
  keyNamespace: "3f0d1c9e-0000-4000-8000-000000000001",
  connection: { connector: "acme", name: "main" },
  key: "session/turn/response.0",
};

describe("P2.1: the key a provider receives", () => {
  test("is a version 5 UUID, or so many digits as were declared", () => {
    expect(providerKey(source, "uuid", 36)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(providerKey(source, "hex", 20)).toMatch(/^[0-9a-f]{20}$/);
    expect(providerKey(source, "hex", 64)).toHaveLength(64);
  });

  test("stays what it was in every version: a call that is under way keeps its key across a deploy", () => {
    expect(providerKey(source, "uuid", 36)).toBe("90be9020-e61c-5e13-a8d1-cc159b58bcd8");
    expect(providerKey(source, "hex", 16)).toBe("2125d44297c87db2");
  });

  test("is another for another call, connection, connector or journal", () => {
    const keys = [
      source,
      { ...source, key: "session/turn/response.1" },
      { ...source, keyNamespace: "3f0d1c9e-0000-4000-8000-000000000002" },
      { ...source, connection: { connector: "acme", name: "other" } },
      { ...source, connection: { connector: "other", name: "main" } },
    ].map((each) => providerKey(each, "uuid", 36));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("keeps the parts apart whatever they hold", () => {
    const part = fc.string({ maxLength: 6 });
    fc.assert(
      fc.property(fc.tuple(part, part, part, part), fc.tuple(part, part, part, part), (one, other) => {
        const of = ([keyNamespace, connector, name, key]: typeof one): string =>
          providerKey({ keyNamespace, connection: { connector, name }, key }, "hex", 64);
        expect(of(one) === of(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});
