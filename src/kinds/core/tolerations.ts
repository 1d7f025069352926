/**
 * Removes tolerations that others make redundant.
 *
 * @module
 */
import type { Toleration } from "../../api/types/core-v1.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";

/** Returns the tolerations that no other one covers; the first of equal ones. */
export function mergeTolerations(all: readonly Toleration[]): Toleration[] {
  return all.filter((each, at) =>
    all.every((other, index) => {
      if (index === at || !covers(other, each)) return true;
      return index > at && semanticEqual(other, each);
    }),
  );
}

/** Whether `wide` tolerates everything that `narrow` does. */
export function covers(wide: Toleration, narrow: Toleration): boolean {
  if (semanticEqual(wide, narrow)) return true;
  const isAnyKey = !wide.key && wide.operator === "Exists";
  if (narrow.key !== wide.key && !isAnyKey) return false;
  if (wide.effect && narrow.effect !== wide.effect) return false;
  if (wide.effect === "NoExecute" && wide.tolerationSeconds !== undefined) {
    if (narrow.tolerationSeconds === undefined || narrow.tolerationSeconds > wide.tolerationSeconds) return false;
  }
  if (wide.operator === "Exists") return true;
  return (!wide.operator || wide.operator === "Equal") && narrow.operator === "Equal" && narrow.value === wide.value;
}
