/** Effect classes: what a repeat of a call may do to the world. Decided once, when a tool is defined; nothing downstream may loosen it. */

/** `read` changes nothing; `idempotent_write` may be repeated with the same key; the other two get one attempt. */
export type EffectClass = "read" | "idempotent_write" | "non_idempotent_write" | "unclassified";

/** The two classes whose operation is entered once, ever. */
export function isSingleAttempt(effect: EffectClass): boolean {
  return effect === "non_idempotent_write" || effect === "unclassified";
}

/** The classes that change something for certain, as opposed to those that may. */
export function isDeclaredWrite(effect: EffectClass): boolean {
  return effect === "idempotent_write" || effect === "non_idempotent_write";
}
