/**
 * Types of values that a structural schema describes, as far as the vectors need them.
 *
 * @module
 */
import type { SizedSchema } from "../../../src/cel/cost/schema-bounds.ts";
import { escapePropertyName } from "../../../src/cel/syntax/property-name.ts";
import type { ObjectDeclaration } from "../../../src/cel/types/declarations.ts";
import * as types from "../../../src/cel/types/types.ts";

export interface DeclaredSchema {
  readonly type: types.CelType;
  readonly objects: readonly ObjectDeclaration[];
}

/** Declares `self` of a custom resource, whose kind and name can always be read. */
export function declareSchema(schema: SizedSchema): DeclaredSchema {
  const objects: ObjectDeclaration[] = [];
  return { type: declare(asResource(schema), "Resource", objects) ?? types.dynType, objects };
}

const stringFormats: Readonly<Record<string, types.CelType>> = {
  byte: types.bytesType,
  duration: types.durationType,
  date: types.timestampType,
  "date-time": types.timestampType,
};
const scalars: Readonly<Record<string, types.CelType>> = {
  boolean: types.boolType,
  number: types.doubleType,
  integer: types.intType,
};

function declare(schema: SizedSchema, name: string, objects: ObjectDeclaration[]): types.CelType | undefined {
  if (schema["x-kubernetes-int-or-string"]) return types.dynType;
  if (schema["x-kubernetes-embedded-resource"] && schema.properties?.["kind"] === undefined) {
    return declare(asResource(schema), name, objects);
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "string") return stringFormats[schema.format ?? ""] ?? types.stringType;
  if (type === "array") {
    const element = schema.items && declare(schema.items, `${name}.@items`, objects);
    return element && types.listType(element);
  }
  if (type !== "object") return scalars[type ?? ""];
  if (typeof schema.additionalProperties === "object") {
    const value = declare(schema.additionalProperties, `${name}.@values`, objects);
    return value && types.mapType(types.stringType, value);
  }
  const fields = Object.entries(schema.properties ?? {}).flatMap(([property, each]) => {
    const field = escapePropertyName(property);
    const fieldType = declare(each, `${name}.${property}`, objects);
    return field !== undefined && fieldType !== undefined ? [[field, fieldType] as const] : [];
  });
  objects.push({ name, fields: Object.fromEntries(fields) });
  return types.objectType(name);
}

function asResource(schema: SizedSchema): SizedSchema {
  const string = { type: "string" };
  const metadata = { type: "object", properties: { name: string, generateName: string } };
  return {
    ...schema,
    type: "object",
    properties: { ...schema.properties, kind: string, apiVersion: string, metadata },
  };
}

/** The input with names as expressions write them, and dates as the timestamps that they are read as. */
export function inputOf(schema: SizedSchema, input: unknown): unknown {
  if (schema.format === "date") return `${input}T00:00:00Z`;
  if (Array.isArray(input)) return schema.items ? input.map((item) => inputOf(schema.items ?? {}, item)) : input;
  if (typeof input !== "object" || input === null || schema.properties === undefined) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      escapePropertyName(name) ?? name,
      inputOf(schema.properties?.[name] ?? {}, value),
    ]),
  );
}
