/**
 * The kind that a CustomResourceDefinition defines: read, defaulted and vetted as the API server does it.
 *
 * @module
 */
import type { CustomResourceSubresourceScale } from "../../api/types/apiextensions-v1.ts";
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Column, Kind, KindVersion, Reading, Resource } from "../../kind/kind.ts";
import { decodeStrictly, type Misfit } from "../../schema/decode.ts";
import { schemaAt } from "../../schema/decode-schema.ts";
import { compareApiVersions } from "../../text/version-order.ts";
import { objectMetaRules, subdomainName } from "../meta/object-meta-rules.ts";
import { keepClientsMetadata, keepStored } from "../meta/stored-part.ts";
import { customResourceRules, type ResourceVersion } from "./custom-resource-rules.ts";
import { resourceFieldSchema } from "./field-schema.ts";
import { readJsonSchema } from "./json-schema-props.ts";
import { resourceSchema } from "./resource-metadata.ts";
import { dropNulls, fillDefaults, prune } from "./resource-value.ts";
import { isConvertible, structuralFindings } from "./structural.ts";

/** The part of a definition that says what the kind is like, after defaults. */
export interface Definition {
  readonly spec?: {
    readonly group?: string;
    readonly scope?: string;
    readonly names?: {
      readonly plural?: string;
      readonly singular?: string;
      readonly kind?: string;
      readonly shortNames?: readonly string[];
      readonly categories?: readonly string[];
    };
    readonly versions?: readonly DefinedVersion[];
  };
}

interface DefinedVersion {
  readonly name?: string;
  readonly served?: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: unknown };
  readonly subresources?: { readonly status?: unknown; readonly scale?: CustomResourceSubresourceScale };
}

/** A custom resource, as far as all have the same fields. */
interface CustomResource {
  readonly metadata?: ObjectMeta;
}

/** Undefined for a definition that lacks a name, or whose schemas the API server would not take. */
export function customKind({ spec = {} }: Definition): Kind | undefined {
  const { group = "", names = {}, scope, versions = [] } = spec;
  const { kind = "", plural = "" } = names;
  if (group === "" || kind === "" || plural === "" || (scope !== "Namespaced" && scope !== "Cluster")) return undefined;
  const byName = new Map<string, ResourceVersion>();
  for (const version of versions) {
    const read = version.served ? resourceVersion(version, group, kind) : undefined;
    if (version.served && read === undefined) return undefined;
    if (read) byName.set(version.name ?? "", read);
  }
  if (byName.size === 0) return undefined;
  const kindVersions = kindVersionsOf(byName);
  const schemaOf = (name: string) => byName.get(name)?.schema;
  return {
    kind,
    group,
    versions: kindVersions,
    description: [...byName.values()].find(({ schema }) => schema.description)?.schema.description ?? "",
    rules: [
      ...objectMetaRules({ scope, nameRule: subdomainName, prefixOfUpdate: "any", finalizers: "any" }),
      ...customResourceRules((name) => byName.get(name)),
    ],
    read(value, { version }) {
      const schema = kindVersions.find(({ name }) => name === version)?.schema ?? {};
      return readResource(value, schema, schemaOf(version) ?? {});
    },
    applyDefaults: (object, { version }) => fillDefaults(object, schemaOf(version)),
    resource: resourceOf({ ...names, plural }, scope, byName),
  } as Kind;
}

/** Undefined when the API server would take no such schema. */
function resourceVersion(version: DefinedVersion, group: string, kind: string): ResourceVersion | undefined {
  const { name = "", schema: shape, subresources = {}, deprecated, deprecationWarning } = version;
  const { schema, findings } = readJsonSchema(shape?.openAPIV3Schema);
  const isRead = findings.every(({ severity }) => severity === "warning");
  if (!isRead || !isConvertible(schema) || structuralFindings(schema).length > 0) return undefined;
  const apiVersion = `${group}/${name}`;
  return {
    apiVersion,
    kind,
    schema,
    hasStatus: subresources.status !== undefined,
    scale: subresources.scale,
    deprecation: deprecated ? deprecationWarning || `${apiVersion} ${kind} is deprecated` : undefined,
  };
}

function kindVersionsOf(byName: ReadonlyMap<string, ResourceVersion>): KindVersion[] {
  return [...byName]
    .sort(([a], [b]) => compareApiVersions(b, a))
    .map(([name, { schema }]) => ({ name, schema: resourceFieldSchema(schema) }));
}

type Schema = KindVersion["schema"];

function readResource(value: unknown, shape: Schema, schema: ResourceVersion["schema"]): Reading {
  const { object, misfits } = decodeStrictly(value, resourceSchema);
  const pruned = prune(object, schema, true).map((field): Misfit => {
    const path = field.slice(0, -1);
    return {
      fault: "unknown-field",
      path,
      value: undefined,
      field: schemaAt(shape, path) ?? {},
      name: String(field.at(-1)),
    };
  });
  dropNulls(object, schema);
  return { object, misfits: [...misfits, ...pruned] };
}

function resourceOf(
  names: NonNullable<NonNullable<Definition["spec"]>["names"]> & { readonly plural: string },
  scope: "Namespaced" | "Cluster",
  byName: ReadonlyMap<string, ResourceVersion>,
): Resource<CustomResource> {
  const versions = [...byName.values()];
  const subresources = [
    ...(versions.some(({ hasStatus }) => hasStatus) ? ["status"] : []),
    ...(versions.some(({ scale }) => scale !== undefined) ? ["scale"] : []),
  ];
  const hasStatus = (object: unknown): object is Record<string, unknown> => {
    const apiVersion = isPlainObject(object) ? String(object["apiVersion"]) : "";
    return byName.get(apiVersion.slice(apiVersion.indexOf("/") + 1))?.hasStatus === true;
  };
  return {
    plural: names.plural,
    singular: names.singular ?? names.plural,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    scope,
    subresources,
    columns,
    ...(subresources.includes("status") ? { resetFields: { "": ["status"], status: ["spec", "metadata"] } } : {}),
    prepareForCreate(object) {
      if (hasStatus(object)) delete object["status"];
      Object.assign(object, { metadata: { ...object.metadata, generation: 1 } });
    },
    prepareForUpdate(object, oldObject) {
      if (hasStatus(object)) keepStored("status", object, oldObject as Record<string, unknown>);
    },
    prepareForSubresource(subresource, object, oldObject) {
      if (subresource !== "status" || !isPlainObject(object)) return;
      const { metadata, status } = object;
      for (const name of Object.keys(object)) delete object[name];
      Object.assign(object, oldObject, { metadata, status });
      keepClientsMetadata(object, oldObject as CustomResource);
    },
  };
}

const columns: readonly Column<CustomResource>[] = [
  { name: "Name", type: "string", description: "Name of the object.", value: ({ metadata }) => metadata?.name ?? "" },
  {
    name: "Age",
    type: "age",
    description: "Time since the object was created.",
    value: ({ metadata }) => metadata?.creationTimestamp ?? "",
  },
];
