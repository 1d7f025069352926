/**
 * Objects as Go holds and writes them. A field that is no pointer cannot tell its zero value from absence; a struct that is
 * no pointer is never absent; a field whose tag has no `omitempty` is written even when it is empty.
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
  /** Whether zero values are filled in where Go writes them. */
  readonly isWritten: boolean;
  /** Whether empty lists and maps differ from absent ones: all of them, or where Go writes them. */
  readonly keepsEmpty: "all" | "written" | "none";
  /** The form of items of a list with one owner, where it is another. */
  readonly inAtomicList?: Form;
}

const storedForm: Form = { isWritten: true, keepsEmpty: "none" };
const sentForm: Form = { isWritten: true, keepsEmpty: "written" };
/** Items of a list with one owner are compared as Go holds them. */
const trackedForm: Form = { ...sentForm, inAtomicList: { isWritten: true, keepsEmpty: "all" } };
const comparedForm: Form = { isWritten: false, keepsEmpty: "none" };

/**
 * A decoded object as the API server answers with it, once it was stored. A copy, except for values of any type, and for maps
 * and lists of values that have only one form, such as labels.
 */
export function storedValue(value: unknown, schema: FieldSchema): unknown {
  return inForm(value, shapeOf(schema), storedForm);
}

/** As `storedValue`, before the object is stored: empty lists and maps that are always written are not yet null. */
export function sentValue(value: unknown, schema: FieldSchema): unknown {
  return inForm(value, shapeOf(schema), sentForm);
}

/** As `sentValue`, for who owns what: items of a list with one owner have all their empty lists and maps. */
export function trackedValue(value: unknown, schema: FieldSchema): unknown {
  return inForm(value, shapeOf(schema), trackedForm);
}

/** A decoded object without what Go cannot tell from absence, for `semanticEqual`; a copy as in `storedValue`. */
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
  if (!hasForms(items)) return list;
  const { inAtomicList = form } = form;
  const itemForm = inAtomicList !== form && isAtomicList(schema) ? inAtomicList : form;
  return list.map((item) => inForm(item, items, itemForm));
}

/** Whether values of the shape can be written in several ways. */
const hasForms = (shape: Shape | undefined): shape is Shape =>
  shape?.of === "object" || shape?.of === "array" || (shape?.of === "string" && shape.schema.format !== undefined);

function mapInForm(
  map: Readonly<Record<string, unknown>>,
  { rest }: Shape,
  form: Form,
): Readonly<Record<string, unknown>> {
  if (!hasForms(rest)) return map;
  const copy: Record<string, unknown> = {};
  for (const name in map) {
    const value = inForm(map[name], rest, form);
    setMember(copy, name, rest.of === "array" && form.keepsEmpty === "none" && isEmptyList(value) ? null : value);
  }
  return copy;
}

/** Whether a decoded object holds a list or map without items, which Go tells from an absent one until the object is stored. */
export const holdsEmpty = (value: unknown, schema: FieldSchema): boolean => isEmptyWithin(value, shapeOf(schema));

function isEmptyWithin(value: unknown, shape: Shape): boolean {
  if (Array.isArray(value)) {
    const { items } = shape;
    return isEmptyList(value) || (hasForms(items) && value.some((item) => isEmptyWithin(item, items)));
  }
  if (!isPlainObject(value) || shape.of !== "object") return false;
  if (!shape.isStruct && isEmptyMap(value)) return true;
  return Object.entries(value).some(([name, part]) => {
    const field = shape.fields.get(name) ?? shape.rest;
    return hasForms(field) && isEmptyWithin(part, field);
  });
}

/** The object with the empty lists and maps that `given` has at these paths and the object lacks; a copy where it lacks any. */
export const withEmpties = <T extends object>(object: T, given: object, paths: readonly (readonly string[])[]): T =>
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
  if (!form.isWritten) return copy;
  for (const [name, field] of shape.written) if (!Object.hasOwn(copy, name)) setMember(copy, name, zeroOf(field, form));
  return copy;
}

/** Whether Go has nothing in the field. */
function isAbsent(value: unknown, shape: Shape, { isWritten, keepsEmpty }: Form): boolean {
  if (value === undefined) return true;
  // Go writes null for a pointer to the zero time.
  if (value === null) return !(shape.isPointer && shape.isTime) && shape.schema["x-null-is-value"] !== true;
  if (shape.isPointer || shape.of === "raw") return false;
  const isKept = keepsEmpty === "all" || (keepsEmpty === "written" && shape.isAlwaysWritten);
  if (Array.isArray(value)) return value.length === 0 && !isKept;
  if (typeof value === "object") {
    if (shape.isStruct && isWritten) return false;
    return isEmptyMap(value) && !isKept;
  }
  // Text is one of the two things that such a field can be, also when it is empty.
  if (shape.of === "x-int-or-string") return value === 0;
  if (shape.of === "x-quantity") return value === "0";
  // Go tells bytes of length 0 from none, also once they are stored.
  if (value === "" && shape.schema.format === "base64") return !(isWritten && shape.isAlwaysWritten);
  return !value || (shape.schema.format === "go-duration" && value === zeroDuration);
}

function isEmptyMap(value: object): boolean {
  for (const _name in value) return false;
  return true;
}

const zeroDuration = "0s";

/** The value that Go writes where nothing was set. */
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

/** Text that Go reads into a type of its own, and writes in that type's one form; null for the zero time. */
function textInForm(text: string, format: string): string | null {
  switch (format) {
    case "rfc3339-time":
      return usualTime.test(text) && text !== zeroTime ? text : timeInForm(text, formatUtcSeconds);
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

const usualTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
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
