/**
 * Derives the facts about a custom resource that server-side apply needs from the schema of its definition
 * (`ToSchemaFromOpenAPI` of k8s.io/kube-openapi).
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { type ApplyType, deduced, type ListType, type MapType, untypedAtomic } from "../../patch/apply/apply-type.ts";
import { applyTypeOfVersion } from "../../schema/apply-type.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

/** Returns the type of a version's resources. */
export const resourceApplyType = (schema: JSONSchemaProps): ApplyType => ({
  map: mapOf(schema, { keepsUnknown: preservesUnknownFields(schema), isResource: true }),
});

const preservesUnknownFields = (schema: JSONSchemaProps): boolean =>
  schema["x-kubernetes-preserve-unknown-fields"] === true;

/**
 * Returns the type of a value.
 *
 * @param isInOpen - whether an enclosing schema has `x-kubernetes-preserve-unknown-fields`, which applies to everything
 *   inside
 */
function typeOf(schema: JSONSchemaProps, isInOpen: boolean): ApplyType {
  const keepsUnknown = isInOpen || preservesUnknownFields(schema);
  const isResource = schema["x-kubernetes-embedded-resource"] === true;
  switch (schema.type) {
    case "object":
      return { map: mapOf(schema, { keepsUnknown, isResource }) };
    case "array":
      return { list: listOf(schema, keepsUnknown) };
    case "boolean":
      return { scalar: "boolean" };
    case "integer":
    case "number":
      return { scalar: "numeric" };
    case "string":
      return { scalar: plainFormats.has(schema.format) ? "string" : "untyped" };
    default:
      return {
        scalar: "untyped",
        list: listOf(schema, keepsUnknown),
        map: mapOf(schema, { keepsUnknown, isResource }),
      };
  }
}

const plainFormats: ReadonlySet<string | undefined> = new Set([undefined, "", "byte"]);

interface Within {
  /** Whether undeclared fields are kept, here and at every level below. */
  readonly keepsUnknown: boolean;
  readonly isResource: boolean;
}

function mapOf(schema: JSONSchemaProps, { keepsUnknown, isResource }: Within): MapType {
  const { properties = {}, additionalProperties } = schema;
  const hasFields = isResource || Object.keys(properties).length > 0;
  const values = valuesOf(schema);
  const rest = values
    ? typeOf(values, keepsUnknown)
    : undeclaredFieldType(additionalProperties, keepsUnknown || !hasFields);
  const known = new Map<string, ApplyType | undefined>();
  const fieldOf = (name: string) => {
    const property = propertyOf(schema, name);
    return (isResource ? fieldOfResource(name) : undefined) ?? (property && typeOf(property, keepsUnknown));
  };
  return {
    isAtomic: schema["x-kubernetes-map-type"] === "atomic",
    hasFields,
    isOpen: !hasFields && rest === deduced,
    field(name) {
      if (!known.has(name)) known.set(name, fieldOf(name));
      return known.get(name);
    },
    rest,
  };
}

function undeclaredFieldType(flag: JSONSchemaProps["additionalProperties"], takesAny: boolean): ApplyType | undefined {
  return flag === true || (flag === undefined && takesAny) ? deduced : undefined;
}

const text: ApplyType = { scalar: "string" };

/** Returns the type of a field that every resource has, top-level or embedded. */
function fieldOfResource(name: string): ApplyType | undefined {
  if (name === "metadata") return applyTypeOfVersion({ schema: typeSchema("meta/v1.ObjectMeta") });
  return name === "apiVersion" || name === "kind" ? text : undefined;
}

function listOf(schema: JSONSchemaProps, keepsUnknown: boolean): ListType {
  const items = itemsOf(schema);
  const type = schema["x-kubernetes-list-type"];
  const names = (type === "map" && schema["x-kubernetes-list-map-keys"]) || [];
  return {
    isAtomic: type !== "set" && type !== "map",
    keys: names.map((name) => ({ name, default: items && propertyOf(items, name)?.default })),
    item: items ? typeOf(items, keepsUnknown) : untypedAtomic,
  };
}
