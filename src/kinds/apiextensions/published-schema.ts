/**
 * The schema of a custom resource as kube-apiserver publishes it in OpenAPI documents, version 2 or 3.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { setMember } from "../../json/member.ts";
import type { OpenApiForm } from "../../kind/kind.ts";
import { itemsOf, propertyOf, quantifiers, valuesOf } from "./schema-walk.ts";

/** Returns the published schema of a resource. The caller adds its group, version and kind. */
export function publishedSchema(schema: JSONSchemaProps, form: OpenApiForm): object {
  // With a list of properties, kubectl would reject fields that are not in it.
  if (form.version === 2 && schema["x-kubernetes-preserve-unknown-fields"]) return { type: "object" };
  const { properties, ...rest } = publishSchema(schema, form);
  return { ...rest, properties: { ...asMap(properties), ...identity(form) } };
}

type Written = Record<string, unknown>;

const apiVersion = {
  type: "string",
  description: "APIVersion defines the group and version whose fields this object has, such as stable.example.com/v1.",
};
const kind = {
  type: "string",
  description: "Kind is the name of what this object is, in CamelCase; it is also in the URL, and does not change.",
};
const identity = ({ metadata }: OpenApiForm): Written => ({ apiVersion, kind, metadata });
const asMap = (value: unknown): Written => (value ?? {}) as Written;

function publishSchema(schema: JSONSchemaProps, form: OpenApiForm): Written {
  const { properties, items: _items, additionalProperties: rest, nullable, not, ...plain } = schema;
  const written: Written = { ...plain };
  for (const name of quantifiers) delete written[name];
  const items = itemsOf(schema);
  const values = valuesOf(schema);
  if (properties) {
    const entries = Object.entries(properties).map(([name, property]) => [name, publishSchema(property, form)]);
    written["properties"] = Object.fromEntries(entries);
  }
  if (items) written["items"] = publishSchema(items, form);
  if (values) written["additionalProperties"] = publishSchema(values, form);
  else if (typeof rest === "boolean" && form.version === 3) written["additionalProperties"] = rest;
  if (form.version === 2) simplify(written, schema);
  else {
    if (nullable) written["nullable"] = true;
    if (not) written["not"] = publishSchema(not, form);
    for (const [name, schemas] of combinedSchemas(schema, form)) setMember(written, name, schemas);
  }
  const isOpen = form.version === 2 && schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema["x-kubernetes-embedded-resource"] && !isOpen) addResourceFields(written, form);
  return written;
}

/** Returns the combined schemas; `x-kubernetes-int-or-string` without its own becomes an `anyOf` of both types. */
function combinedSchemas(schema: JSONSchemaProps, form: OpenApiForm): ReadonlyMap<string, readonly object[]> {
  const found = new Map<string, readonly object[]>();
  const isEither = schema["x-kubernetes-int-or-string"] === true && !schema.anyOf && !schema.allOf;
  if (isEither) found.set("anyOf", [{ type: "integer" }, { type: "string" }]);
  for (const name of quantifiers) {
    const schemas = schema[name];
    if (schemas)
      found.set(
        name,
        schemas.map((each) => publishSchema(each, form)),
      );
  }
  return found;
}

/**
 * Removes keywords from a version 2 schema that its clients would interpret too strictly, for example properties of a
 * value that may have others.
 */
function simplify(written: Written, schema: JSONSchemaProps): void {
  delete written["default"];
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema.nullable || isOpen) {
    delete written["items"];
    delete written["properties"];
  }
  const hasNoItems = schema.type === "array" && written["items"] === undefined;
  if (schema.nullable || hasNoItems || (isOpen && schema.type === "object")) delete written["type"];
  const mayBeNull = (name: string) => propertyOf(schema, name)?.nullable === true;
  const required = valuesOf(schema)?.nullable ? [] : (schema.required ?? []).filter((name) => !mayBeNull(name));
  if (required.length > 0) written["required"] = required;
  else delete written["required"];
}

function addResourceFields(written: Written, form: OpenApiForm): void {
  written["properties"] = { ...asMap(written["properties"]), ...identity(form) };
  const required = (written["required"] ?? []) as readonly string[];
  written["required"] = [...new Set([...required, "kind", "apiVersion"])];
}
