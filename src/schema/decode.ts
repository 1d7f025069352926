/**
 * Decodes a value as the component does: nulls are removed, null list items become zero values, and values that do not
 * match their field are left out, so that rules and defaulting see a well-formed object. The source value does not
 * change. The same walk reports the values that do not match.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { cloneJson } from "../json/clone-json.ts";
import { setMember } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { encodeBase64 } from "../text/base64.ts";
import { memoizeByText } from "../text/memoize-by-text.ts";
import { formatQuantity, parseQuantity } from "../text/quantity.ts";
import { type FieldSchema, refusesNull } from "./decode-schema.ts";
import { formats } from "./formats.ts";
import { type Shape, shapeOf } from "./shape.ts";

/**
 * Called for each field that not every release has, that not every release allows with every value, or that needs a
 * feature gate. This includes null values, since a release without the field rejects its name whatever the value. If it
 * returns `drop`, the field is left out after its content was visited. The walk reuses the path, so copy it to keep it.
 */
export type VisitField = (path: FieldPath, field: FieldSchema, value: unknown) => "keep" | "drop";

/** A value that does not match the schema. */
export interface DecodeError {
  readonly fault: "type" | "format" | "enum" | "unknown-field";
  /** The path of the value; for an unknown field, the path of its parent. */
  readonly path: FieldPath;
  readonly value: unknown;
  /** The schema of the value; for an unknown field, the schema of its parent. */
  readonly field: FieldSchema;
  /** The name of the unknown field. */
  readonly name?: string;
}

/** The default for the number of errors to record for each kind of error. */
const maxErrorsOfFault = 1_000;

/** Records decode errors, up to a maximum for each kind of error. */
class DecodeErrors {
  readonly recordedErrors: DecodeError[] = [];
  /** True if the maximum of type and format errors is reached, so that the walk can stop. */
  isFull = false;
  private readonly max: number;
  /** Created at the first error, since most values have none. */
  private counts: Map<"unfit" | DecodeError["fault"], number> | undefined;

  constructor(max: number) {
    this.max = max;
  }

  /** Counts an error, and returns whether to record it. */
  countError(fault: DecodeError["fault"]): boolean {
    const counted = fault === "type" || fault === "format" ? "unfit" : fault;
    this.counts ??= new Map();
    const count = (this.counts.get(counted) ?? 0) + 1;
    this.counts.set(counted, count);
    if (counted === "unfit" && count >= this.max) this.isFull = true;
    return count <= this.max;
  }
}

/** The state and options of a walk over a value. */
interface Walk {
  readonly path: (string | number)[];
  /** Records errors; without it nothing is checked. */
  readonly errors: DecodeErrors | undefined;
  readonly visit: VisitField | undefined;
  /** Only checks the value and builds no decoded copy. */
  readonly onlyChecks?: boolean;
  /** Does not copy values of fields that accept any JSON. */
  readonly sharesRaw?: boolean;
  /** Whether null in a pointer to a time is the zero time, which Go writes as null, instead of an absent value. */
  readonly keepsZeroTimes?: boolean;
}

/**
 * Returns a decoded copy of `value`. Values of fields that accept any JSON are shared, so use it only for reading, or
 * for kinds whose defaulting sets nothing in them.
 */
export function decode(value: unknown, schema: FieldSchema): unknown {
  return decodeRoot(value, schema, { path: [], errors: undefined, visit: undefined, sharesRaw: true });
}

/** As `decode`, for an object as the API server stores it. */
export function decodeStoredValue(value: unknown, schema: FieldSchema): unknown {
  const walk = { path: [], errors: undefined, visit: undefined, sharesRaw: true, keepsZeroTimes: true };
  return decodeRoot(value, schema, walk);
}

/** The options of a strict decoding. */
export interface DecodeOptions {
  /** Called for each present field, including null, that depends on the release. */
  readonly visit?: VisitField | undefined;
  /** The number of errors to record for each kind; default `maxErrorsOfFault`. */
  readonly maxOfFault?: number | undefined;
  /**
   * Whether not to copy values of fields that accept any JSON, since nothing else uses the source value. Default false.
   */
  readonly sharesRaw?: boolean;
}

/** As `decode`, but also returns the errors. */
export function decodeStrictly(
  value: unknown,
  schema: FieldSchema,
  { visit, maxOfFault = maxErrorsOfFault, sharesRaw = false }: DecodeOptions = {},
): { readonly object: unknown; readonly errors: readonly DecodeError[] } {
  const errors = new DecodeErrors(maxOfFault);
  return { object: decodeRoot(value, schema, { path: [], errors, visit, sharesRaw }), errors: errors.recordedErrors };
}

/**
 * Returns the errors without decoding; `visit` cannot drop fields. The walk stops when the maximum of type and format
 * errors is reached, since no object can be read from such a value.
 */
export function decodeErrorsOf(
  value: unknown,
  schema: FieldSchema,
  { visit, maxOfFault = maxErrorsOfFault }: DecodeOptions = {},
): readonly DecodeError[] {
  const errors = new DecodeErrors(maxOfFault);
  decodeAt(value, shapeOf(schema), { path: [], errors, visit, onlyChecks: true });
  return errors.recordedErrors;
}

/** Calls `visit` for each present field that depends on the release, and checks nothing. */
export function visitFields(value: unknown, schema: FieldSchema, visit: VisitField): void {
  decodeAt(value, shapeOf(schema), { path: [], errors: undefined, visit, onlyChecks: true });
}

function decodeRoot(value: unknown, schema: FieldSchema, walk: Walk): unknown {
  const shape = shapeOf(schema);
  return decodeAt(value, shape, walk) ?? zeroOf(shape);
}

function decodeAt(value: unknown, shape: Shape, walk: Walk): unknown {
  // The walk only visits fields, and this value contains none that depend on the release.
  if (walk.onlyChecks && !walk.errors && !shape.hasConditionalPart) return undefined;
  if (value === null) {
    if (refusesNull(shape.schema)) recordError(walk, "type", value, shape);
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
  recordError(walk, "type", value, shape);
  return undefined;
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

function isInt(value: unknown, schema: FieldSchema): boolean {
  if (typeof value === "bigint") return schema["x-int"] === 64 && value >= minInt64 && value <= maxInt64;
  const limit = schema["x-int"] === 32 ? 2 ** 31 : 2 ** 53;
  return typeof value === "number" && Number.isInteger(value) && value >= -limit && value < limit;
}

/** Integers beyond 2^53 are read as bigints. */
function isFloat(value: unknown, { "x-float": bits }: FieldSchema): value is number | bigint {
  if (typeof value !== "number" && typeof value !== "bigint") return false;
  return bits !== 32 || Number.isFinite(Math.fround(Number(value)));
}

/** Go also decodes bytes from a list of numbers, in which null is 0. */
const areBytes = (value: unknown): value is readonly (number | null)[] =>
  Array.isArray(value) && value.every((item) => item === null || (isUint32(item) && item < 256));

function isInt32(value: unknown): boolean {
  return typeof value === "number" && (value | 0) === value;
}

function isUint32(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 32;
}

/** Checks the format and the enum. An empty string counts as absent, unless the field is a pointer. */
function decodeText(value: string, shape: Shape, walk: Walk): string {
  const { format, "x-pointer": isPointer } = shape.schema;
  if (walk.errors === undefined) return value;
  if (format !== undefined && formats.get(format)?.(value) === false) recordError(walk, "format", value, shape);
  if ((value !== "" || isPointer) && isUnlisted(value, shape)) recordError(walk, "enum", value, shape);
  return value;
}

const isUnlisted = (value: string, { schema: { enum: values } }: Shape): boolean =>
  values !== undefined && !values.includes(value);

/** A string must be a duration; a number is a count of nanoseconds, in 64 bits. */
function decodeDuration(value: unknown, shape: Shape, walk: Walk): unknown {
  if (typeof value === "string") {
    if (walk.errors && formats.get("go-duration")?.(value) === false) recordError(walk, "format", value, shape);
    return value;
  }
  if (isInt(value, { "x-int": 64 })) return value;
  recordError(walk, "type", value, shape);
  return undefined;
}

/**
 * Returns the quantity in canonical form. Any number is a quantity, even beyond 2^53; a string must have the grammar of
 * quantities.
 */
function decodeQuantity(value: unknown, shape: Shape, walk: Walk): string | undefined {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") {
    recordError(walk, "type", value, shape);
    return undefined;
  }
  const canonical = canonicalText(String(value).trim());
  if (canonical === undefined && typeof value === "string") recordError(walk, "format", value, shape);
  return canonical;
}

const canonicalText = memoizeByText((text) => {
  const result = parseQuantity(text);
  return result.ok ? formatQuantity(result.value) : undefined;
});

/** Whether the value needs no decoding. Most values don't, so that the walk need not update its path for them. */
const needsNoDecoding = (value: unknown, { plainType, takesInt }: Shape): boolean =>
  typeof value === plainType || (takesInt && isInt32(value));

const anything = shapeOf({ "x-raw": true });

function decodeList(value: readonly unknown[], shape: Shape, walk: Walk): unknown[] {
  const items = shape.items ?? anything;
  const { path } = walk;
  const decoded: unknown[] = [];
  for (let index = 0; index < value.length; index++) {
    if (needsNoDecoding(value[index], items)) {
      if (!walk.onlyChecks) decoded.push(value[index]);
      continue;
    }
    path.push(index);
    const given = value[index];
    const item = decodeAt(given, items, walk);
    // Unlike an empty field, which is absent, an empty or null list item is an empty string.
    if ((given === "" || given === null) && isUnlisted("", items)) recordError(walk, "enum", "", items);
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
    if (field !== undefined && needsNoDecoding(item, field)) {
      if (!onlyChecks) setMember(decoded, name, item);
      continue;
    }
    if (field === undefined) {
      if (shape.isClosed) recordError(walk, "unknown-field", item, shape, name);
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

function recordError(
  { errors, path }: Walk,
  fault: DecodeError["fault"],
  value: unknown,
  shape: Shape,
  name?: string,
): void {
  if (!errors?.countError(fault)) return;
  errors.recordedErrors.push({
    fault,
    path: [...path],
    value,
    field: shape.schema,
    ...(name === undefined ? {} : { name }),
  });
}

/** As `zeroOf` for a value in a map, where Go keeps a null list distinct from an empty one. */
const zeroOfMember = (shape: Shape): unknown => (shape.of === "array" ? null : zeroOf(shape));

/** Returns the value that Go decodes from a null in a list or a map. */
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
