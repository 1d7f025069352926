/**
 * The kind that a CustomResourceDefinition defines: read, defaulted and vetted as the API server does it.
 *
 * @module
 */
import type { CustomResourceDefinitionVersion } from "../../api/types/apiextensions-v1.ts";
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { Kind, KindVersion, OpenApiForm, Reading, Resource } from "../../kind/kind.ts";
import { decodeStrictly, type Misfit } from "../../schema/decode.ts";
import { schemaAt } from "../../schema/decode-schema.ts";
import { compareApiVersions } from "../../text/version-order.ts";
import { objectMetaRules, subdomainName } from "../meta/object-meta-rules.ts";
import { keepClientsMetadata, keepStored } from "../meta/stored-part.ts";
import { customResourceRules, type ResourceVersion } from "./custom-resource-rules.ts";
import { resourceFieldSchema, resourceFieldTypes } from "./field-schema.ts";
import { readJsonSchema } from "./json-schema-props.ts";
import { printerColumns } from "./printer-columns.ts";
import { publishedSchema } from "./published-schema.ts";
import { coerceEmbedded, resourceSchema } from "./resource-metadata.ts";
import { dropNulls, fillDefaults, prune } from "./resource-value.ts";
import { namesIn, scaleView, valueAt } from "./scale-view.ts";
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
    readonly versions?: readonly CustomResourceDefinitionVersion[];
  };
}

/** A custom resource, as far as all have the same fields. */
interface CustomResource {
  metadata?: ObjectMeta;
  status?: unknown;
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
    isCustom: true,
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
function resourceVersion(
  version: CustomResourceDefinitionVersion,
  group: string,
  kind: string,
): ResourceVersion | undefined {
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
    columns: version.additionalPrinterColumns ?? [],
    selectable: (version.selectableFields ?? []).map(({ jsonPath = "" }) => jsonPath),
    deprecation: deprecated ? deprecationWarning || `${apiVersion} ${kind} is deprecated` : undefined,
  };
}

function kindVersionsOf(byName: ReadonlyMap<string, ResourceVersion>): KindVersion[] {
  return [...byName]
    .sort(([a], [b]) => compareApiVersions(b, a))
    .map(([name, { schema, selectable }]) => ({
      name,
      schema: resourceFieldSchema(schema),
      fieldTypes: resourceFieldTypes(schema),
      openApi: (form: OpenApiForm) => ({ ...publishedSchema(schema, form), ...selectableNote(selectable) }),
    }));
}

const selectableNote = (paths: readonly string[]): object =>
  paths.length > 0
    ? { "x-kubernetes-selectable-fields": paths.map((path) => ({ fieldPath: path.replace(/^\./, "") })) }
    : {};

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
  const embedded = coerceEmbedded(object, schema);
  dropNulls(object, schema);
  return { object, misfits: [...misfits, ...pruned, ...embedded] };
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
  const hasStatus = (version: string) => byName.get(version)?.hasStatus === true;
  const [newest] = versions;
  return {
    plural: names.plural,
    singular: names.singular ?? names.plural,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    scope,
    subresources,
    // In the order in which the API server lists them.
    verbs: ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
    columns: printerColumns(newest?.columns ?? []),
    ...(newest?.scale ? { scale: scaleView(newest.scale) } : {}),
    ...(newest?.selectable.length ? { selectableFields: selectableFields(newest.selectable) } : {}),
    ...(subresources.includes("status")
      ? { resetFields: { "": ["status"], status: ["spec", "metadata"] } }
      : { countsInGeneration: ["status"] }),
    needsResourceVersion: true,
    prepareForCreate(object, { version }) {
      if (hasStatus(version)) delete object.status;
      Object.assign(object, { metadata: { ...object.metadata, generation: 1 } });
    },
    prepareForUpdate(object, oldObject, { version }) {
      if (hasStatus(version)) keepStored("status", object, oldObject);
    },
    prepareForSubresource(subresource, object, oldObject) {
      if (subresource !== "status") return;
      const { metadata, status } = object;
      for (const name of Object.keys(object)) Reflect.deleteProperty(object, name);
      Object.assign(object, oldObject, { metadata }, status === undefined ? {} : { status });
      if (status === undefined) delete object.status;
      keepClientsMetadata(object, oldObject);
    },
  };
}

/** Paths that were vetted; a field that is absent is selected as an empty text. */
function selectableFields(paths: readonly string[]): (object: CustomResource) => Readonly<Record<string, string>> {
  const fields = paths.map((path) => ({ name: path.replace(/^\./, ""), names: namesIn(path) }));
  return (object) =>
    Object.fromEntries(
      fields.map(({ name, names }) => {
        const value = valueAt(object, names);
        return [name, value === undefined || value === null ? "" : String(value)];
      }),
    );
}
