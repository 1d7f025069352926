/**
 * Which names of an environment have dots, told by their beginnings: a look-up of `a.b.c` as one name, which every select
 * calls for, is over at once where no declared name begins with `a.`.
 *
 * @module
 */
import type { Declarations } from "../types/environment.ts";

/** `a` and `a.b` for a declared name `a.b.c`. */
type Beginnings = ReadonlySet<string>;

const byTable = new WeakMap<object, Beginnings>();

/** Whether the full name of a variable, a constant or a type begins with `name` and a dot. */
export function hasNamesUnder(name: string, { variables, constants, objects }: Declarations): boolean {
  return beginningsIn(variables).has(name) || beginningsIn(constants).has(name) || beginningsIn(objects).has(name);
}

/** As `hasNamesUnder`, for functions. */
export function hasFunctionsUnder(name: string, { functions }: Declarations): boolean {
  return beginningsIn(functions).has(name);
}

/** Worked out once for each table, as environments share them. */
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
