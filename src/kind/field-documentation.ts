/**
 * The documentation of a field of a kind: its type, default, release, list semantics, child fields and an example. All
 * of it is derived from the kind's schema and from its defaulting.
 *
 * @module
 */
import { describeField } from "../api/descriptions.ts";
import { memberOf } from "../json/member.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { RuleContext } from "../rule/context.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import { fieldNamed } from "../schema/sensitive.ts";
import { closest } from "../text/closest.ts";
import type { Kind, KindVersion } from "./kind.ts";

/** A field in the list of its parent's fields. */
export interface FieldSummary {
  readonly name: string;
  /** As kubectl explain writes types: `string`, `[]Object`, `map[string]Quantity`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description?: string;
}

export interface FieldDocumentation extends Omit<FieldSummary, "name"> {
  readonly schema: FieldSchema;
  /** The value that the component uses if the field is absent; undefined if it fills in nothing. */
  readonly defaultValue?: unknown;
  /** In the order of the schema. */
  readonly fields: readonly FieldSummary[];
  /** A document that contains only the field. */
  readonly example: unknown;
}

/** The result for a path that does not exist. */
export interface UnknownField {
  /**
   * The unknown name. `below` is the path of its parent, `known` are the parent's field names, `meant` is the closest
   * of them.
   */
  readonly unknown: string;
  readonly parentPath: readonly string[];
  readonly knownNames: readonly string[];
  readonly closestName?: string;
}

/**
 * Documents the field at a path.
 *
 * @param path - field names; the path continues through lists into their items, and any name is valid in a map
 * @param context - determines the release for the defaults
 */
export function documentField(
  kind: Kind,
  version: KindVersion,
  path: readonly string[],
  context: RuleContext,
): FieldDocumentation | UnknownField {
  const trail: FieldSchema[] = [version.schema];
  for (const [index, name] of path.entries()) {
    const parent = itemOf(trail[index] ?? {});
    const child = fieldNamed(parent, name);
    if (!child) return unknownField(name, path.slice(0, index), Object.keys(parent.properties ?? {}));
    trail.push(child);
  }
  const schema = trail.at(-1) ?? version.schema;
  const defaultValue = defaultAt(kind, trail, path, context);
  const description =
    path.length === 0 ? schema.description : fieldDescription(itemOf(trail.at(-2) ?? {}), path.at(-1) ?? "", schema);
  return {
    schema,
    type: typeOf(schema),
    isRequired: schema["x-required"] === true,
    ...withoutUndefined({ description, defaultValue }),
    fields: Object.entries(itemOf(schema).properties ?? {}).map(([name, field]) =>
      summaryOf(itemOf(schema), name, field),
    ),
    example: wrapInPath(trail, path, defaultValue ?? sampleOf(schema)),
  };
}

function unknownField(unknown: string, parentPath: readonly string[], knownNames: readonly string[]): UnknownField {
  const closestName = closest(unknown, knownNames);
  return {
    unknown,
    parentPath,
    knownNames,
    ...(closestName === undefined ? {} : { closestName }),
  };
}

function summaryOf(owner: FieldSchema, name: string, schema: FieldSchema): FieldSummary {
  const description = fieldDescription(owner, name, schema);
  const isRequired = schema["x-required"] === true;
  return { name, type: typeOf(schema), isRequired, ...(description === undefined ? {} : { description }) };
}

/** The description of a field: from its schema, or else from the API type that declares it. */
export function fieldDescription(owner: FieldSchema, name: string, field: FieldSchema): string | undefined {
  const type = owner["x-type"];
  if (field.description !== undefined || type === undefined) return field.description;
  return describeField(type, name, itemOf(field)["x-type"]);
}

/** The schema of the items of a list, also through nested lists; the schema itself if it is not a list. */
function itemOf(schema: FieldSchema): FieldSchema {
  return schema.items ? itemOf(schema.items) : schema;
}

const typeByFormat: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "go-duration": "Duration",
    "rfc3339-time": "Time",
    "rfc3339-micro-time": "MicroTime",
    base64: "bytes",
  }),
);

/** The type of a field, as kubectl explain writes it. */
function typeOf(schema: FieldSchema): string {
  if (schema.items) return `[]${typeOf(schema.items)}`;
  if (schema["x-raw"]) return "any";
  if (schema["x-int"] || schema["x-uint"]) return "integer";
  if (schema["x-duration-or-nanos"]) return "Duration";
  if (schema["x-int-or-string"]) return "IntOrString";
  if (schema["x-quantity"]) return "Quantity";
  if (typeof schema.additionalProperties === "object") return `map[string]${typeOf(schema.additionalProperties)}`;
  if (schema.format !== undefined) return typeByFormat.get(schema.format) ?? schema.type ?? "string";
  return schema.type === "object" ? "Object" : (schema.type ?? "any");
}

/** Returns the value that defaulting sets at the path, in an object that contains only the parents of the field. */
function defaultAt(kind: Kind, trail: readonly FieldSchema[], path: readonly string[], context: RuleContext): unknown {
  if (!kind.applyDefaults || path.length === 0) return undefined;
  const parent = wrapInPath(trail.slice(0, -1), path.slice(0, -1), {});
  kind.applyDefaults(parent, context);
  let at: unknown = parent;
  for (const name of path) {
    while (Array.isArray(at)) at = at[0];
    if (typeof at !== "object" || at === null) return undefined;
    at = memberOf(at as Record<string, unknown>, name);
  }
  return at;
}

/** Wraps the value in the objects and lists of the path, which contain nothing else. */
function wrapInPath(trail: readonly FieldSchema[], path: readonly string[], value: unknown): unknown {
  let whole = Array.isArray(value) ? value : wrapInLists(trail.at(-1), value);
  for (const [depth, name] of [...path.entries()].reverse()) whole = wrapInLists(trail[depth], { [name]: whole });
  return whole;
}

function wrapInLists(schema: FieldSchema | undefined, value: unknown): unknown {
  return schema?.items ? [wrapInLists(schema.items, value)] : value;
}

/** A sample value that the type accepts. */
function sampleOf(schema: FieldSchema): unknown {
  const item = itemOf(schema);
  if (item.enum?.[0] !== undefined) return item.enum[0];
  const rest = item.additionalProperties;
  if (typeof rest === "object") return { key: wrapInLists(rest, sampleOf(rest)) };
  if (item["x-raw"] || item.properties) return requiredSample(item);
  if (item["x-int"] || item["x-uint"] || item["x-int-or-string"]) return 1;
  if (item["x-duration-or-nanos"]) return "30s";
  if (item["x-quantity"]) return "100Mi";
  if (item.type === "boolean") return true;
  if (item.type === "number") return 0.5;
  return item.format === undefined ? "text" : (sampleByFormat.get(item.format) ?? "text");
}

const sampleByFormat: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "go-duration": "30s",
    "rfc3339-time": "2026-01-02T15:04:05Z",
    "rfc3339-micro-time": "2026-01-02T15:04:05.000000Z",
    base64: "dGV4dA==",
  }),
);

function requiredSample({ properties = {} }: FieldSchema): Record<string, unknown> {
  const required = Object.entries(properties).filter(([, field]) => field["x-required"]);
  return Object.fromEntries(required.map(([name, field]) => [name, wrapInLists(field, sampleOf(field))]));
}
