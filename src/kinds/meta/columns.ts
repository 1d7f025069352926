/**
 * Table columns and cells that many kinds share.
 *
 * @module
 */
import type { Column } from "../../kind/kind.ts";
import { formatAge } from "../../text/age.ts";
import { parseTimestamp } from "../../text/timestamp.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import type { HasMetadata } from "./object-meta-rules.ts";

/** The text of a cell without content. */
export const noneCell = "<none>";

/** The cell of an unknown value. */
export const unknownCell = "<unknown>";

/** The cell of an optional setting that is not set. */
export const unsetCell = "<unset>";

/** @param type - `string` by default */
export function column<T>(
  name: string,
  description: string,
  value: (object: T, nowMs: number) => string | number | boolean,
  type: Column<T>["type"] = "string",
): Column<object> {
  return { name, type, description, value: value as Column<object>["value"] };
}

/** Returns a column that is shown only with `-o wide`. */
export const wideColumn = <T>(shown: Column<T>): Column<T> => ({ ...shown, priority: 1 });

export const nameColumn: Column<HasMetadata> = {
  name: "Name",
  type: "string",
  description: "Name of the object.",
  value: ({ metadata }) => metadata?.name ?? "",
};

export const ageColumn: Column<HasMetadata> = {
  name: "Age",
  type: "age",
  description: "Time since the object was created.",
  value: ({ metadata }) => metadata?.creationTimestamp ?? "",
};

/** Formats labels as `app=web,tier=front`, sorted by key. */
export function labelsCell(labels: Readonly<Record<string, string>> | undefined): string {
  const entries = Object.entries(labels ?? {}).sort(([a], [b]) => compareUtf8(a, b));
  return entries.map(([key, value]) => `${key}=${value}`).join(",") || noneCell;
}

/** Formats the time that has passed since a time. */
export function ageCell(time: string, nowMs: number): string {
  const since = parseTimestamp(time);
  return since ? formatAge(nowMs / 1000 - since.seconds) : unknownCell;
}

type Time = string | null | undefined;

/** Formats a duration, up to now if it has not ended; empty if it has not begun. */
export function durationCell(start: Time, end: Time, nowMs: number): string {
  const until = end ? parseTimestamp(end) : undefined;
  return !start ? "" : ageCell(start, until ? until.seconds * 1000 : nowMs);
}

const maxListed = 3;

/** Lists the first few items, and the number of further ones. */
export function listCell(items: readonly string[], none = noneCell): string {
  if (items.length === 0) return none;
  const text = items.slice(0, maxListed).join(",");
  return items.length > maxListed ? `${text} + ${items.length - maxListed} more...` : text;
}
