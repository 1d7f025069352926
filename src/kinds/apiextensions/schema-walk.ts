/**
 * Ways through a schema: each schema in it once, with the path to it.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";

/** A schema somewhere in a schema. */
export interface LocatedSchema {
  readonly schema: JSONSchemaProps;
  readonly path: FieldPath;
}

/** The keywords that hold a list of schemas that are applied to the same value. */
export const quantifiers = ["allOf", "anyOf", "oneOf"] as const;

/** The one schema of a list's items; undefined without one, and with several. */
export function itemsOf({ items }: JSONSchemaProps): JSONSchemaProps | undefined {
  return items === undefined || isSchemaList(items) ? undefined : items;
}

export function isSchemaList(items: JSONSchemaProps["items"]): items is JSONSchemaProps[] {
  return Array.isArray(items);
}

/** The schema of what `additionalProperties` allows; undefined for a flag. */
export function valuesOf({ additionalProperties }: JSONSchemaProps): JSONSchemaProps | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** A property's schema, as own property only. */
export function propertyOf({ properties }: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Whether a value of the schema, or a value in it, may have validation rules to meet. */
export const hasRules = holding((schema) => Boolean(schema["x-kubernetes-validations"]?.length));

/** Whether a value of the schema, or a value in it, may be a resource. */
export const hasResources = holding((schema) => schema["x-kubernetes-embedded-resource"] === true);

/** Whether a value of the schema, or a value in it, may have a default. */
export const hasDefaults = holding((schema) => schema.default !== undefined);

/** Whether the schema, or that of a value in it, is such a schema: worked out once for each schema, whatever the size of values. */
function holding(isSuch: (schema: JSONSchemaProps) => boolean): (schema: JSONSchemaProps) => boolean {
  const known = new WeakMap<JSONSchemaProps, boolean>();
  const holds = (schema: JSONSchemaProps): boolean => {
    const before = known.get(schema);
    if (before !== undefined) return before;
    const inner = [itemsOf(schema), valuesOf(schema), ...Object.values(schema.properties ?? {})];
    const found = isSuch(schema) || inner.some((part) => part !== undefined && holds(part));
    known.set(schema, found);
    return found;
  };
  return holds;
}

/** The schema itself and every schema in it, parents first. */
export function* schemasIn(schema: JSONSchemaProps, path: FieldPath = []): Generator<LocatedSchema> {
  yield { schema, path };
  for (const inner of innerSchemas(schema)) yield* schemasIn(inner.schema, [...path, ...inner.path]);
}

/** The schemas right inside a schema, whether they are allowed there or not. */
export function innerSchemas(schema: JSONSchemaProps): LocatedSchema[] {
  const { items, not, additionalItems } = schema;
  const values = valuesOf(schema);
  return [
    ...(isSchemaList(items) ? items.map((each, index) => ({ schema: each, path: ["items", index] })) : []),
    ...(items && !isSchemaList(items) ? [{ schema: items, path: ["items"] }] : []),
    ...quantifiers.flatMap((name) =>
      (schema[name] ?? []).map((each, index) => ({ schema: each, path: [name, index] })),
    ),
    ...(not ? [{ schema: not, path: ["not"] }] : []),
    ...(["properties", "patternProperties", "definitions"] as const).flatMap((name) =>
      Object.entries(schema[name] ?? {}).map(([key, each]) => ({ schema: each, path: [name, key] })),
    ),
    ...(values ? [{ schema: values, path: ["additionalProperties"] }] : []),
    ...(typeof additionalItems === "object" ? [{ schema: additionalItems, path: ["additionalItems"] }] : []),
    ...Object.entries(schema.dependencies ?? {}).flatMap(([key, each]) =>
      Array.isArray(each) ? [] : [{ schema: each as JSONSchemaProps, path: ["dependencies", key] }],
    ),
  ];
}
