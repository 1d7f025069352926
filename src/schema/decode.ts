/**
 * A value as the component's reader holds it after decoding: nulls are gone, null list items are zero values, and what
 * does not fit its field is left out, so that rules and defaults see a sound object. The source value is not touched.
 * The same walk says what does not fit.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { cloneJson } from "../json/clone-json.ts";
import { setMember } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { encodeBase64 } from "../text/base64.ts";
import { byText } from "../text/by-text.ts";
import { formatQuantity, parseQuantity } from "../text/quantity.ts";
import { type FieldSchema, refusesNull } from "./decode-schema.ts";
import { formats } from "./formats.ts";
import { type Shape, shapeOf } from "./shape.ts";

/**
 * A field that not every release has, or not with every value or without a feature gate: an unknown name is refused whatever
 * its value. The answer `drop` leaves the field out, once the fields inside were visited too. The path is the walk's own; who
 * keeps it copies it.
 */
export type VisitField = (path: FieldPath, field: FieldSchema, value: unknown) => "keep" | "drop";

/** The faults of a value by its schema. */
export interface DecodeError {
  readonly fault: "type" | "format" | "enum" | "unknown-field";
  /** To the value at fault; of an unknown field to the map that has it. */
  readonly path: FieldPath;
  readonly value: unknown;
  /** The schema of the value. */
  readonly field: FieldSchema;
  /** Of the unknown field. */
  readonly name?: string;
}

/** Of each fault in a value so many are noted, unless the caller wants more or less. */
const maxErrorsOfFault = 1_000;

/** The decode errors, of each fault up to a number. */
class DecodeErrors {
  readonly noted: DecodeError[] = [];
  /** So many values are of a wrong type or form that the rest does not matter. */
  isFull = false;
  private readonly max: number;
  /** Absent while nothing is wrong, as in most values. */
  private counts: Map<"unfit" | DecodeError["fault"], number> | undefined;

  constructor(max: number) {
    this.max = max;
  }

  /** Counts a fault; true when it is to be noted. */
  takes(fault: DecodeError["fault"]): boolean {
    const counted = fault === "type" || fault === "format" ? "unfit" : fault;
    this.counts ??= new Map();
    const count = (this.counts.get(counted) ?? 0) + 1;
    this.counts.set(counted, count);
    if (counted === "unfit" && count >= this.max) this.isFull = true;
    return count <= this.max;
  }
}

/** A walk over a value. */
interface Walk {
  readonly path: (string | number)[];
  /** Takes what does not fit; without it nothing is checked. */
  readonly errors: DecodeErrors | undefined;
  readonly visit: VisitField | undefined;
  /** Only what does not fit is asked for. */
  readonly onlyChecks?: boolean;
  /** Values of any type are not copied. */
  readonly sharesRaw?: boolean;
  /** Null at a pointer to a time is the zero time, which Go writes so, and no absent value. */
  readonly keepsZeroTimes?: boolean;
}

/** Copies `value` by its schema, except for values of any type: to look at, or for a kind whose defaults set nothing in those. */
export function decode(value: unknown, schema: FieldSchema): unknown {
  return decodeRoot(value, schema, { path: [], errors: undefined, visit: undefined, sharesRaw: true });
}

/** As `decode`, of an object as the API server has stored it. */
export function decodeStoredValue(value: unknown, schema: FieldSchema): unknown {
  const walk = { path: [], errors: undefined, visit: undefined, sharesRaw: true, keepsZeroTimes: true };
  return decodeRoot(value, schema, walk);
}

/** The targets of a walk. */
export interface DecodeOptions {
  /** Sees each field that is present, null or not, and depends on the release. */
  readonly visit?: VisitField | undefined;
  /** Errors that are noted of each fault; default `maxErrorsOfFault`. */
  readonly maxOfFault?: number | undefined;
  /** Whether values of any type are not copied: nobody else has the value. Default false. */
  readonly sharesRaw?: boolean;
}

/** As `decode`, with what does not fit. */
export function decodeStrictly(
  value: unknown,
  schema: FieldSchema,
  { visit, maxOfFault = maxErrorsOfFault, sharesRaw = false }: DecodeOptions = {},
): { readonly object: unknown; readonly errors: readonly DecodeError[] } {
  const errors = new DecodeErrors(maxOfFault);
  return { object: decodeRoot(value, schema, { path: [], errors, visit, sharesRaw }), errors: errors.noted };
}

/**
 * The errors of the schema; `visit` can drop nothing. The walk ends with the last value of a wrong type or form that
 * is
 * noted, as no object comes of such a value.
 */
export function decodeErrorsOf(
  value: unknown,
  schema: FieldSchema,
  { visit, maxOfFault = maxErrorsOfFault }: DecodeOptions = {},
): readonly DecodeError[] {
  const errors = new DecodeErrors(maxOfFault);
  decodeAt(value, shapeOf(schema), { path: [], errors, visit, onlyChecks: true });
  return errors.noted;
}

/** Shows `visit` each field that is present and depends on the release; nothing is checked. */
export function visitFields(value: unknown, schema: FieldSchema, visit: VisitField): void {
  decodeAt(value, shapeOf(schema), { path: [], errors: undefined, visit, onlyChecks: true });
}

function decodeRoot(value: unknown, schema: FieldSchema, walk: Walk): unknown {
  const shape = shapeOf(schema);
  return decodeAt(value, shape, walk) ?? zeroOf(shape);
}

function decodeAt(value: unknown, shape: Shape, walk: Walk): unknown {
  // Nothing is asked of values but to be visited.
  if (walk.onlyChecks && !walk.errors && !shape.holdsConditional) return undefined;
  if (value === null) {
    if (refusesNull(shape.schema)) note(walk, "type", value, shape);
    const isZeroTime = walk.keepsZeroTimes && shape.isPointer && shape.isTime;
    return shape.schema["x-null-is-value"] || isZeroTime ? null : undefined;
  }
  switch (shape.of) {
    case "string":
      if (typeof value === "string") return shape.isOpenText ? value : decodeText(value, shape, walk);
      if (shape.schema.format === "base64" && areBytes(value)) return encodeBase64(Uint8Array.from(value, Number));
      break;
    case "object":
      if (isPlainObject(value)) return decodeObject(value, shape, walk);
      break;
    case "array":
      if (Array.isArray(value)) return decodeList(value, shape, walk);
      break;
    case "boolean":
      if (typeof value === "boolean") return value;
      break;
    case "number":
      if (isFloat(value, shape.schema)) return Number(value);
      break;
    case "x-int":
      if (isInt(value, shape.schema)) return value;
      break;
    case "x-uint":
      if (isUint32(value)) return value;
      break;
    case "x-int-or-string":
      if (typeof value === "string" || isInt32(value)) return value;
      break;
    case "x-duration-or-nanos":
      return decodeDuration(value, shape, walk);
    case "x-quantity":
      return decodeQuantity(value, shape, walk);
    case "raw":
      if (walk.onlyChecks) return undefined;
      return walk.sharesRaw ? value : cloneJson(value);
    default:
      return undefined;
  }
  note(walk, "type", value, shape);
  return undefined;
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

function isInt(value: unknown, schema: FieldSchema): boolean {
  if (typeof value === "bigint") return schema["x-int"] === 64 && value >= minInt64 && value <= maxInt64;
  const limit = schema["x-int"] === 32 ? 2 ** 31 : 2 ** 53;
  return typeof value === "number" && Number.isInteger(value) && value >= -limit && value < limit;
}

/** Whole numbers beyond 2^53 are read as bigints. */
function isFloat(value: unknown, { "x-float": bits }: FieldSchema): value is number | bigint {
  if (typeof value !== "number" && typeof value !== "bigint") return false;
  return bits !== 32 || Number.isFinite(Math.fround(Number(value)));
}

/** Go reads bytes also from a list of them, where null is 0. */
const areBytes = (value: unknown): value is readonly (number | null)[] =>
  Array.isArray(value) && value.every((item) => item === null || (isUint32(item) && item < 256));

function isInt32(value: unknown): boolean {
  return typeof value === "number" && (value | 0) === value;
}

function isUint32(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 32;
}

/** An empty string is the absent value, unless a pointer tells the two apart. */
function decodeText(value: string, shape: Shape, walk: Walk): string {
  const { format, "x-pointer": isPointer } = shape.schema;
  if (walk.errors === undefined) return value;
  if (format !== undefined && formats.get(format)?.(value) === false) note(walk, "format", value, shape);
  if ((value !== "" || isPointer) && isUnlisted(value, shape)) note(walk, "enum", value, shape);
  return value;
}

const isUnlisted = (value: string, { schema: { enum: values } }: Shape): boolean =>
  values !== undefined && !values.includes(value);

/** Text has the grammar of durations; a number counts nanoseconds, in 64 bits. */
function decodeDuration(value: unknown, shape: Shape, walk: Walk): unknown {
  if (typeof value === "string") {
    if (walk.errors && formats.get("go-duration")?.(value) === false) note(walk, "format", value, shape);
    return value;
  }
  if (isInt(value, { "x-int": 64 })) return value;
  note(walk, "type", value, shape);
  return undefined;
}

/** In canonical form; any number is a quantity, also one beyond 2^53, and text has a grammar. */
function decodeQuantity(value: unknown, shape: Shape, walk: Walk): string | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") {
    note(walk, "type", value, shape);
    return undefined;
  }
  const canonical = canonicalText(String(value).trim());
  if (canonical === undefined && typeof value === "string") note(walk, "format", value, shape);
  return canonical;
}

const canonicalText = byText((text) => {
  const result = parseQuantity(text);
  return result.ok ? formatQuantity(result.value) : undefined;
});

/** Most values are: nothing has to be known of where they are. */
const isTakenAsIs = (value: unknown, { plainType, takesInt }: Shape): boolean =>
  typeof value === plainType || (takesInt && isInt32(value));

const anything = shapeOf({ "x-raw": true });

function decodeList(value: readonly unknown[], shape: Shape, walk: Walk): unknown[] {
  const items = shape.items ?? anything;
  const { path } = walk;
  const decoded: unknown[] = [];
  for (let index = 0; index < value.length; index++) {
    if (isTakenAsIs(value[index], items)) {
      if (!walk.onlyChecks) decoded.push(value[index]);
      continue;
    }
    path.push(index);
    const given = value[index];
    const item = decodeAt(given, items, walk);
    // A field without a text is absent; an item is there, and one that is null is an empty text.
    if ((given === "" || given === null) && isUnlisted("", items)) note(walk, "enum", "", items);
    if (!walk.onlyChecks) decoded.push(item ?? zeroOf(items));
    else if (walk.errors?.isFull) return decoded;
    path.pop();
  }
  return decoded;
}

function decodeObject(value: Readonly<Record<string, unknown>>, shape: Shape, walk: Walk): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  const { fields, rest } = shape;
  const { path, errors, onlyChecks = false } = walk;
  for (const name in value) {
    const declared = fields.get(name);
    const field = declared ?? rest;
    const item = value[name];
    if (field !== undefined && isTakenAsIs(item, field)) {
      if (!onlyChecks) setMember(decoded, name, item);
      continue;
    }
    if (field === undefined) {
      if (shape.isClosed) note(walk, "unknown-field", item, shape, name);
      continue;
    }
    path.push(name);
    const isDropped = declared?.dependsOnRelease && walk.visit?.(path, declared.schema, item) === "drop";
    const read = item === undefined ? undefined : decodeAt(item, field, walk);
    const found = isDropped ? undefined : read;
    path.pop();
    if (onlyChecks && errors?.isFull) return decoded;
    if (onlyChecks) continue;
    const kept = found === undefined && !declared ? zeroOfMember(field) : found;
    if (kept !== undefined) setMember(decoded, name, kept);
  }
  return decoded;
}

function note({ errors, path }: Walk, fault: DecodeError["fault"], value: unknown, shape: Shape, name?: string): void {
  if (!errors?.takes(fault)) return;
  errors.noted.push({ fault, path: [...path], value, field: shape.schema, ...(name === undefined ? {} : { name }) });
}

/** Go tells a list that is null from one without items, also as a value of a map. */
const zeroOfMember = (shape: Shape): unknown => (shape.of === "array" ? null : zeroOf(shape));

/** The value that Go holds where null was in a list or a map. */
function zeroOf({ of, isTime }: Shape): unknown {
  switch (of) {
    case "object":
      return {};
    case "array":
      return [];
    case "string":
      return isTime ? null : "";
    case "boolean":
      return false;
    case "x-int":
    case "x-uint":
    case "x-int-or-string":
    case "x-duration-or-nanos":
      return 0;
    case "x-quantity":
      return "0";
    default:
      return null;
  }
}
