/**
 * Shapes made from the schemas of kinds: each field with long values, many items, and values that it does not accept.
 *
 * @module
 */
import type { Kind } from "../../src/kind/kind.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { vetAndReport } from "./grammars.ts";
import type { Shape } from "./growth.ts";

/** Keys from the root of the document; a number refers to the first item of a list. */
type Path = readonly (string | number)[];

export interface Field {
  readonly kind: Kind;
  readonly path: Path;
  readonly schema: FieldSchema;
}

const maxDepth = 9;

/** Returns the fields of kinds. Fields that several kinds share, such as those of pods, are listed once. */
export function fieldsOf(kinds: readonly Kind[]): readonly Field[] {
  const seen = new Set<FieldSchema>();
  return kinds.flatMap((kind) => {
    const fields: Field[] = [];
    const visit = (schema: FieldSchema, path: Path): void => {
      if (seen.has(schema) || path.length > maxDepth) return;
      seen.add(schema);
      if (path.length > 0) fields.push({ kind, path, schema });
      for (const [name, field] of Object.entries(schema.properties ?? {})) visit(field, [...path, name]);
      if (schema.items) visit(schema.items, [...path, 0]);
      if (typeof schema.additionalProperties === "object") visit(schema.additionalProperties, [...path, "key"]);
    };
    visit(kind.versions[0]?.schema ?? {}, []);
    return fields;
  });
}

/** The values that a field gets for n repetitions. */
const values: Readonly<Record<string, (n: number) => unknown>> = {
  "empty items": (n) => Array.from({ length: n }, () => ({})),
  "numbered items": (n) => Array.from({ length: n }, (_none, index) => ({ name: `n${index}`, key: `k${index}` })),
  "equal items": (n) => Array.from({ length: n }, () => ({ name: "a", key: "k" })),
  texts: (n) => Array.from({ length: n }, (_none, index) => `t${index}`),
  "equal texts": (n) => Array.from({ length: n }, () => "a"),
  "texts of a wrong form": (n) => Array.from({ length: n }, (_none, index) => `-/ ${index}`),
  numbers: (n) => Array.from({ length: n }, (_none, index) => index),
  nulls: (n) => Array.from({ length: n }, () => null),
  "named values": (n) => Object.fromEntries(Array.from({ length: n }, (_none, index) => [`k${index}`, `v${index}`])),
  "named values of a wrong form": (n) =>
    Object.fromEntries(Array.from({ length: n }, (_none, index) => [`-${index}/ `, " "])),
  "named objects": (n) => Object.fromEntries(Array.from({ length: n }, (_none, index) => [`k${index}`, {}])),
  "a long text": (n) => "a".repeat(10 * n),
  "a long path": (n) => "/a.-".repeat(3 * n),
  "a long number": (n) => "9".repeat(10 * n),
  "a long list": (n) => "a=b,".repeat(3 * n),
};

export const valueNames = Object.keys(values);

export function fieldShape(field: Field, value: string): Shape {
  return {
    name: `${field.kind.kind} ${field.path.join(".")}: ${value}`,
    text: (n) => JSON.stringify(documentWith(field, values[value]?.(n))),
    read: (text) => vetAndReport("a.json", text),
  };
}

/** Returns a document with little more than the field. */
export function documentWith({ kind, path }: Field, value: unknown): unknown {
  const version = kind.versions[0]?.name ?? "v1";
  const apiVersion = kind.group === "" ? version : `${kind.group}/${version}`;
  return objectWith(path, value, { apiVersion, kind: kind.kind, metadata: { name: "a" } });
}

/** Returns the object with the value set at the path. */
function objectWith([first, ...rest]: Path, value: unknown, object: object): unknown {
  const inner = rest.length === 0 ? value : objectWith(rest, value, {});
  return first === 0 ? [inner] : { ...object, [String(first)]: inner };
}
