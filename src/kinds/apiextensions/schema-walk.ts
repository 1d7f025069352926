/**
 * Walks through a schema: yields each schema inside of it, with its path.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { isPlainObject } from "../../json/plain-object.ts";

/** A schema inside of a schema, with its path. */
export interface LocatedSchema {
  readonly schema: JSONSchemaProps;
  readonly path: FieldPath;
}

/** The keywords whose value is a list of schemas that apply to the same value. */
export const quantifiers = ["allOf", "anyOf", "oneOf"] as const;

/** Returns the schema of a list's items; undefined if there is no schema, or a list of schemas. */
export function itemsOf({ items }: JSONSchemaProps): JSONSchemaProps | undefined {
  return items === undefined || isSchemaList(items) ? undefined : items;
}

export function isSchemaList(items: JSONSchemaProps["items"]): items is JSONSchemaProps[] {
  return Array.isArray(items);
}

/** Returns the schema under `additionalProperties`; undefined if it is absent or a flag. */
export function valuesOf({ additionalProperties }: JSONSchemaProps): JSONSchemaProps | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** Returns the schema of a property. Ignores inherited members such as `constructor`. */
export function propertyOf({ properties }: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Whether a value of the schema, or a value inside of it, may have validation rules. */
export const hasRules = cachedTest((schema) => Boolean(schema["x-kubernetes-validations"]?.length));

/** Whether a value of the schema, or a value inside of it, may be an embedded resource. */
export const hasResources = cachedTest((schema) => schema["x-kubernetes-embedded-resource"] === true);

/** Whether a value of the schema, or a value inside of it, may have a default. */
export const hasDefaults = cachedTest((schema) => schema.default !== undefined);

/**
 * Returns a test whether a schema, or a schema inside of it, satisfies a condition. The result is computed once for
 * each schema, regardless of the number of values.
 */
function cachedTest(isSuch: (schema: JSONSchemaProps) => boolean): (schema: JSONSchemaProps) => boolean {
  const known = new WeakMap<JSONSchemaProps, boolean>();
  const holds = (schema: JSONSchemaProps): boolean => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const inner = [itemsOf(schema), valuesOf(schema), ...Object.values(schema.properties ?? {})];
    // Parts that are not schemas are reported elsewhere.
    const found = isSuch(schema) || inner.some((part) => isPlainObject(part) && holds(part));
    known.set(schema, found);
    return found;
  };
  return holds;
}

/** Yields the schema itself and every schema inside of it, parents first. */
export function* schemasIn(schema: JSONSchemaProps): Generator<LocatedSchema> {
  const waiting: LocatedSchema[] = [{ schema, path: [] }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    yield place;
    const { path } = place;
    for (const inner of innerSchemas(place.schema).reverse()) {
      waiting.push({ schema: inner.schema, path: [...path, ...inner.path] });
    }
  }
}

const schemaMaps = ["properties", "patternProperties", "definitions"] as const;

/**
 * Returns the schemas directly inside of a schema, even where they are not allowed. Nearly all schemas have only
 * `properties`.
 */
export function innerSchemas(schema: JSONSchemaProps): LocatedSchema[] {
  const { items, not, additionalItems, dependencies } = schema;
  const values = valuesOf(schema);
  const found: LocatedSchema[] = [];
  const addList = (keyword: string, list: readonly JSONSchemaProps[]) => {
    for (const [index, each] of list.entries()) found.push({ schema: each, path: [keyword, index] });
  };
  if (isSchemaList(items)) addList("items", items);
  else if (items) found.push({ schema: items, path: ["items"] });
  for (const name of quantifiers) {
    const list = schema[name];
    if (list) addList(name, list);
  }
  if (not) found.push({ schema: not, path: ["not"] });
  for (const name of schemaMaps) {
    const map = schema[name];
    if (map) for (const [key, each] of Object.entries(map)) found.push({ schema: each, path: [name, key] });
  }
  if (values) found.push({ schema: values, path: ["additionalProperties"] });
  if (typeof additionalItems === "object") found.push({ schema: additionalItems, path: ["additionalItems"] });
  for (const [key, each] of Object.entries(dependencies ?? {})) {
    if (!Array.isArray(each)) found.push({ schema: each as JSONSchemaProps, path: ["dependencies", key] });
  }
  return found;
}
