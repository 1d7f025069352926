/**
 * Paths of fields in a schema, such as `.spec.ports['http'].name`: the `fieldPath` of a validation rule, and the paths
 * of selectable fields.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { propertyOf, valuesOf } from "./schema-walk.ts";

/** The field that a path leads to. */
export interface FoundField {
  /** The field names on the path. */
  readonly names: readonly string[];
  readonly schema: JSONSchemaProps;
}

const token = /'(?:[^']|(?<=\\)')*?(?<!\\)'|[.[\]]|[^.[\]]+/gy;

/** @returns the field that a path leads to; undefined if there is no such field */
export function followFieldPath(path: string, schema: JSONSchemaProps): FoundField | undefined {
  const tokens = path.match(token) ?? [];
  if (tokens.join("") !== path) return undefined;
  const names: string[] = [];
  let at: JSONSchemaProps | undefined = schema;
  for (let index = 0; index < tokens.length; index++) {
    const name = nameAt(tokens, index);
    if (name === undefined || at === undefined) return undefined;
    at = childOf(at, name);
    if (at === undefined) return undefined;
    names.push(name);
    index += tokens[index] === "[" ? 2 : 1;
  }
  return { names, schema: at };
}

export function isValidFieldPath(path: string, schema: JSONSchemaProps): boolean {
  return followFieldPath(path, schema) !== undefined;
}

/** Returns the name after the separator at `index`, for `.name` and `['name']`. */
function nameAt(tokens: readonly string[], index: number): string | undefined {
  const next = tokens[index + 1];
  if (tokens[index] === ".") return next;
  if (tokens[index] !== "[" || next === undefined || tokens[index + 2] !== "]") return undefined;
  const isQuoted = next.length >= 2 && next.startsWith("'") && next.endsWith("'");
  return isQuoted ? next.slice(1, -1).replace(/\\(.)/g, "$1") : undefined;
}

function childOf(schema: JSONSchemaProps, name: string): JSONSchemaProps | undefined {
  const property = propertyOf(schema, name);
  const values = property ? undefined : valuesOf(schema);
  // Checked last: listing all property names is slow, and only a faulty schema has both properties and values.
  return property ?? (values && Object.keys(schema.properties ?? {}).length === 0 ? values : undefined);
}
