/**
 * Claims of a token, and the user that they are mapped to, as CEL values. Expressions may write names inside of claims
 * escaped, so that they are identifiers: `claims.team.a__dot__b`.
 *
 * @module
 */

import { fromJson } from "../cel/eval/json.ts";
import { CelMap, CelObject, type Value } from "../cel/types/values.ts";
import { memberNames, memberOf } from "../json/member.ts";
import { unescapeCelName } from "../text/cel-name.ts";

type Claims = Readonly<Record<string, unknown>>;

/** Returns the value of the variable `claims`. */
export function claimsValue(claims: Claims): Value {
  return new ClaimsMap(claims);
}

/**
 * Returns the value of the variable `user`.
 *
 * @param user - `username`, `uid`, `groups` and `extra` as JSON
 */
export function userValue(user: object): Value {
  return new UserObject(user);
}

/** Converts JSON inside of claims. Expressions may write its map keys escaped, to make them identifiers. */
function claimValue(json: unknown): Value {
  return withUnescapedKeys(fromJson(json));
}

/**
 * The map of all claims. It unescapes every key that it looks up: `claims.__x__` finds nothing, even if a claim has
 * exactly that name.
 */
class ClaimsMap extends CelMap {
  private readonly claims: Claims;
  private readonly values = new Map<string, Value>();

  constructor(claims: Claims) {
    super();
    this.claims = claims;
  }

  get size(): number {
    return memberNames(this.claims).length;
  }

  get(key: Value): Value | undefined {
    const name = typeof key === "string" ? unescapeCelName(key) : undefined;
    if (name === undefined) return undefined;
    const known = this.values.get(name);
    if (known !== undefined) return known;
    const json = memberOf(this.claims, name);
    if (json === undefined) return undefined;
    const value = claimValue(json);
    this.values.set(name, value);
    return value;
  }

  /** Yields the values of the claims instead of their names, as kube-apiserver does. */
  *keys(): Iterable<Value> {
    for (const name of memberNames(this.claims)) yield this.get(name) ?? null;
  }
}

function withUnescapedKeys(value: Value): Value {
  if (value instanceof CelMap) return new UnescapingMap(value);
  return isList(value) && value.some(isStructured) ? value.map(withUnescapedKeys) : value;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function isStructured(value: Value): boolean {
  return value instanceof CelMap || Array.isArray(value);
}

/** A map inside of a claim. A key that can be unescaped finds only the entry with the unescaped name. */
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
    return value === undefined ? undefined : withUnescapedKeys(value);
  }

  keys(): Iterable<Value> {
    return this.inner.keys();
  }
}

/** The user object. All fields that it is built from are present, even if empty. */
class UserObject extends CelObject {
  readonly objectType = "kubernetes.UserInfo";
  private readonly fields: ReadonlyMap<string, Value>;

  constructor(user: object) {
    super();
    const fields: readonly [string, unknown][] = Object.entries(user);
    this.fields = new Map(fields.map(([name, json]) => [name, claimValue(json)]));
  }

  getField(name: string): Value | undefined {
    return this.fields.get(name);
  }

  fieldNames(): Iterable<string> {
    return this.fields.keys();
  }
}
