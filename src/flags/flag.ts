/**
 * Looks up the known flags of the components.
 *
 * @module
 */

import { reaches } from "../release/release.ts";
import { closest } from "../text/closest.ts";
import type { Component, FlagRow } from "./component.ts";
import { flagTable } from "./flag-table.ts";

export function flagRow(component: Component, name: string): FlagRow | undefined {
  const table: Readonly<Record<string, FlagRow>> = flagTable[component];
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Why a component has no flag with a name in a release. */
export interface AbsenceReason {
  readonly message: string;
  readonly help?: string;
}

export function explainAbsence(component: Component, name: string, target: string): AbsenceReason | undefined {
  const row = flagRow(component, name);
  const message = `${component} ${target} has no flag --${name}`;
  if (!row) {
    const meant = closest(name, flagNamesIn(component, target));
    return { message, ...(meant ? { help: `did you mean \`--${meant}\`?` } : {}) };
  }
  if (row.until && reaches(target, row.until)) return { message, help: `it was removed in ${row.until}` };
  if (row.since && !reaches(target, row.since)) return { message, help: `it exists since ${row.since}` };
  return undefined;
}

/** Returns the names of the flags of a component in a release. */
function flagNamesIn(component: Component, target: string): string[] {
  const table: Readonly<Record<string, FlagRow>> = flagTable[component];
  return Object.entries(table).flatMap(([name, { since, until }]) =>
    (until && reaches(target, until)) || (since && !reaches(target, since)) ? [] : [name],
  );
}
