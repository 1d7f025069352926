/**
 * Objects in the forms in which Go holds and writes them. A non-pointer field cannot distinguish its zero value from
 * absence; a non-pointer struct is never absent; a field whose tag lacks `omitempty` is written even if it is empty.
 *
 * @module
 */
import { memberOf, setMember } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { canonicalBase64 } from "../text/base64.ts";
import { formatDuration, parseDuration } from "../text/duration.ts";
import {
  formatUtcMicros,
  formatUtcSeconds,
  type ParsedTimestamp,
  parseTimestamp,
  zeroTimeS,
} from "../text/timestamp.ts";
import { type FieldSchema, isAtomicList } from "./decode-schema.ts";
import { type Shape, shapeOf } from "./shape.ts";

interface Form {
  /** Whether to fill in zero values that Go writes. */
  readonly writesZeros: boolean;
  /** Which empty lists and maps differ from absent ones: all, those that Go writes, or none. */
  readonly keepsEmpty: "all" | "written" | "none";
  /** The form for items of an atomic list, if it differs. */
  readonly inAtomicList?: Form;
}

const storedForm: Form = { writesZeros: true, keepsEmpty: "none" };
const sentForm: Form = { writesZeros: true, keepsEmpty: "written" };
/** Items of an atomic list are compared as Go holds them in memory. */
const trackedForm: Form = { ...sentForm, inAtomicList: { writesZeros: true, keepsEmpty: "all" } };
const comparedForm: Form = { writesZeros: false, keepsEmpty: "none" };

/**
 * Returns a decoded object as the API server returns it after storing it. The result is a copy, but shares values of
 * any type, and lists and maps whose values have only one form, such as labels.
 */
export function storedValue<T>(value: T, schema: FieldSchema): T {
  return inForm(value, shapeOf(schema), storedForm) as T;
}

/** As `storedValue`, but before storing: empty lists and maps that Go always writes are not null yet. */
export function sentValue<T>(value: T, schema: FieldSchema): T {
  return inForm(value, shapeOf(schema), sentForm) as T;
}

/** As `sentValue`, for tracking field owners: items of atomic lists keep all their empty lists and maps. */
export function trackedValue<T>(value: T, schema: FieldSchema): T {
  return inForm(value, shapeOf(schema), trackedForm) as T;
}

/**
 * Returns a decoded object without values that Go cannot distinguish from absence, for `semanticEqual`. Shares values
 * as `storedValue` does.
 */
export function withoutZeros(value: unknown, schema: FieldSchema): unknown {
  return inForm(value, shapeOf(schema), comparedForm);
}

function inForm(value: unknown, shape: Shape, form: Form): unknown {
  switch (shape.of) {
    case "object":
      if (!isPlainObject(value)) return value;
      return shape.isStruct ? structInForm(value, shape, form) : mapInForm(value, shape, form);
    case "array":
      return Array.isArray(value) ? listInForm(value, shape, form) : value;
    case "string":
      return typeof value === "string" && shape.schema.format ? textInForm(value, shape.schema.format) : value;
    default:
      return value;
  }
}

function listInForm(list: readonly unknown[], { items, schema }: Shape, form: Form): readonly unknown[] {
  if (!hasSeveralForms(items)) return list;
  const { inAtomicList = form } = form;
  const itemForm = inAtomicList !== form && isAtomicList(schema) ? inAtomicList : form;
  return list.map((item) => inForm(item, items, itemForm));
}

/** Whether values of the shape can have several forms. */
const hasSeveralForms = (shape: Shape | undefined): shape is Shape =>
  shape?.of === "object" || shape?.of === "array" || (shape?.of === "string" && shape.schema.format !== undefined);

function mapInForm(
  map: Readonly<Record<string, unknown>>,
  { rest }: Shape,
  form: Form,
): Readonly<Record<string, unknown>> {
  if (!hasSeveralForms(rest)) return map;
  const copy: Record<string, unknown> = {};
  for (const name in map) {
    const value = inForm(map[name], rest, form);
    setMember(copy, name, rest.of === "array" && form.keepsEmpty === "none" && isEmptyList(value) ? null : value);
  }
  return copy;
}

/**
 * Whether a decoded object contains an empty list or map, which Go distinguishes from an absent one until the object is
 * stored.
 */
export const containsEmpty = (value: unknown, schema: FieldSchema): boolean => hasEmptyPart(value, shapeOf(schema));

function hasEmptyPart(value: unknown, shape: Shape): boolean {
  if (Array.isArray(value)) {
    const { items } = shape;
    return isEmptyList(value) || (hasSeveralForms(items) && value.some((item) => hasEmptyPart(item, items)));
  }
  if (!isPlainObject(value) || shape.of !== "object") return false;
  if (!shape.isStruct && isEmptyMap(value)) return true;
  return Object.entries(value).some(([name, part]) => {
    const field = shape.fields.get(name) ?? shape.rest;
    return hasSeveralForms(field) && hasEmptyPart(part, field);
  });
}

/**
 * Returns the object with the empty lists and maps that `given` has at these paths and that the object lacks; a copy if
 * it lacks any.
 */
export const restoreEmpties = <T extends object>(object: T, given: object, paths: readonly (readonly string[])[]): T =>
  paths.reduce((held, path) => withEmptyAt(held, given as Fields, path), object as Fields) as T;

type Fields = Readonly<Record<string, unknown>>;

function withEmptyAt(object: Fields, from: Fields, [name = "", ...below]: readonly string[]): Fields {
  const [held, given] = [memberOf(object, name), memberOf(from, name)];
  if (below.length === 0) return held === undefined && isEmpty(given) ? { ...object, [name]: given } : object;
  if (!isPlainObject(held) || !isPlainObject(given)) return object;
  const part = withEmptyAt(held, given, below);
  return part === held ? object : { ...object, [name]: part };
}

const isEmpty = (value: unknown): boolean => isEmptyList(value) || (isPlainObject(value) && isEmptyMap(value));

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function structInForm(struct: Readonly<Record<string, unknown>>, shape: Shape, form: Form): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in struct) {
    const field = shape.fields.get(name) ?? shape.rest;
    if (!field) continue;
    const value = inForm(struct[name], field, form);
    if (!isAbsent(value, field, form)) setMember(copy, name, value);
  }
  if (!form.writesZeros) return copy;
  for (const [name, field] of shape.alwaysWrittenFields)
    if (!Object.hasOwn(copy, name)) setMember(copy, name, zeroOf(field, form));
  return copy;
}

/** Whether the field is absent in the form. */
function isAbsent(value: unknown, shape: Shape, { writesZeros, keepsEmpty }: Form): boolean {
  if (value === undefined) return true;
  // For a pointer to the zero time, Go writes null.
  if (value === null) return !(shape.isPointer && shape.isTime) && shape.schema["x-null-is-value"] !== true;
  if (shape.isPointer || shape.of === "raw") return false;
  const isKept = keepsEmpty === "all" || (keepsEmpty === "written" && shape.isAlwaysWritten);
  if (Array.isArray(value)) return value.length === 0 && !isKept;
  if (typeof value === "object") {
    if (shape.isStruct && writesZeros) return false;
    return isEmptyMap(value) && !isKept;
  }
  // The field is an integer or a string. Its zero value is the integer 0, so an empty string is not absent.
  if (shape.of === "x-int-or-string") return value === 0;
  if (shape.of === "x-quantity") return value === "0";
  // Go distinguishes empty bytes from absent ones, even after storing.
  if (value === "" && shape.schema.format === "base64") return !(writesZeros && shape.isAlwaysWritten);
  return !value || (shape.schema.format === "go-duration" && value === zeroDuration);
}

function isEmptyMap(value: object): boolean {
  for (const _name in value) return false;
  return true;
}

const zeroDuration = "0s";

/** The value that Go writes for a field that was not set. */
export const zeroValue = (schema: FieldSchema): unknown => zeroOf(shapeOf(schema), sentForm);

function zeroOf(shape: Shape, form: Form): unknown {
  if (shape.isPointer) return null;
  switch (shape.of) {
    case "object":
      return shape.isStruct ? structInForm({}, shape, form) : null;
    case "string":
      return zeroText(shape.schema.format);
    case "boolean":
      return false;
    case "x-quantity":
      return "0";
    case "number":
    case "x-int":
    case "x-uint":
    case "x-int-or-string":
      return 0;
    default:
      return null;
  }
}

function zeroText(format: string | undefined): string | null {
  if (format === undefined) return "";
  return format === "go-duration" ? zeroDuration : null;
}

/** Returns a string as Go writes it after parsing it into another type; null for the zero time. */
function textInForm(text: string, format: string): string | null {
  switch (format) {
    case "rfc3339-time":
      return canonicalTimePattern.test(text) && text !== zeroTime ? text : timeInForm(text, formatUtcSeconds);
    case "rfc3339-micro-time":
      return timeInForm(text, formatUtcMicros);
    case "go-duration":
      return durationInForm(text);
    case "base64":
      return canonicalBase64(text);
    default:
      return text;
  }
}

const canonicalTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const zeroTime = "0001-01-01T00:00:00Z";

function timeInForm(text: string, format: (time: ParsedTimestamp) => string): string | null {
  const time = parseTimestamp(text);
  if (!time) return text;
  const isZero = time.seconds === zeroTimeS && time.nanos === 0;
  return isZero ? null : format(time);
}

function durationInForm(text: string): string {
  const nanos = parseDuration(text);
  return nanos.ok ? formatDuration(nanos.value) : text;
}
