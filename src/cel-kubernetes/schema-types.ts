/**
 * Declares the CEL types of values that an OpenAPI schema describes, as Kubernetes does for rules of custom resources
 * and for policies with known kinds.
 *
 * @module
 */

import { escapePropertyName } from "../cel/syntax/property-name.ts";
import type { ObjectDeclaration } from "../cel/types/declarations.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  stringType,
  timestampType,
} from "../cel/types/types.ts";
import { asResource, type SizedSchema } from "./cost/schema-bounds.ts";

/** The members of a structural schema that determine types and values in CEL. */
export interface StructuralSchema extends SizedSchema {
  readonly items?: StructuralSchema;
  readonly additionalProperties?: StructuralSchema | boolean;
  readonly properties?: Readonly<Record<string, StructuralSchema>>;
  readonly nullable?: boolean;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
}

/** A type and the object types that it contains. */
export interface SchemaTypes {
  readonly type: CelType;
  readonly objects: readonly ObjectDeclaration[];
}

/** Options for declaring a schema. */
export interface SchemaTypesOptions {
  /**
   * The name of the object type; the types of its fields use it as a prefix. Expressions should not be able to write
   * the name.
   */
  readonly name: string;
  /** Whether the values are resources, which have a kind and a name even if the schema does not declare them. */
  readonly isResource: boolean;
  /** Whether expressions may also read fields named like reserved words without escapes. */
  readonly allowsReservedWords: boolean;
}

/** Declares the types of a schema; undefined if expressions cannot read its values. */
export function declareSchema(schema: StructuralSchema, options: SchemaTypesOptions): SchemaTypes | undefined {
  const objects: ObjectDeclaration[] = [];
  const { name, isResource, allowsReservedWords } = options;
  const declare = (part: StructuralSchema, partName: string, isPartResource: boolean): CelType | undefined => {
    if (part["x-kubernetes-int-or-string"]) return dynType;
    const inner = (schemaInside: StructuralSchema | undefined, suffix: string): CelType | undefined =>
      schemaInside &&
      declare(schemaInside, `${partName}.${suffix}`, schemaInside["x-kubernetes-embedded-resource"] === true);
    const { type, items, additionalProperties, properties } = isPartResource ? asResource(part) : part;
    const kind = typeof type === "string" ? type : type?.[0];
    if (kind === "string") return stringFormats.get(part.format ?? "") ?? stringType;
    if (kind === "array") {
      const element = inner(items, "@idx");
      return element && listType(element);
    }
    if (kind !== "object") return scalars.get(kind ?? "");
    if (typeof additionalProperties === "object") {
      const value = inner(additionalProperties, "@elem");
      return value && mapType(stringType, value);
    }
    const fields = Object.entries(properties ?? {}).flatMap(([property, each]) => {
      const field = escapePropertyName(property);
      const fieldType = field === undefined ? undefined : inner(each, field);
      if (field === undefined || fieldType === undefined) return [];
      const names = allowsReservedWords && field !== property && isWord(property) ? [field, property] : [field];
      return names.map((each) => [each, fieldType] as const);
    });
    objects.push({ name: partName, fields: Object.fromEntries(fields) });
    return objectType(partName);
  };
  const type = declare(schema, name, isResource);
  return type && { type, objects };
}

const stringFormats: ReadonlyMap<string, CelType> = new Map(
  Object.entries({
    byte: bytesType,
    duration: durationType,
    date: timestampType,
    "date-time": timestampType,
  }),
);

const scalars: ReadonlyMap<string, CelType> = new Map(
  Object.entries({ boolean: boolType, number: doubleType, integer: intType }),
);

/** Whether a name is only lowercase letters: if it needs an escape, it is a reserved word. */
function isWord(name: string): boolean {
  return /^[a-z]+$/.test(name);
}
