/**
 * The schemas of the kinds that an OpenAPI document uses, as named components.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";
import type { KindVersion } from "../../kind/kind.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { schemaIn } from "../../schema/release-schema.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { listOf } from "../request/served-resource.ts";
import type { DocumentedKind } from "./api-resource.ts";
import { type ApiGroup, isCustomGroup } from "./documents.ts";
import type { ApiPath, Content } from "./openapi-path.ts";
import { componentName, type OpenApiSchemas, type SchemaDialect } from "./openapi-schema.ts";
import { registeredVersions, serverGroups } from "./openapi-type-facts.ts";
import { versionSchema } from "./version.ts";

/** The entry of a kind in a document. */
export interface DescribedKind {
  readonly schema: FieldSchema;
  readonly kindVersion: Pick<KindVersion, "openApi" | "openApiNotes">;
}

export type SchemaOf = (kind: DocumentedKind) => DescribedKind | undefined;

/** The types of contents that do not depend on the kind of a resource. */
const typeByContent: ReadonlyMap<Content, string> = new Map([
  ["patch", "meta/v1.Patch"],
  ["status", "meta/v1.Status"],
  ["delete-options", "meta/v1.DeleteOptions"],
  ["watch-event", "meta/v1.WatchEvent"],
  ["api-versions", "meta/v1.APIVersions"],
  ["api-groups", "meta/v1.APIGroupList"],
  ["api-group", "meta/v1.APIGroup"],
  ["api-resources", "meta/v1.APIResourceList"],
  ["version", "version.Info"],
]);

/** Contents whose types belong to every group version. */
const contentsOfAllGroups: readonly Content[] = ["delete-options", "watch-event"];

/** Returns the schema of a body: for all contents but text, a reference to a component. */
export function contentSchema(
  content: Content,
  kind: DocumentedKind | undefined,
  { referencePrefix }: SchemaDialect,
): object {
  return content === "text" ? { type: "string" } : { $ref: referencePrefix + contentName(content, kind) };
}

function contentName(content: Content, kind: DocumentedKind | undefined): string {
  const type = typeByContent.get(content);
  if (type !== undefined) return componentName(type);
  if (kind === undefined) throw new Error(`${content} is of no kind`);
  return kindName(content === "list" ? listOf(kind) : kind);
}

/** The component name of a kind: `io.k8s.api.rbac.v1.Role`, or `com.example.v1.Toy` for a custom resource. */
function kindName({ group, version, kind, isCustom }: DocumentedKind): string {
  if (isCustom) return [...group.split(".").reverse(), version, kind].join(".");
  return componentName(`${goPackageOf(group)}/${version}.${kind}`);
}

/** The Go package folder of a group's types. */
function goPackageOf(group: string): string {
  if (group === "internal.apiserver.k8s.io") return "apiserverinternal";
  return group === "" ? "core" : (group.split(".")[0] ?? group);
}

export interface KindSources {
  readonly schemaOf: SchemaOf;
  /** The group versions that the document describes. */
  readonly groups: readonly ApiGroup[];
}

/** Adds a component for each kind and type that the bodies at these paths contain, one in each step. */
export function* addKinds(
  schemas: OpenApiSchemas,
  paths: readonly ApiPath[],
  sources: KindSources,
): Generator<void, void> {
  // Tracks them separately: a component may already exist as the type of another kind's field, without the group,
  // version and kind.
  const added = new Set<string>();
  for (const { kind, body, answer } of paths.flatMap(({ operations }) => operations)) {
    for (const content of body === undefined ? [answer] : [body, answer]) {
      if (content === "text") continue;
      const name = contentName(content, kind);
      if (!added.has(name)) addContent(schemas, content, { ...sources, kind, name });
      added.add(name);
      yield;
    }
  }
}

interface NamedContent extends KindSources {
  readonly kind: DocumentedKind | undefined;
  readonly name: string;
}

function addContent(schemas: OpenApiSchemas, content: Content, { kind, name, schemaOf, groups }: NamedContent): void {
  const type = typeByContent.get(content);
  if (content === "patch") {
    const description = "A change, in one of the forms of patches.";
    setMember(schemas.components, name, { description, type: "object" });
  } else if (content === "version") {
    schemas.addKind(name, versionSchema, {});
  } else if (type !== undefined) {
    const own = { group: "", version: "v1", kind: type.slice(type.indexOf(".") + 1) };
    const others = contentsOfAllGroups.includes(content) ? groupsOfOptions(groups) : [];
    const identities = others.map((other) => ({ ...own, ...other }));
    schemas.addKind(name, schemaIn(typeSchema(type), schemas.release), groupVersionKinds([own, ...identities]));
  } else if (kind !== undefined) {
    addResource(schemas, content, { kind, name, schemaOf });
  }
}

/**
 * The group versions that DeleteOptions and WatchEvent belong to. The document of one built-in group version lists only
 * that one. The v2 document lists all that are registered, and a document of custom resources lists those that clients
 * register.
 */
function groupsOfOptions(groups: readonly ApiGroup[]): readonly Pick<DocumentedKind, "group" | "version">[] {
  const isCustom = groups.length === 1 && groups.every(isCustomGroup);
  if (groups.length <= 1 && !isCustom) {
    return groups.filter(({ group }) => group !== "").map(({ group, version }) => ({ group, version }));
  }
  return [...registeredVersions]
    .filter(([group]) => !isCustom || !serverGroups.has(group))
    .flatMap(([group, versions]) => versions.split(" ").map((version) => ({ group, version })));
}

function addResource(
  schemas: OpenApiSchemas,
  content: Content,
  { kind, name, schemaOf }: Pick<NamedContent, "name" | "schemaOf"> & { readonly kind: DocumentedKind },
): void {
  const { schema = {}, kindVersion } = schemaOf(kind) ?? {};
  if (content === "list") {
    setMember(schemas.components, name, { ...listSchema(schemas, kind), ...kindVersion?.openApiNotes });
    return;
  }
  if (kindVersion?.openApi) {
    const metadata = schemas.convert(typeSchema("meta/v1.ObjectMeta"), { description: customMetadataDescription });
    const form = { version: schemas.version, metadata };
    const notes = { ...kindVersion.openApiNotes, ...groupVersionKind(kind) };
    setMember(schemas.components, name, { ...kindVersion.openApi(form), ...notes });
  } else {
    schemas.addKind(name, schema, groupVersionKind(kind));
  }
}

const customMetadataDescription =
  "Standard object's metadata: its name, its labels, and what the server keeps with it.";

const listDescriptions = {
  apiVersion: "Group and version of the list.",
  kind: "Name of the kind of the list.",
  metadata: "Version of the list, and where its next page begins.",
  items: "The objects.",
} as const;

function listSchema(schemas: OpenApiSchemas, kind: DocumentedKind): object {
  const metadata = schemas.field(schemaIn(typeSchema("meta/v1.ListMeta"), schemas.release), listDescriptions.metadata);
  return {
    description: `A list of objects of the kind ${kind.kind}.`,
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: { description: listDescriptions.apiVersion, type: "string" },
      kind: { description: listDescriptions.kind, type: "string" },
      metadata: kind.isCustom ? withoutDefault(metadata) : metadata,
      items: { description: listDescriptions.items, type: "array", items: schemas.reference(kindName(kind)) },
    },
    ...groupVersionKind(listOf(kind)),
  };
}

/** Returns the reference to a type, without the default and without the `allOf` that a default requires around it. */
function withoutDefault(field: object): object {
  const {
    default: _default,
    allOf: [reference] = [],
    ...rest
  } = field as { default?: object; allOf?: readonly object[] };
  return reference ?? rest;
}

const groupVersionKind = (kind: DocumentedKind): object => groupVersionKinds([kind]);

function groupVersionKinds(kinds: readonly DocumentedKind[]): object {
  return {
    "x-kubernetes-group-version-kind": kinds.map(({ group, version, kind }) => ({ group, kind, version })),
  };
}
