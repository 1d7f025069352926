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
export function within<T, U>(rules: readonly Rule<U>[], parts: (object: T) => readonly Part<U>[]): Rule<T>[] {
  const visit = visitorOf(parts);
  return rules.map((rule) => ({
    ...rule,
    check(object, context, report) {
      visit(object, report).forEach((part) => {
        rule.check(part.value, context, part.report);
      });
    },
  }));
}

type Report = (finding: Finding) => void;

/** A part, and the report of what is found in it. */
interface PlacedPart<U> {
  readonly value: U;
  readonly report: Report;
}

type Visitor<T, U> = (object: T, report: Report) => readonly PlacedPart<U>[];

/** By the function that finds the parts, which knows their types. */
const visitors = new WeakMap<object, unknown>();

/** The same one for all rules that are about the same parts. */
function visitorOf<T, U>(parts: (object: T) => readonly Part<U>[]): Visitor<T, U> {
  const known = visitors.get(parts) as Visitor<T, U> | undefined;
  if (known) return known;
  const visitor = keepingLast(parts);
  visitors.set(parts, visitor);
  return visitor;
}

/** Keeps the parts that were looked at last: rules run one after the other on the same object, with the same report. */
function keepingLast<T, U>(parts: (object: T) => readonly Part<U>[]): Visitor<T, U> {
  let last: { readonly object: T; readonly report: Report; readonly found: readonly PlacedPart<U>[] } | undefined;
  return (object, report) => {
    if (last?.object === object && last.report === report) return last.found;
    const found = parts(object).map(({ path, value }) => ({
      value,
      report: (finding: Finding) => report(below(path, finding)),
    }));
    last = { object, report, found };
    return found;
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
