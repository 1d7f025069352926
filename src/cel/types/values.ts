/**
 * Run-time values. A double is a JS number and an int a bigint, so that the two never mix; uint, timestamp, duration,
 * optional, type and library values are classes. JSON input is read in place: arrays are lists, plain objects become maps.
 *
 * @module
 */
import type { CelType } from "./types.ts";

/** The result of an expression without error. */
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
  /** The UTC offset of the original text, in seconds east of UTC; only `string(t)` uses it. */
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

/** An optional value; `optional.none()` has no value. */
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

/** A value of a library type: a URL, an IP address, a quantity. */
export interface OpaqueValue {
  /** The opaque type, whose name is the result of `type(x)`. */
  readonly celType: CelType;
  /** The size that costs depend on, like the length of a string; default 1. */
  readonly size?: number;
  /** Implements `==` with a value of the same type; returns an error if the two cannot be compared. */
  equals(other: OpaqueValue): boolean | CelError;
  /**
   * Whether the value is unequal to values of other types; by default, as in Kubernetes, comparing them is an error.
   */
  readonly isComparableToAll?: boolean;
}

/** A value with named members: a map or an object. */
export abstract class CelRecord {
  /**
   * Returns the field of an object, or the value at a string key of a map; undefined if it is absent, an error if
   * computing it fails.
   */
  abstract getField(name: string): Value | CelError | undefined;
}

/** A map. Its keys are bools, ints, uints and strings; a look-up compares numbers across int, uint and double. */
export abstract class CelMap extends CelRecord {
  abstract readonly size: number;
  /** Returns the value at an equal key; undefined if absent. */
  abstract get(key: Value): Value | undefined;
  getField(name: string): Value | undefined {
    return this.get(name);
  }
  /** Iterates over the keys, each once, in the order of the map. */
  abstract keys(): Iterable<Value>;
  /**
   * Implements `==` with a map of the same class; undefined, the default, to compare keys and values in the general
   * way.
   */
  equalsMap(_other: CelMap): boolean | CelError | undefined {
    return undefined;
  }
  /** Implements `==` with a value on the right that is neither a map nor null. */
  equalsOther(): boolean | CelError {
    return false;
  }
}

/**
 * A list with special rules for `==` and `+`, such as a set, whose order does not matter and which keeps each element
 * once.
 */
export abstract class IdentityList extends Array<Value> {
  /** Makes array methods return plain lists. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }
  /** Adds values one by one; the constructor of arrays would interpret a single number as a length. */
  filledWith(values: Iterable<Value>): this {
    for (const value of values) this.push(value);
    return this;
  }
  /** Implements `==` with this list on the left. */
  abstract equalsList(other: readonly Value[]): boolean | CelError;
  /** Implements `==` with this list on the left and a value on the right that is neither a list nor null. */
  abstract equalsOther(): boolean | CelError;
  /** Implements `+` with this list on the left. */
  abstract joinedWith(other: readonly Value[]): Value | CelError;
}

/** A value of a declared object type; an absent field is `undefined`. */
export abstract class CelObject extends CelRecord {
  abstract readonly objectType: string;
  /** The size that costs depend on if the object represents a map, as objects read from JSON do; default 1. */
  get size(): number | undefined {
    return undefined;
  }
  /** The fields that are present. */
  abstract fieldNames(): Iterable<string>;
}

/**
 * A run-time error. It is a value that passes through operators; logic operators may absorb it.
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
  /** The id of the expression node that failed, if known. */
  readonly exprId: number | undefined;
  constructor(message: string, exprId?: number) {
    this.message = message;
    this.exprId = exprId;
  }

  /** Returns the error with the id of a node, unless it already has the id of an inner node. */
  at(exprId: number): CelError {
    return this.exprId === undefined ? new CelError(this.message, exprId) : this;
  }
}
