/**
 * Indexes the prefixes of dotted names in an environment. The checker looks up every select `a.b.c` as one name first;
 * the index ends that look-up immediately if no declared name begins with `a.`.
 *
 * @module
 */
import type { Declarations } from "../types/environment.ts";

/** The prefixes of declared names: `a` and `a.b` for `a.b.c`. */
type Beginnings = ReadonlySet<string>;

const byTable = new WeakMap<object, Beginnings>();

/** Whether the full name of a variable, a constant or a type begins with `name` and a dot. */
export function hasNamesUnder(name: string, { variables, constants, objects }: Declarations): boolean {
  return beginningsIn(variables).has(name) || beginningsIn(constants).has(name) || beginningsIn(objects).has(name);
}

/** Whether the full name of a function begins with `name` and a dot. */
export function hasFunctionsUnder(name: string, { functions }: Declarations): boolean {
  return beginningsIn(functions).has(name);
}

/** Computes the prefixes once for each table, since environments share tables. */
function beginningsIn(table: ReadonlyMap<string, unknown>): Beginnings {
  let beginnings = byTable.get(table);
  if (beginnings === undefined) {
    beginnings = new Set([...table.keys()].flatMap(beginningsOf));
    byTable.set(table, beginnings);
  }
  return beginnings;
}

function beginningsOf(name: string): readonly string[] {
  const found: string[] = [];
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) found.push(name.slice(0, dot));
  return found;
}
