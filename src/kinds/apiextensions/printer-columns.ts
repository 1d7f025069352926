/**
 * The table columns of a custom resource, as its definition specifies them.
 *
 * @module
 */
import type { CustomResourceColumnDefinition } from "../../api/types/apiextensions-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import type { Column } from "../../kind/kind.ts";
import { formatAge } from "../../text/age.ts";
import { parseTimestamp } from "../../text/timestamp.ts";
import { nameColumn } from "../meta/columns.ts";
import { type FindValues, parseJsonPath } from "./json-path.ts";

type ColumnDefinition = CustomResourceColumnDefinition;

const ageDefinition: ColumnDefinition = {
  name: "Age",
  type: "date",
  jsonPath: ".metadata.creationTimestamp",
  description: "Time since the object was created.",
};

/**
 * Returns the table columns of a custom resource.
 *
 * @param definitions - if empty, or if any of them is invalid, the table has only the name and the age
 */
export function printerColumns(definitions: readonly ColumnDefinition[]): readonly Column<object>[] {
  const columns = definitions.map(printerColumn);
  const isSound = definitions.length > 0 && columns.every((column) => column !== undefined);
  const shown = isSound ? columns : [printerColumn(ageDefinition)];
  return [nameColumn as Column<object>, ...shown.flatMap((column) => column ?? [])];
}

const columnTypes = ["string", "integer", "number", "boolean", "date"] as const;

/** Returns undefined if the type or the path is invalid. */
function printerColumn(definition: ColumnDefinition): Column<object> | undefined {
  const { name = "", type: given, format, description = "", priority = 0, jsonPath = "" } = definition;
  const type = columnTypes.find((each) => each === given);
  const find = parseJsonPath(jsonPath);
  if (!type || !find.ok) return undefined;
  return {
    name,
    type,
    description,
    priority,
    ...(format ? { format } : {}),
    value: (object, nowMs) => cellOf(type, find.value, object, nowMs),
  };
}

type Cell = string | number | boolean | null;

function cellOf(type: (typeof columnTypes)[number], find: FindValues, object: object, nowMs: number): Cell {
  const found = find(object);
  if (found.length === 0) return null;
  const [value] = found;
  switch (type) {
    case "string":
      return textCell(value);
    case "integer":
      return typeof value === "number" ? Math.trunc(value) : typeof value === "bigint" ? Number(value) : null;
    case "number":
      return typeof value === "number" ? value : typeof value === "bigint" ? Number(value) : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? dateCell(value, nowMs) : null;
  }
}

function textCell(value: unknown): string {
  if (value === null || value === undefined) return "<no value>";
  return typeof value === "object" ? formatJson(value) : String(value);
}

function dateCell(time: string, nowMs: number): string {
  if (time === "" || time === "null") return "<unknown>";
  const since = parseTimestamp(time);
  return since ? formatAge(nowMs / 1000 - since.seconds) : "<invalid>";
}
