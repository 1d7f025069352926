/**
 * Resources in resources: what the API server asks of the `apiVersion`, `kind` and `metadata` of an embedded resource.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { valueAt } from "../../diagnostic/path.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { parseApiVersion } from "../../kind/detect.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Finding } from "../../rule/finding.ts";
import { runRules } from "../../rule/run.ts";
import { decode, decodeStrictly } from "../../schema/decode.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { schemaFindings } from "../../schema/translate.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { validateDns1035Label, validatePathSegmentName, validatePathSegmentPrefix } from "../../text/names.ts";
import { objectMetaRules } from "../meta/object-meta-rules.ts";
import { itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

/** What is known of any resource; its other fields are its own schema's. */
export const resourceSchema: FieldSchema = {
  type: "object",
  properties: { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: typeSchema("meta/v1.ObjectMeta") },
  additionalProperties: { "x-raw": true },
};

const nameRule = (name: string, isPrefix: boolean): readonly string[] =>
  isPrefix ? validatePathSegmentPrefix(name) : validatePathSegmentName(name);

const metadataRules = {
  Namespaced: objectMetaRules({ scope: "Namespaced", nameRule, finalizers: "any" }),
  Cluster: objectMetaRules({ scope: "Cluster", nameRule, finalizers: "any" }),
};

/**
 * Removes what metadata of embedded resources does not have.
 *
 * @returns the paths of what was removed, beginning with `path`
 */
export function pruneEmbedded(
  value: unknown,
  schema: JSONSchemaProps | undefined,
  path: FieldPath = [],
): readonly FieldPath[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => pruneEmbedded(item, itemsOf(schema), [...path, index]));
  }
  if (!isPlainObject(value)) return [];
  const own = schema["x-kubernetes-embedded-resource"] ? pruneMetadata(value) : [];
  return [
    ...own.map((field) => [...path, ...field]),
    ...Object.entries(value).flatMap(([name, each]) =>
      pruneEmbedded(each, propertyOf(schema, name) ?? valuesOf(schema), [...path, name]),
    ),
  ];
}

function pruneMetadata(value: Readonly<Record<string, unknown>>): readonly FieldPath[] {
  const { misfits } = decodeStrictly({ metadata: value["metadata"] }, resourceSchema);
  const unknown = misfits.filter(({ fault }) => fault === "unknown-field");
  for (const { path, name = "" } of unknown) {
    const fields = valueAt(value, path);
    if (isPlainObject(fields)) Reflect.deleteProperty(fields, name);
  }
  return unknown.map(({ path, name = "" }) => [...path, name]);
}

/** Faults of all embedded resources in a value; paths begin with `path`. */
export function embeddedFaults(
  value: unknown,
  schema: JSONSchemaProps | undefined,
  context: RuleContext,
  path: FieldPath = [],
): Finding[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => embeddedFaults(item, itemsOf(schema), context, [...path, index]));
  }
  if (!isPlainObject(value)) return [];
  const own = schema["x-kubernetes-embedded-resource"] ? resourceFaults(value, context) : [];
  return [
    ...own.map((finding) => ({ ...finding, path: [...path, ...finding.path] })),
    ...Object.entries(value).flatMap(([name, each]) =>
      embeddedFaults(each, propertyOf(schema, name) ?? valuesOf(schema), context, [...path, name]),
    ),
  ];
}

function resourceFaults(value: Readonly<Record<string, unknown>>, context: RuleContext): Finding[] {
  const { apiVersion, kind, metadata } = value;
  const known = { apiVersion, kind, metadata };
  return [
    ...identityFaults("apiVersion", apiVersion),
    ...identityFaults("kind", kind),
    ...metadataFaults(known, context),
  ];
}

function identityFaults(name: "apiVersion" | "kind", value: unknown): Finding[] {
  if (value === undefined) return [{ path: [name], cause: "required", message: `\`${name}\` must be set` }];
  if (typeof value !== "string") return [{ path: [name], cause: "type", message: "must be a string" }];
  if (value === "") return [{ path: [name], message: "must not be empty" }];
  if (name === "apiVersion") {
    return parseApiVersion(value) ? [] : [{ path: [name], message: `must be <group>/<version>; got "${value}"` }];
  }
  return validateDns1035Label(value.toLowerCase()).map((fault) => ({
    path: [name],
    message: `in lower case, ${fault}; got "${value}"`,
  }));
}

function metadataFaults(value: { readonly metadata: unknown }, context: RuleContext): Finding[] {
  const { metadata } = value;
  if (metadata === undefined || metadata === null) return [];
  const structural = schemaFindings({ metadata }, resourceSchema);
  if (structural.some(({ rule }) => rule !== "schema/unknown-field")) return structural;
  const object = decode({ metadata }, resourceSchema) as { metadata?: { name?: string; namespace?: string } };
  const scope = object.metadata?.namespace ? "Namespaced" : "Cluster";
  // The server checks what is embedded as if it were new.
  const { oldObject: _, ...asNew } = context;
  const named = { metadata: { ...object.metadata, name: object.metadata?.name || "unnamed" } };
  return [
    ...structural,
    ...runRules(metadataRules[scope], named, asNew).filter(({ severity }) => severity === "error"),
  ];
}
