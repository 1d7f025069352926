/**
 * Formats types for messages.
 *
 * @module
 */
import type { CelType } from "./types.ts";

/**
 * Formats a type as declarations write it: `list(string)`, `map(string, any)`, `optional_type(int)`, `wrapper(int)`,
 * `net.IP`.
 */
export function formatType(type: CelType): string {
  switch (type.kind) {
    case "list":
      return `list(${formatType(type.element)})`;
    case "map":
      return `map(${formatType(type.key)}, ${formatType(type.value)})`;
    case "opaque":
      return type.params.length === 0 ? type.name : `${type.name}(${formatTypes(type.params)})`;
    case "object":
    case "param":
      return type.name;
    case "wrapper":
      return `wrapper(${formatType(type.of)})`;
    case "type":
      return type.of === undefined ? "type" : `type(${formatType(type.of)})`;
    case "error":
      return "!error!";
    default:
      return type.kind;
  }
}

/** Formats several types, separated by commas. */
export function formatTypes(types: readonly CelType[]): string {
  return types.map(formatType).join(", ");
}

/** Returns the run-time name of a type, without parameters: the result of `string(type(x))`. */
export function runtimeTypeName(type: CelType): string {
  switch (type.kind) {
    case "null":
      return "null_type";
    case "any":
      return "google.protobuf.Any";
    case "timestamp":
      return "google.protobuf.Timestamp";
    case "duration":
      return "google.protobuf.Duration";
    case "opaque":
    case "object":
    case "param":
      return type.name;
    case "wrapper":
      return runtimeTypeName(type.of);
    default:
      return type.kind;
  }
}
