/**
 * Indexes the prefixes of dotted names in an environment. The checker looks up every select `a.b.c` as one name first;
 * the index ends that look-up immediately if no declared name begins with `a.`.
 *
 * @module
 */
import type { Declarations } from "../types/environment.ts";

/** The prefixes of declared names: `a` and `a.b` for `a.b.c`. */
type NamePrefixes = ReadonlySet<string>;

const prefixesByTable = new WeakMap<object, NamePrefixes>();

/** Whether the full name of a variable, a constant or a type begins with `name` and a dot. */
export function hasNamesUnder(name: string, { variables, constants, objects }: Declarations): boolean {
  return prefixesIn(variables).has(name) || prefixesIn(constants).has(name) || prefixesIn(objects).has(name);
}

/** Whether the full name of a function begins with `name` and a dot. */
export function hasFunctionsUnder(name: string, { functions }: Declarations): boolean {
  return prefixesIn(functions).has(name);
}

/** Computes the prefixes once for each table, since environments share tables. */
function prefixesIn(table: ReadonlyMap<string, unknown>): NamePrefixes {
  let beginnings = prefixesByTable.get(table);
  if (beginnings === undefined) {
    beginnings = new Set([...table.keys()].flatMap(prefixesOf));
    prefixesByTable.set(table, beginnings);
  }
  return beginnings;
}

function prefixesOf(name: string): readonly string[] {
  const found: string[] = [];
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) found.push(name.slice(0, dot));
  return found;
}
