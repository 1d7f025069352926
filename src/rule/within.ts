/**
 * Rules of a part, as rules of the whole: a fragment's rules are written for the fragment and know no path above it.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import type { Finding, Rule } from "./rule.ts";

/** A part of an object and where it stands. */
export interface Part<U> {
  readonly path: FieldPath;
  readonly value: U;
}

/** The same rules, run on each part of the object. */
export function within<T, U>(rules: readonly Rule<U>[], parts: (object: T) => Iterable<Part<U>>): Rule<T>[] {
  const partsOf = lastResult((object: T) => [...parts(object)]);
  return rules.map((rule) => ({
    ...rule,
    check(object, context, report) {
      for (const { path, value } of partsOf(object)) {
        rule.check(value, context, (finding) => report(below(path, finding)));
      }
    },
  }));
}

/** Keeps the last result: rules run one after the other on the same object. */
function lastResult<T, R>(make: (object: T) => R): (object: T) => R {
  let last: { readonly object: T; readonly result: R } | undefined;
  return (object) => {
    if (last === undefined || last.object !== object) last = { object, result: make(object) };
    return last.result;
  };
}

/** The parts of a list field, present or not. */
export function eachItem<U>(path: FieldPath, items: readonly U[] | undefined): Part<U>[] {
  return (items ?? []).map((value, index) => ({ path: [...path, index], value }));
}

/** A finding with its paths moved below `base`. */
export function below<F extends Finding>(base: FieldPath, finding: F): F {
  if (base.length === 0) return finding;
  const moved = { ...finding, path: [...base, ...finding.path] };
  return finding.see ? { ...moved, see: { ...finding.see, path: [...base, ...finding.see.path] } } : moved;
}
