/**
 * Columns and cells that tables of many kinds share.
 *
 * @module
 */
import type { Column } from "../../kind/kind.ts";
import { compareUtf8 } from "../../lexical/utf8.ts";
import type { HasMetadata } from "./object-meta-rules.ts";

/** What stands in a cell without content. */
export const noneCell = "<none>";

/** What stands where a value should be known and is not. */
export const unknownCell = "<unknown>";

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

/** `app=web,tier=front`, sorted by key. */
export function labelsCell(labels: Readonly<Record<string, string>> | undefined): string {
  const entries = Object.entries(labels ?? {}).sort(([a], [b]) => compareUtf8(a, b));
  return entries.map(([key, value]) => `${key}=${value}`).join(",") || noneCell;
}
