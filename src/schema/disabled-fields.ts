/**
 * Fields of stored objects whose feature gate is off. The API server drops them before validation, unless the stored
 * object already has a field with the same gate.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { startsWithPath } from "../diagnostic/path.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { type VisitField, visitFields } from "./decode.ts";
import type { FieldSchema } from "./decode-schema.ts";

export interface DisabledField {
  readonly path: FieldPath;
  /** The feature gate that is off. */
  readonly gate: string;
  /** Whether the value is an empty list or map, which counts as absent. */
  readonly isEmpty: boolean;
}

/** Returns the gate that disables a field; undefined if the field stays. */
export type GateOf = (field: FieldSchema, value: unknown) => string | undefined;

/** Finds disabled fields. @param stored - the object before the update; read only if a gate is off */
export function createGateLookup(schema: FieldSchema, isEnabled: (gate: string) => boolean, stored: unknown): GateOf {
  let inUse: ReadonlySet<string> | undefined;
  return (field, value) => {
    const gates = field["x-gate"];
    if (gates === undefined || value === null || !hasGatedPart(field, value)) return undefined;
    const off = gates.split(",").find((gate) => !isEnabled(gate));
    if (off === undefined) return undefined;
    inUse ??= gatesUsedBy(stored, schema);
    return inUse.has(gates) ? undefined : off;
  };
}

/** Whether the value contains the part that depends on the gate. Empty strings do not count. */
function hasGatedPart({ "x-gate-part": part }: FieldSchema, value: unknown): boolean {
  return part === undefined || (isPlainObject(value) && (memberOf(value, part) ?? "") !== "");
}

function gatesUsedBy(stored: unknown, schema: FieldSchema): ReadonlySet<string> {
  const gates = new Set<string>();
  if (stored === undefined) return gates;
  const visit: VisitField = (_path, field) => {
    if (field["x-gate"]) gates.add(field["x-gate"]);
    return "keep";
  };
  visitFields(stored, schema, visit);
  return gates;
}

/** Returns the outermost disabled fields of an object. */
function disabledFields(value: unknown, schema: FieldSchema, gateOf: GateOf): readonly DisabledField[] {
  const disabled: DisabledField[] = [];
  visitFields(value, schema, (path, field, held) => {
    const gate = gateOf(field, held);
    // A field is visited before those inside it.
    const outer = disabled.at(-1)?.path;
    const isInside = outer !== undefined && startsWithPath(path, outer);
    if (gate !== undefined && !isInside)
      disabled.push({ path: [...path], gate, isEmpty: isWithoutEntries(held, field) });
    return "keep";
  });
  return disabled;
}

const isWithoutEntries = (value: unknown, { properties }: FieldSchema): boolean =>
  Array.isArray(value)
    ? value.length === 0
    : isPlainObject(value) && properties === undefined && Object.keys(value).length === 0;

/** Removes disabled fields from an object and returns them. */
export function dropDisabledFields(object: object, schema: FieldSchema, gateOf: GateOf): readonly DisabledField[] {
  const disabled = disabledFields(object, schema, gateOf);
  for (const { path } of disabled) {
    const holder = path.slice(0, -1).reduce<unknown>((held, step) => Reflect.get(held as object, step), object);
    Reflect.deleteProperty(holder as object, path.at(-1) ?? "");
  }
  return disabled;
}

export function disabledMessage(gate: string): string {
  return `the API server drops this field: the feature gate ${gate} is off`;
}
