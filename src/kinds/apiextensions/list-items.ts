/**
 * Reports repeated items in lists that are sets, and repeated keys in lists that are maps.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { Float64 } from "../../json/float64.ts";
import { showGoValue } from "../../json/go-value.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Finding } from "../../rule/finding.ts";
import { itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

/** Returns the faults of all lists in a value. Paths begin with `path`. */
export function listItemFaults(value: unknown, schema: JSONSchemaProps | undefined, path: FieldPath = []): Finding[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    const inner = value.flatMap((item, index) => listItemFaults(item, items, [...path, index]));
    return [...faultsOfList(value, schema, path), ...inner];
  }
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    listItemFaults(item, propertyOf(schema, name) ?? valuesOf(schema), [...path, name]),
  );
}

function faultsOfList(list: readonly unknown[], schema: JSONSchemaProps, path: FieldPath): Finding[] {
  switch (schema["x-kubernetes-list-type"]) {
    case "set":
      return repeatFindings(list, path, (item) => `the item ${shown(item)}`);
    case "map": {
      const odd = list.findIndex((item) => item !== null && (!isPlainObject(item) || item instanceof Float64));
      if (odd >= 0) return [nonMapItemFinding([...path, odd], list[odd])];
      const names = schema["x-kubernetes-list-map-keys"] ?? [];
      return repeatFindings(
        list.map((item) => keysOf(item, names)),
        path,
        (keys) => `the key ${shown(keys)}`,
      );
    }
    default:
      return [];
  }
}

const nonMapItemFinding = (path: FieldPath, item: unknown): Finding => ({
  path,
  cause: "invalid",
  message: "must be a map: the items of the list have keys",
  serverText: `${showGoValue(item)}: must be an object for an array of list-type map`,
});

/** Returns the keys that an item has. An absent key differs from null. */
function keysOf(item: unknown, names: readonly string[]): Record<string, unknown> {
  const fields = isPlainObject(item) ? item : {};
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, memberOf(fields, name)]),
  );
}

/** Reports only the second occurrence of an item that is listed several times. */
function repeatFindings(list: readonly unknown[], path: FieldPath, describe: (item: unknown) => string): Finding[] {
  const seen = new Map<string, { readonly first: number; times: number }>();
  return list.flatMap((item, index): Finding[] => {
    const key = `${isFloat(item) ? "float " : ""}${shown(item)}`;
    const known = seen.get(key);
    if (known === undefined) seen.set(key, { first: index, times: 1 });
    else known.times++;
    if (known?.times !== 2) return [];
    const message = `must be unique in the list; ${describe(item)} is listed twice`;
    const see = { path: [...path, known.first], message: "comes first here" };
    return [{ path: [...path, index], cause: "duplicate", message, serverText: showGoValue(item), see }];
  });
}

/**
 * Whether an item, or its only key, is a float, which never equals an integer. kube-apiserver compares several keys as
 * JSON, where the types do not differ.
 */
function isFloat(item: unknown): boolean {
  const [only, ...others] = isPlainObject(item) ? Object.values(item) : [];
  return item instanceof Float64 || (only instanceof Float64 && others.length === 0);
}

/** Formats a value as JSON with sorted map keys, so that equal values have equal texts. */
function shown(value: unknown): string {
  return JSON.stringify(value, (_name, item: unknown) => {
    if (typeof item === "bigint") return String(item);
    return isPlainObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item;
  });
}
