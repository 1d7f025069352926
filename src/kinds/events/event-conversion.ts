/**
 * Converts between events of events.k8s.io and of the core group, which are the same stored objects.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import type { Conversion } from "../../kind/kind.ts";

/** Pairs of field names: in events.k8s.io, and in the core group. */
const renamed: readonly (readonly [string, string])[] = [
  ["regarding", "involvedObject"],
  ["note", "message"],
  ["deprecatedSource", "source"],
  ["deprecatedFirstTimestamp", "firstTimestamp"],
  ["deprecatedLastTimestamp", "lastTimestamp"],
  ["deprecatedCount", "count"],
  ["reportingController", "reportingComponent"],
];

/** Field names of the core group by their names in events.k8s.io, if they differ. */
export const toStoredNames: ReadonlyMap<unknown, string> = new Map(renamed);
const fromStoredNames: ReadonlyMap<string, string> = new Map(renamed.map(([name, stored]) => [stored, name]));

const renameFields = (object: object, names: ReadonlyMap<unknown, string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value]));

/** Fields that the core group always has, and that events of events.k8s.io leave out if they are empty. */
const reporterFields: ReadonlySet<string> = new Set(["reportingController", "reportingInstance"]);

const withoutEmptyReporter = (event: object): object =>
  Object.fromEntries(Object.entries(event).filter(([name, value]) => value !== "" || !reporterFields.has(name)));

export const eventConversion: Conversion = {
  toStored: (object) => renameFields(object, toStoredNames),
  fromStored: (object) => withoutEmptyReporter(renameFields(object, fromStoredNames)),
};

const regarded = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"] as const;

/** Returns the selectable fields of an event of events.k8s.io. */
export function selectableEventFields(event: object): Readonly<Record<string, string>> {
  const { regarding, reason, reportingController, type } = event as Record<string, unknown>;
  const about = isPlainObject(regarding) ? regarding : {};
  return {
    ...Object.fromEntries(regarded.map((name) => [`regarding.${name}`, String(about[name] ?? "")])),
    reason: String(reason ?? ""),
    reportingController: String(reportingController ?? ""),
    type: String(type ?? ""),
  };
}
