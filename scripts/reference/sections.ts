/** The shapes of the manifest language → one section for each kind of map, with every place where it may stand. */
import { manifestShape } from "../../src/manifest/language/manifest-shape.ts";
import type { ByKeyShape, ByTagShape, Field, ObjectShape, Shape } from "../../src/manifest/language/shape.ts";

/** A shape that has keys of its own. */
export type KeyedShape = ObjectShape | ByTagShape | ByKeyShape;

export interface Section {
  readonly shape: KeyedShape;
  /** The place that names it; `*` stands for a name, `[]` for an item. The manifest itself is at the empty place. */
  readonly place: string;
  /** Further places, each said once for the map that it is in. */
  readonly alsoAt: readonly string[];
}

/** One key of a section. */
export interface Row {
  readonly key: string;
  readonly field: Field;
  /** Which maps have this key, such as "Only with `in: header`."; empty when all have it. */
  readonly where: string;
  /** It is one of several keys of which a map has one. */
  readonly isChoice: boolean;
}

interface Visit {
  readonly place: string;
  readonly parent: KeyedShape | undefined;
  readonly step: string;
  readonly order: number;
}

/** Every section: those of the manifest first, then those of an operation, each before what is inside it. */
export function manifestSections(): readonly Section[] {
  const visits = new Map<KeyedShape, Visit[]>();
  visit(manifestShape, { place: "", parent: undefined, step: "" }, visits);
  const sections = [...visits].map(([shape, all]) => {
    const [named, ...others] = eachParentOnce(all).toSorted((one, other) => rank(one) - rank(other));
    if (named === undefined) throw new Error("a shape is nowhere");
    return { shape, named, alsoAt: others.map(({ place }) => place) };
  });
  return sections
    .toSorted((one, other) => chapter(one.named) - chapter(other.named) || one.named.order - other.named.order)
    .map(({ shape, named, alsoAt }) => ({ shape, place: named.place, alsoAt }));
}

/** Whether a place belongs to an operation. */
export function isOfOperation(place: string): boolean {
  return place.startsWith(operation);
}

const operation = "operations.*";

function chapter({ place }: Visit): number {
  return isOfOperation(place) ? 1 : 0;
}

/** An operation's own place names a shape rather than `defaults`, and a short place rather than a long one. */
function rank({ place }: Visit): number {
  return place.length + (place.startsWith("defaults") ? 1000 : 0);
}

function eachParentOnce(visits: readonly Visit[]): readonly Visit[] {
  const shortest = new Map<KeyedShape | undefined, Map<string, Visit>>();
  for (const each of visits) {
    const steps = shortest.get(each.parent) ?? new Map<string, Visit>();
    shortest.set(each.parent, steps);
    const known = steps.get(each.step);
    if (known === undefined || rank(each) < rank(known)) steps.set(each.step, each);
  }
  return [...shortest.values()].flatMap((steps) => [...steps.values()]);
}

let visited = 0;

function visit(shape: Shape, at: Omit<Visit, "order">, visits: Map<KeyedShape, Visit[]>): void {
  const inside = (step: string): Omit<Visit, "order"> => ({ ...at, place: at.place + step, step: at.step + step });
  if (shape.kind === "list") visit(shape.item, inside("[]"), visits);
  else if (shape.kind === "map") visit(shape.value, inside(".*"), visits);
  else if (shape.kind === "byType") {
    for (const variant of [shape.text, shape.number, shape.map, shape.list]) {
      if (variant !== undefined) visit(variant, at, visits);
    }
  } else if (isKeyed(shape)) {
    const rows = rowsOf(shape);
    if (rows.length === 0) return;
    visited += 1;
    visits.set(shape, [...(visits.get(shape) ?? []), { ...at, order: visited }]);
    for (const { key, field } of rows) {
      const place = at.place === "" ? key : `${at.place}.${key}`;
      visit(field.shape, { place, parent: shape, step: `.${key}` }, visits);
    }
  }
}

export function isKeyed(shape: Shape): shape is KeyedShape {
  return shape.kind === "object" || shape.kind === "byTag" || shape.kind === "byKey";
}

/** The keys of a shape, those of its variants included; what all variants have comes last. */
export function rowsOf(shape: KeyedShape): readonly Row[] {
  if (shape.kind === "object") return fieldRows(shape.fields, "", []);
  const variants = variantsOf(shape);
  const all = variants.flatMap(({ object, where, choices }) => fieldRows(object.fields, where, choices));
  const isShared = ({ key, field }: Row): boolean => variants.every(({ object }) => isSame(object.fields[key], field));
  const shared = all.filter((row, index) => isShared(row) && all.findIndex(({ key }) => key === row.key) === index);
  return [...all.filter((row) => !isShared(row)), ...shared.map((row) => ({ ...row, where: "" }))];
}

function isSame(one: Field | undefined, other: Field): boolean {
  return one?.shape === other.shape && one.doc === other.doc;
}

interface Variant {
  readonly object: ObjectShape;
  readonly where: string;
  readonly choices: readonly string[];
}

function variantsOf(shape: ByTagShape | ByKeyShape): readonly Variant[] {
  const choices = Object.keys(shape.variants);
  const named = Object.entries(shape.variants).map(([name, object]): Variant => {
    if (shape.kind === "byKey") return { object, where: `Only with \`${name}\`.`, choices };
    return { object, where: `Only with \`${shape.tag}: ${name}\`.`, choices: [] };
  });
  const otherwise = shape.kind === "byKey" ? shape.otherwise : undefined;
  if (otherwise === undefined) return named;
  return [
    ...named,
    { object: otherwise, where: `Not with ${choices.map((name) => `\`${name}\``).join(", ")}.`, choices },
  ];
}

function fieldRows(fields: ObjectShape["fields"], where: string, choices: readonly string[]): readonly Row[] {
  return Object.entries(fields).map(([key, field]) => {
    const isChoice = choices.includes(key);
    return { key, field, where: isChoice ? "" : where, isChoice };
  });
}
