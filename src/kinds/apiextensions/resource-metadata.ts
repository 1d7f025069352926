/**
 * Embedded resources: the rules of kube-apiserver about their `apiVersion`, `kind` and `metadata`.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { valueAt } from "../../diagnostic/path.ts";
import { Float64 } from "../../json/float64.ts";
import { showGoValue } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { parseApiVersion } from "../../kind/detect.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Finding } from "../../rule/finding.ts";
import { runRules } from "../../rule/run.ts";
import { type DecodeError, decode, decodeStrictly } from "../../schema/decode.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { sentValue } from "../../schema/go-values.ts";
import { schemaFindings } from "../../schema/translate.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { validateDns1035Label, validatePathSegmentName, validatePathSegmentPrefix } from "../../text/names.ts";
import { objectMetaRules } from "../meta/object-meta-rules.ts";
import { hasResources, itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

const metadataSchema = typeSchema("meta/v1.ObjectMeta");

/** The fields of every resource. The schema of the definition describes the other fields. */
export const resourceSchema: FieldSchema = {
  type: "object",
  properties: { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: metadataSchema },
  additionalProperties: { "x-raw": true, "x-null-is-value": true },
};

const nameRule = (name: string, isPrefix: boolean): readonly string[] =>
  isPrefix ? validatePathSegmentPrefix(name) : validatePathSegmentName(name);

const metadataRules = {
  Namespaced: objectMetaRules({ scope: "Namespaced", nameRule, finalizers: "any" }),
  Cluster: objectMetaRules({ scope: "Cluster", nameRule, finalizers: "any" }),
};

/**
 * Removes unknown fields from the metadata of embedded resources.
 *
 * @returns the removed fields, and values that do not fit their fields; paths begin with `path`
 */
export function coerceEmbedded(
  value: unknown,
  schema: JSONSchemaProps | undefined,
  path: FieldPath = [],
): readonly DecodeError[] {
  if (schema === undefined || !hasResources(schema)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => coerceEmbedded(item, itemsOf(schema), [...path, index]));
  }
  if (!isPlainObject(value)) return [];
  const own = schema["x-kubernetes-embedded-resource"] ? coerceResource(value) : [];
  return [
    ...own.map((error) => ({ ...error, path: [...path, ...error.path] })),
    ...Object.entries(value).flatMap(([name, each]) =>
      coerceEmbedded(each, propertyOf(schema, name) ?? valuesOf(schema), [...path, name]),
    ),
  ];
}

/** Rewrites the metadata as Go encodes it: without empty values. */
export function writeMetadata(object: unknown): void {
  if (isPlainObject(object) && isPlainObject(object["metadata"])) {
    object["metadata"] = sentValue(object["metadata"], metadataSchema);
  }
}

function coerceResource(value: Record<string, unknown>): readonly DecodeError[] {
  const own = Object.entries(value).filter(([name]) => identity.has(name) || name === "metadata");
  const { object, errors } = decodeStrictly(Object.fromEntries(own), resourceSchema);
  const { metadata } = object as { readonly metadata?: unknown };
  if (Object.hasOwn(value, "metadata") && isPlainObject(value["metadata"] ?? {})) {
    value["metadata"] = sentValue(metadata ?? {}, metadataSchema);
  }
  const nulls = own.filter(([name, each]) => each === null && identity.has(name));
  return [
    ...errors,
    ...nulls.map(([name]): DecodeError => ({ fault: "type", path: [name], value: null, field: text })),
  ];
}

const identity: ReadonlySet<string> = new Set(["apiVersion", "kind"]);
const text: FieldSchema = { type: "string" };

/**
 * Removes invalid values from a stored object, each with its whole field of the metadata, so that kube-apiserver can
 * read the rest.
 */
export function dropInvalidMetadata(object: unknown, errors: readonly DecodeError[]): void {
  for (const { fault, path } of errors) {
    const end = path.lastIndexOf("metadata");
    const dropped = end < 0 ? path : path.slice(0, end + 2);
    const holder = fault === "unknown-field" ? undefined : valueAt(object, dropped.slice(0, -1));
    if (isPlainObject(holder)) Reflect.deleteProperty(holder, dropped.at(-1) ?? "");
  }
}

/** Returns the faults of all embedded resources in a value. Paths begin with `path`. */
export function embeddedFaults(
  value: unknown,
  schema: JSONSchemaProps | undefined,
  context: RuleContext,
  path: FieldPath = [],
): Finding[] {
  if (schema === undefined || !hasResources(schema)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => embeddedFaults(item, itemsOf(schema), context, [...path, index]));
  }
  if (!isPlainObject(value) || value instanceof Float64) return [];
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
  // Decoding reports values of the wrong type.
  if (typeof value !== "string") return [];
  if (value === "") return [{ path: [name], message: "must not be empty", serverText: '"": must not be empty' }];
  const shown = showGoValue(value);
  if (name === "apiVersion") {
    const serverText = `${shown}: unexpected GroupVersion string: ${value}`;
    const message = `must be <group>/<version>; got "${value}"`;
    return parseApiVersion(value) ? [] : [{ path: [name], message, serverText }];
  }
  const faults = validateDns1035Label(value.toLowerCase());
  const serverText = `${shown}: may have mixed case, but should otherwise match: ${faults.join(",")}`;
  return faults.map((fault) => ({ path: [name], message: `in lower case, ${fault}; got "${value}"`, serverText }));
}

function metadataFaults(value: { readonly metadata: unknown }, context: RuleContext): Finding[] {
  const { metadata } = value;
  if (metadata === undefined || metadata === null) return [];
  const structural = schemaFindings({ metadata }, resourceSchema);
  if (structural.some(({ rule }) => rule !== "schema/unknown-field")) return [];
  const object = decode({ metadata }, resourceSchema) as { metadata?: { name?: string; namespace?: string } };
  const scope = object.metadata?.namespace ? "Namespaced" : "Cluster";
  // kube-apiserver validates an embedded resource as if it were new.
  const { oldObject: _, ...asNew } = context;
  const named = { metadata: { ...object.metadata, name: object.metadata?.name || "unnamed" } };
  return [
    ...structural,
    ...runRules(metadataRules[scope], named, asNew).filter(({ severity }) => severity === "error"),
  ];
}
