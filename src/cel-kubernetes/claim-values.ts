/**
 * Claims, and the user they were mapped to, as expressions see them. Names inside may be written escaped, so that they
 * are identifiers: `claims.team.a__dot__b`.
 *
 * @module
 */

import { fromJson } from "../cel/eval/json.ts";
import { CelMap, CelObject, type Value } from "../cel/types/values.ts";
import { memberOf } from "../json/member.ts";
import { unescapeCelName } from "../text/cel-name.ts";

type Claims = Readonly<Record<string, unknown>>;

/** The value of the variable `claims`. */
export function claimsValue(claims: Claims): Value {
  return new ClaimsMap(claims);
}

/** The value of the variable `user`: `username`, `uid`, `groups` and `extra` as JSON. */
export function userValue(user: object): Value {
  return new UserObject(user);
}

/** A value of JSON inside the claims. Keys of maps may be given escaped, as identifiers must be. */
function unescapingValue(json: unknown): Value {
  return unescaping(fromJson(json));
}

/**
 * The claims themselves are looked up by unescaped names only: `claims.__x__` names nothing, even where there is a claim
 * with these very characters.
 */
class ClaimsMap extends CelMap {
  private readonly claims: Claims;
  private readonly values = new Map<string, Value>();

  constructor(claims: Claims) {
    super();
    this.claims = claims;
  }

  get size(): number {
    return Object.keys(this.claims).length;
  }

  get(key: Value): Value | undefined {
    const name = typeof key === "string" ? unescapeCelName(key) : undefined;
    if (name === undefined || !Object.hasOwn(this.claims, name)) return undefined;
    const known = this.values.get(name);
    if (known !== undefined) return known;
    const value = unescapingValue(memberOf(this.claims, name));
    this.values.set(name, value);
    return value;
  }

  /** The real component walks the values of claims where a map's keys are meant; so does this. */
  *keys(): Iterable<Value> {
    for (const name of Object.keys(this.claims)) yield this.get(name) ?? null;
  }
}

function unescaping(value: Value): Value {
  if (value instanceof CelMap) return new UnescapingMap(value);
  return isList(value) && value.some(isStructured) ? value.map(unescaping) : value;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isStructured(value: Value): boolean {
  return value instanceof CelMap || Array.isArray(value);
}

/** A map inside: a key that unescapes to another name is that name, and only that. */
class UnescapingMap extends CelMap {
  private readonly inner: CelMap;

  constructor(inner: CelMap) {
    super();
    this.inner = inner;
  }

  get size(): number {
    return this.inner.size;
  }

  get(key: Value): Value | undefined {
    const name = typeof key === "string" ? (unescapeCelName(key) ?? key) : key;
    const value = this.inner.get(name);
    return value === undefined ? undefined : unescaping(value);
  }

  keys(): Iterable<Value> {
    return this.inner.keys();
  }
}

/** All fields are present, also empty ones. */
class UserObject extends CelObject {
  readonly objectType = "kubernetes.UserInfo";
  private readonly fields: ReadonlyMap<string, Value>;

  constructor(user: object) {
    super();
    const fields: readonly [string, unknown][] = Object.entries(user);
    this.fields = new Map(fields.map(([name, json]) => [name, unescapingValue(json)]));
  }

  getField(name: string): Value | undefined {
    return this.fields.get(name);
  }

  fieldNames(): Iterable<string> {
    return this.fields.keys();
  }
}
