/**
 * The kind that a CustomResourceDefinition defines, with the decoding, defaults and validation of kube-apiserver.
 *
 * @module
 */
import type { CustomResourceDefinitionVersion, JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { Kind, KindVersion, OpenApiForm, ReadContext, Reading, Resource } from "../../kind/kind.ts";
import { type DecodeError, decodeStrictly } from "../../schema/decode.ts";
import { schemaAt } from "../../schema/decode-schema.ts";
import { compareApiVersions } from "../../text/version-order.ts";
import { objectMetaRules, subdomainName } from "../meta/object-meta-rules.ts";
import { keepClientMetadata, keepStored } from "../meta/stored-part.ts";
import { customResourceRules, type ResourceVersion, rulePrograms } from "./custom-resource-rules.ts";
import { resourceFieldSchema } from "./field-schema.ts";
import { readJsonSchema } from "./json-schema-props.ts";
import { printerColumns } from "./printer-columns.ts";
import { publishedSchema } from "./published-schema.ts";
import { resourceApplyType } from "./resource-apply-type.ts";
import { coerceEmbedded, resourceSchema, writeMetadata } from "./resource-metadata.ts";
import { dropNulls, fillDefaults, prune } from "./resource-value.ts";
import { namesIn, scaleView, valueAt } from "./scale-view.ts";
import { isConvertible, structuralFindings } from "./structural.ts";
import { versionDeprecation } from "./version-deprecation.ts";

/** The fields of a definition that describe the kind, after defaults are set. */
export interface Definition {
  readonly spec?: {
    readonly group?: string;
    readonly scope?: string;
    readonly names?: {
      readonly plural?: string;
      readonly singular?: string;
      readonly kind?: string;
      readonly listKind?: string;
      readonly shortNames?: readonly string[];
      readonly categories?: readonly string[];
    };
    readonly versions?: readonly CustomResourceDefinitionVersion[] | null;
  };
}

/** The fields that all custom resources have. */
interface CustomResource {
  metadata?: ObjectMeta;
  status?: unknown;
}

/**
 * The schemas of a definition by version name, as plain data; undefined for a schema that kube-apiserver would reject.
 */
export type SchemaByVersion = ReadonlyMap<string, JSONSchemaProps | undefined>;

export function readSchemas({ spec }: Definition): SchemaByVersion {
  return new Map((spec?.versions ?? []).map(({ name = "", schema }) => [name, soundSchema(schema?.openAPIV3Schema)]));
}

/**
 * Returns the kind that a definition defines; undefined if the definition lacks a name, or kube-apiserver would reject
 * its schemas.
 *
 * @param schemas - the schemas of the definition; read from `spec` if absent
 */
export function customKind({ spec = {} }: Definition, schemas?: SchemaByVersion): Kind | undefined {
  const { group = "", names = {}, scope, versions } = spec;
  const { kind = "", plural = "" } = names;
  if (group === "" || kind === "" || plural === "" || (scope !== "Namespaced" && scope !== "Cluster")) return undefined;
  const byName = new Map<string, ResourceVersion>();
  for (const version of versions ?? []) {
    const { name = "" } = version;
    const schema = schemas ? schemas.get(name) : soundSchema(version.schema?.openAPIV3Schema);
    const deprecation = versionDeprecation(spec, name);
    const read = version.served && schema ? resourceVersion(version, schema, { group, kind, deprecation }) : undefined;
    if (version.served && read === undefined) return undefined;
    if (read) byName.set(name, read);
  }
  if (byName.size === 0) return undefined;
  const kindVersions = kindVersionsOf(byName);
  const schemaOf = (name: string) => byName.get(name)?.schema;
  const programOf = rulePrograms();
  return {
    kind,
    group,
    isCustom: true,
    versions: kindVersions,
    description: [...byName.values()].find(({ schema }) => schema.description)?.schema.description ?? "",
    rules: [
      ...objectMetaRules({ scope, nameRule: subdomainName, prefixOfUpdate: "any", finalizers: "any" }),
      ...customResourceRules((name) => byName.get(name), programOf),
    ],
    prepare({ version, target }) {
      const known = byName.get(version);
      return (known && programOf(known, target)?.prepare()) ?? [];
    },
    read(value, context) {
      const { version } = context;
      const shape = kindVersions.find(({ name }) => name === version);
      return readResource(value, shape, { ...context, schema: schemaOf(version) ?? {} });
    },
    applyDefaults: (object, { version }) => fillDefaults(object, schemaOf(version)),
    resource: resourceOf({ ...names, plural }, scope, byName),
  } as Kind;
}

/** Returns a schema as plain data; undefined if kube-apiserver would reject it. */
function soundSchema(value: unknown): JSONSchemaProps | undefined {
  const { schema, findings } = readJsonSchema(value);
  const isRead = findings.every(({ severity }) => severity === "warning");
  return isRead && isConvertible(schema) && structuralFindings(schema).length === 0 ? schema : undefined;
}

function resourceVersion(
  version: CustomResourceDefinitionVersion,
  schema: JSONSchemaProps,
  known: Pick<ResourceVersion, "kind" | "deprecation"> & { readonly group: string },
): ResourceVersion {
  const { name = "", subresources = {} } = version;
  const { group, kind, deprecation } = known;
  return {
    apiVersion: `${group}/${name}`,
    kind,
    schema,
    hasStatus: subresources.status !== undefined,
    scale: subresources.scale,
    columns: version.additionalPrinterColumns ?? [],
    selectable: (version.selectableFields ?? []).map(({ jsonPath = "" }) => jsonPath),
    deprecation,
  };
}

function kindVersionsOf(byName: ReadonlyMap<string, ResourceVersion>): KindVersion[] {
  return [...byName]
    .sort(([a], [b]) => compareApiVersions(b, a))
    .map(([name, { schema, selectable }]) => ({
      name,
      // Computed at first access, since each of these is slow for a large definition.
      get schema() {
        return cacheGetter(this, "schema", resourceFieldSchema(schema));
      },
      get applyType() {
        return cacheGetter(this, "applyType", resourceApplyType(schema));
      },
      openApi: (form: OpenApiForm) => publishedSchema(schema, form),
      openApiNotes: selectableNote(selectable),
    }));
}

/** Replaces a getter by its value, so that it runs only once. */
function cacheGetter<T>(holder: object, name: string, value: T): T {
  Object.defineProperty(holder, name, { value, enumerable: true });
  return value;
}

const selectableNote = (paths: readonly string[]): object =>
  paths.length > 0
    ? { "x-kubernetes-selectable-fields": paths.map((path) => ({ fieldPath: path.replace(/^\./, "") })) }
    : {};

function readResource(
  value: unknown,
  shape: Pick<KindVersion, "schema"> | undefined,
  { schema, keepsNulls, mayChange = false }: Pick<ResourceVersion, "schema"> & ReadContext,
): Reading {
  const { object, errors } = decodeStrictly(value, resourceSchema, { sharesRaw: mayChange });
  writeMetadata(object);
  const pruned = prune(object, schema, true).map((field): DecodeError => {
    const path = field.slice(0, -1);
    return {
      fault: "unknown-field",
      path,
      value: undefined,
      field: (shape && schemaAt(shape.schema, path)) ?? {},
      name: String(field.at(-1)),
    };
  });
  const embedded = coerceEmbedded(object, schema);
  dropNulls(object, schema, keepsNulls);
  return { object, errors: [...errors, ...pruned, ...embedded] };
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
    ...(names.listKind ? { listKind: names.listKind } : {}),
    scope,
    subresources,
    // In the order in which kube-apiserver lists them in discovery.
    verbs: ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
    columns: printerColumns(newest?.columns ?? []),
    ...(newest?.scale ? { scale: scaleView(newest.scale) } : {}),
    ...(newest?.selectable.length ? { selectableFields: selectableFields(newest.selectable) } : {}),
    ...(subresources.includes("status") ? { resetFields: { "": ["status"], status: ["spec", "metadata"] } } : {}),
    countsInGeneration: "exactly",
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
      keepClientMetadata(object, oldObject);
    },
  };
}

/**
 * Returns a function that reads the selectable fields of an object. The paths must be valid; an absent field has the
 * empty text as its value.
 */
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
