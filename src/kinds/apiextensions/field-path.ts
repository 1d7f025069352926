/**
 * Paths of fields in a schema, `.spec.ports['http'].name`: of a validation rule's error, and of selectable fields.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { propertyOf, valuesOf } from "./schema-walk.ts";

/** Where a path leads. */
export interface FoundField {
  /** The names on the way. */
  readonly names: readonly string[];
  readonly schema: JSONSchemaProps;
}

const token = /'(?:[^']|(?<=\\)')*?(?<!\\)'|[.[\]]|[^.[\]]+/gy;

/** @returns where the path leads, or undefined when it leads nowhere */
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

/** The name that begins with the separator at `index`: `.name` or `['name']`. */
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
  // To look at all names takes its time, and only a faulty schema has both.
  return property ?? (values && Object.keys(schema.properties ?? {}).length === 0 ? values : undefined);
}
