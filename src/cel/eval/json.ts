/**
 * Converts JSON to values and back. Objects are not copied: a map wraps the JSON object, and converts a member when an
 * expression first reads it.
 *
 * @module
 */
import { jsonOf } from "../../json/as-json.ts";
import { memberNames, memberOf } from "../../json/member.ts";
import { describeValue, OptionError } from "../../json/option-error.ts";
import { formatDuration, parseDuration } from "../../text/duration.ts";
import { formatTimestamp, parseTimestamp } from "../../text/timestamp.ts";
import type { ObjectDeclaration } from "../types/declarations.ts";
import { runtimeTypeName } from "../types/format-type.ts";
import { type CelType, dynType } from "../types/types.ts";
import {
  CelError,
  CelMap,
  CelObject,
  Duration,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from "../types/values.ts";
import { maxInt, minInt } from "./arithmetic.ts";
import { toWellFormed } from "./text.ts";
import { isList } from "./value-type.ts";

/** How to read JSON that has no declared type. */
export interface JsonOptions {
  /**
   * The type of a number without fraction and without declared type: `double` (default), as in claims of a token, or
   * `int`, as in fields of a resource.
   */
  readonly wholeNumbers?: "double" | "int";
  /** Object types by name, for members that declare one; default none. */
  readonly objects?: ReadonlyMap<string, ObjectDeclaration>;
}

/**
 * Converts JSON to a CEL value.
 *
 * @param json - null, booleans, numbers, bigints (whole numbers too large for a number), strings, arrays, plain
 *   objects, and objects with a `toJSON` method, such as dates; it must not change while the value is in use
 * @param type - the declared type; JSON that does not fit it is read as if no type were declared
 */
export function fromJson(json: unknown, type: CelType = dynType, options: JsonOptions = {}): Value {
  if (type.kind === "wrapper") return fromJson(json, type.of, options);
  switch (typeof json) {
    case "string":
      return fromText(toWellFormed(json), type);
    case "number":
    case "bigint":
      return fromNumber(json, type, options);
    case "boolean":
      return json;
    case "object":
      break;
    default:
      return null;
  }
  if (json === null) return null;
  if (Array.isArray(json)) {
    const element = type.kind === "list" ? type.element : dynType;
    return json.map((item) => fromJson(item, element, options));
  }
  const replaced = jsonOf(json);
  if (replaced !== json) return fromJson(replaced, type, options);
  const declaration = type.kind === "object" ? options.objects?.get(type.name) : undefined;
  return declaration === undefined
    ? new JsonMap(json, type.kind === "map" ? type.value : dynType, options)
    : new JsonObject(json, declaration, options);
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

function fromText(text: string, type: CelType): Value {
  switch (type.kind) {
    case "timestamp": {
      const parsed = parseTimestamp(text);
      return parsed === undefined ? text : new Timestamp(parsed.seconds, parsed.nanos, parsed.offsetSeconds);
    }
    case "duration": {
      const parsed = parseDuration(text);
      return parsed.ok ? new Duration(parsed.value) : text;
    }
    case "bytes":
      return base64.test(text) ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : text;
    default:
      return text;
  }
}

function fromNumber(number: number | bigint, type: CelType, options: JsonOptions): Value {
  const { kind } = type;
  if (kind === "double") return Number(number);
  const isWhole = typeof number === "bigint" || Number.isInteger(number);
  if (!isWhole) return number;
  if (kind === "uint" && number >= 0) return new Uint(BigInt(number));
  if (kind !== "int" && options.wholeNumbers !== "int") return Number(number);
  const whole = BigInt(number);
  return whole < minInt || whole > maxInt ? Number(number) : whole;
}

/** The members of a JSON object as values; each list, map and object is converted only once. */
class Members {
  private readonly json: Readonly<Record<string, unknown>>;
  private readonly valueByName = new Map<string, Value>();

  constructor(json: object) {
    this.json = json as Record<string, unknown>;
  }

  get names(): string[] {
    return memberNames(this.json);
  }

  get(name: string, type: CelType, options: JsonOptions): Value | undefined {
    const member = memberOf(this.json, name);
    if (typeof member === "string" && type.kind === "dyn") return toWellFormed(member);
    if (typeof member === "boolean") return member;
    if (typeof member !== "object") {
      return member === undefined ? undefined : fromJson(member, type, options);
    }
    const made = this.valueByName.get(name);
    if (made !== undefined) return made;
    const value = fromJson(member, type, options);
    if (value !== null) this.valueByName.set(name, value);
    return value;
  }
}

/** A JSON object as a map with string keys. */
class JsonMap extends CelMap {
  private readonly members: Members;
  private readonly valueType: CelType;
  private readonly options: JsonOptions;
  private knownSize: number | undefined;

  constructor(json: object, valueType: CelType, options: JsonOptions) {
    super();
    this.members = new Members(json);
    this.valueType = valueType;
    this.options = options;
  }

  get size(): number {
    this.knownSize ??= this.members.names.length;
    return this.knownSize;
  }

  get(key: Value): Value | undefined {
    return typeof key === "string" ? this.members.get(key, this.valueType, this.options) : undefined;
  }

  keys(): Iterable<Value> {
    return this.members.names;
  }
}

/** Whether a map was created by an expression instead of wrapping a JSON object. */
export const isExpressionMap = (value: Value): value is CelMap =>
  value instanceof CelMap && !(value instanceof JsonMap);

/** A JSON object as an object of a declared type. */
class JsonObject extends CelObject {
  private readonly members: Members;
  private readonly declaration: ObjectDeclaration;
  private readonly options: JsonOptions;

  constructor(json: object, declaration: ObjectDeclaration, options: JsonOptions) {
    super();
    this.members = new Members(json);
    this.declaration = declaration;
    this.options = options;
  }

  get objectType(): string {
    return this.declaration.name;
  }

  /** Counts undeclared fields, too. */
  override get size(): number {
    return this.members.names.length;
  }

  getField(name: string): Value | undefined {
    if (!Object.hasOwn(this.declaration.fields, name)) return undefined;
    return this.members.get(name, this.declaration.fields[name] ?? dynType, this.options);
  }

  fieldNames(): Iterable<string> {
    return this.members.names.filter((name) => Object.hasOwn(this.declaration.fields, name));
  }
}

/**
 * Converts a value to JSON: whole numbers beyond 2^53 and map keys to strings, bytes to base64, times to text, an
 * optional to its value or null. Values of library types become the name of their type unless they have a `toJSON`
 * method.
 *
 * @throws {OptionError} for what a declared function returned although it is not a value
 */
export function toJson(value: Value): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return fromWhole(value);
  if (isList(value)) return value.map(toJson);
  if (value instanceof CelMap) {
    return Object.fromEntries([...value.keys()].map((key) => [keyText(key), toJson(value.get(key) ?? null)]));
  }
  if (value instanceof Uint) return fromWhole(value.value);
  if (value instanceof Uint8Array) return btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join(""));
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value.nanos);
  if (value instanceof TypeValue) return runtimeTypeName(value.type);
  if (value instanceof Optional) return value.value === undefined ? null : toJson(value.value);
  if (value instanceof CelObject) {
    const fields = [...value.fieldNames()].map((name) => {
      const held = value.getField(name) ?? null;
      return [name, held instanceof CelError ? null : toJson(held)] as const;
    });
    return Object.fromEntries(fields);
  }
  if (typeof value !== "object" || !("celType" in value)) {
    throw new OptionError(`a function returned ${describeValue(value)}, which is not a CEL value`);
  }
  return "toJSON" in value && typeof value.toJSON === "function" ? value.toJSON() : runtimeTypeName(value.celType);
}

function fromWhole(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function keyText(key: Value): string {
  return key instanceof Uint ? String(key.value) : String(key);
}
