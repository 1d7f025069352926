/**
 * Formats values as text for messages.
 *
 * @module
 */
import { formatDuration } from "../../text/duration.ts";
import { formatDouble } from "../../text/go-double.ts";
import { formatTimestamp } from "../../text/timestamp.ts";
import { runtimeTypeName } from "../types/format-type.ts";
import { CelMap, CelObject, Duration, Optional, Timestamp, TypeValue, Uint, type Value } from "../types/values.ts";
import { isList } from "./value-type.ts";

/** Formats a value briefly: strings without quotes, lists in brackets, maps in braces. */
export function formatValue(value: Value): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return value;
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      return formatDouble(value);
  }
  if (isList(value)) return `[${value.map(formatValue).join(", ")}]`;
  if (value instanceof CelMap) return formatMap(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value.nanos);
  if (value instanceof TypeValue) return runtimeTypeName(value.type);
  if (value instanceof Optional) {
    return value.value === undefined ? "optional.none()" : `optional(${formatValue(value.value)})`;
  }
  return value instanceof CelObject ? value.objectType : runtimeTypeName(value.celType);
}

function formatMap(map: CelMap): string {
  const entries = [...map.keys()].map((key) => `${formatValue(key)}: ${formatValue(map.get(key) ?? null)}`);
  return `{${entries.join(", ")}}`;
}
