/** Maps of the resolved manifest: objects without prototype, in the order of the source. */

/** Each entry of `source` through `convert`, under the same name. */
export function mapRecord<From, To>(
  source: Readonly<Record<string, From>> | undefined,
  convert: (entry: From, name: string) => To,
): Readonly<Record<string, To>> {
  const record = Object.create(null) as Record<string, To>;
  for (const [name, entry] of Object.entries(source ?? {})) record[name] = convert(entry, name);
  return record;
}
