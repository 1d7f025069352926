/**
 * Run-time values. A double is a JS number and an int a bigint, so that the two never mix; uint, timestamp, duration,
 * optional, type and library values are classes. JSON input is read in place: arrays are lists, plain objects become maps.
 *
 * @module
 */
import type { CelType } from "./types.ts";

/** The result of an expression that has no fault. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Uint
  | Timestamp
  | Duration
  | Optional
  | TypeValue
  | OpaqueValue
  | CelMap
  | CelObject
  | readonly Value[];

/** An unsigned 64-bit integer. */
export class Uint {
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

/** A point in time: whole seconds since the epoch (may be negative) and 0 to 999,999,999 nanoseconds. */
export class Timestamp {
  readonly seconds: number;
  readonly nanos: number;
  /** Seconds east of UTC in which it was written: `string(t)` keeps them, nothing else regards them. */
  readonly offsetSeconds: number;
  constructor(seconds: number, nanos: number, offsetSeconds = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offsetSeconds = offsetSeconds;
  }
}

/** A span of time in nanoseconds, within a signed 64-bit integer. */
export class Duration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** `optional.none()` has no value. */
export class Optional {
  static readonly none: Optional = new Optional(undefined);
  readonly value: Value | undefined;
  constructor(value: Value | undefined) {
    this.value = value;
  }
}

/** A type used as a value: `type(1)`, `int`. */
export class TypeValue {
  readonly type: CelType;
  constructor(type: CelType) {
    this.type = type;
  }
}

/** A value that a library brings: a URL, an IP address, a quantity. */
export interface OpaqueValue {
  /** The opaque type, whose name `type(x)` shows. */
  readonly celType: CelType;
  /** The size that costs go by, as the length of a string is; default 1. */
  readonly size?: number;
  /** Equality as `==` has it, or why the two cannot be compared; the other side is of the same type. */
  equals(other: OpaqueValue): boolean | CelError;
  /** Whether it is unequal to values of other types; by default, as in Kubernetes, comparing them is an error. */
  readonly isComparableToAll?: boolean;
}

/** A value with members by name: a map or an object. */
export abstract class CelRecord {
  /**
   * The field of an object, or the value at a string key of a map; undefined when it is absent, an error where reading it
   * computes it and fails.
   */
  abstract getField(name: string): Value | CelError | undefined;
}

/** Keys are bool, int, uint, string; a lookup compares numbers across int, uint and double. */
export abstract class CelMap extends CelRecord {
  abstract readonly size: number;
  /** The value at an equal key; undefined if absent. */
  abstract get(key: Value): Value | undefined;
  getField(name: string): Value | undefined {
    return this.get(name);
  }
  /** Each key once, in the map's own order. */
  abstract keys(): Iterable<Value>;
  /** Equality of its own with maps of its kind; undefined, also by default, for the same keys with equal values. */
  equalsMap(_other: CelMap): boolean | CelError | undefined {
    return undefined;
  }
  /** `==` with a value that is neither a map nor null on the right. */
  equalsOther(): boolean | CelError {
    return false;
  }
}

/** A list with an equality of its own: as those of a set, whose order does not count, and of which `+` keeps each element once. */
export abstract class IdentityList extends Array<Value> {
  /** Results of its methods are plain lists. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
  /** Adds values one by one, as the constructor of arrays takes a single number for a length. */
  filledWith(values: Iterable<Value>): this {
    for (const value of values) this.push(value);
    return this;
  }
  /** `==` with this list on the left. */
  abstract equalsList(other: readonly Value[]): boolean | CelError;
  /** `==` with a value that is neither a list nor null on the right. */
  abstract equalsOther(): boolean | CelError;
  /** `+` with this list on the left. */
  abstract joinedWith(other: readonly Value[]): Value | CelError;
}

/** A value of a declared object type; an absent field reads as `undefined`. */
export abstract class CelObject extends CelRecord {
  abstract readonly objectType: string;
  /** The size that costs go by where it represents a map, as objects that were read do; default 1. */
  get size(): number | undefined {
    return undefined;
  }
  /** The fields that are present. */
  abstract fieldNames(): Iterable<string>;
}

/**
 * A fault at run time. It is a value: it travels through logic operators, which may absorb it.
 *
 * @example
 * import { CelError, createEnvironment, declareFunction, evaluate, librariesOf, overload, types } from "clustervet/cel";
 * const call = () => new CelError("the service is away");
 * const lookUp = declareFunction("lookUp", overload("look_up", [], types.boolType, call));
 * const environment = createEnvironment({ libraries: [...librariesOf("1.37"), { name: "own", functions: [lookUp] }] });
 * const result = evaluate("lookUp()", { environment });
 * !result.ok && result.error.message; // "the service is away"
 * evaluate("lookUp() || true", { environment }).ok; // true
 */
export class CelError {
  readonly message: string;
  /** The id of the expression node at fault, once known. */
  readonly exprId: number | undefined;
  constructor(message: string, exprId?: number) {
    this.message = message;
    this.exprId = exprId;
  }

  /** The same fault at a node, unless a node further inside is already to blame. */
  at(exprId: number): CelError {
    return this.exprId === undefined ? new CelError(this.message, exprId) : this;
  }
}
