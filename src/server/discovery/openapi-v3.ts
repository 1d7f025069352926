/**
 * OpenAPI v3: one document for each group version, with the paths of its resources and the schemas of its kinds.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import type { ApiResource, GroupVersionKind } from "./api-resource.ts";
import type { ApiGroup } from "./documents.ts";
import { groupVersion } from "./documents.ts";
import { componentName, OpenApiSchemas } from "./openapi-schema.ts";

/** The fields of a kind. */
export type SchemaOf = (kind: GroupVersionKind) => FieldSchema | undefined;

/** A document and what clients know it by. */
export interface OpenApiDocument {
  /** `apis/apps/v1`. */
  readonly path: string;
  readonly body: Uint8Array;
  /** Upper-case hex. */
  readonly hash: string;
}

/** @param version - of the server, for `info` */
export function openApiDocument(group: ApiGroup, schemaOf: SchemaOf, version: string): OpenApiDocument {
  const schemas = new OpenApiSchemas();
  const kinds = new Map(group.resources.map((resource) => [resource.kind, resource]));
  for (const kind of kinds.values()) addKind(schemas, kind, schemaOf(kind));
  const document = {
    openapi: "3.0.0",
    info: { title: "clustervet", version },
    paths: Object.fromEntries(group.resources.flatMap(pathsOf)),
    components: { schemas: schemas.components },
  };
  const body = new TextEncoder().encode(JSON.stringify(document));
  const hash = createHash("sha512").update(body).digest("hex").toUpperCase();
  return { path: rootOf(group).slice(1), body, hash };
}

function addKind(schemas: OpenApiSchemas, kind: ApiResource, schema: FieldSchema | undefined): void {
  if (!schema) return;
  const name = kindComponent(kind);
  schemas.addKind(name, schema, { "x-kubernetes-group-version-kind": [gvk(kind)] });
  if (!kind.verbs.includes("list")) return;
  schemas.components[`${name}List`] = {
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: { type: "object" },
      items: { type: "array", items: { allOf: [{ $ref: `#/components/schemas/${name}` }] } },
    },
    "x-kubernetes-group-version-kind": [{ ...gvk(kind), kind: `${kind.kind}List` }],
  };
}

const gvk = ({ group, version, kind }: GroupVersionKind): GroupVersionKind => ({ group, kind, version });

/** `io.k8s.api.rbac.v1.Role`. */
function kindComponent({ group, version, kind }: GroupVersionKind): string {
  return componentName(`${group === "" ? "core" : (group.split(".")[0] ?? group)}/${version}.${kind}`);
}

function rootOf(group: { readonly group: string; readonly version: string }): string {
  return group.group === "" ? `/api/${group.version}` : `/apis/${groupVersion(group)}`;
}

const queryParameter = (name: string, type: string) => ({ name, in: "query", schema: { type, uniqueItems: true } });
const pathParameter = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
const writeParameters = ["dryRun", "fieldManager", "fieldValidation"].map((name) => queryParameter(name, "string"));
const listParameters = [
  ...["continue", "fieldSelector", "labelSelector", "resourceVersion", "resourceVersionMatch"].map((name) =>
    queryParameter(name, "string"),
  ),
  ...["allowWatchBookmarks", "sendInitialEvents", "watch"].map((name) => queryParameter(name, "boolean")),
  ...["limit", "timeoutSeconds"].map((name) => queryParameter(name, "integer")),
];
const deleteParameters = [
  queryParameter("dryRun", "string"),
  queryParameter("gracePeriodSeconds", "integer"),
  queryParameter("orphanDependents", "boolean"),
  queryParameter("propagationPolicy", "string"),
];
const patchTypes = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
];

interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly action: string;
  readonly parameters: readonly object[];
}

const operationByVerb: Readonly<Record<string, Operation>> = {
  list: { method: "get", action: "list", parameters: listParameters },
  create: { method: "post", action: "post", parameters: writeParameters },
  deletecollection: {
    method: "delete",
    action: "deletecollection",
    parameters: [...listParameters, ...deleteParameters],
  },
  get: { method: "get", action: "get", parameters: [] },
  update: { method: "put", action: "put", parameters: writeParameters },
  patch: { method: "patch", action: "patch", parameters: [...writeParameters, queryParameter("force", "boolean")] },
  delete: { method: "delete", action: "delete", parameters: deleteParameters },
};

const collectionVerbs = ["list", "create", "deletecollection"];
const itemVerbs = ["get", "update", "patch", "delete"];

function pathsOf(resource: ApiResource): [string, object][] {
  const root = rootOf(resource);
  const scope = resource.isNamespaced ? `${root}/namespaces/{namespace}` : root;
  const collection = `${scope}/${resource.resource}`;
  const item = `${collection}/{name}`;
  const scopeParameters = resource.isNamespaced ? [pathParameter("namespace")] : [];
  const itemParameters = [...scopeParameters, pathParameter("name")];
  const paths: [string, object][] = [[collection, pathItem(resource, collectionVerbs, scopeParameters)]];
  if (resource.verbs.includes("get")) paths.push([item, pathItem(resource, itemVerbs, itemParameters)]);
  if (resource.isNamespaced && resource.verbs.includes("list")) {
    paths.push([`${root}/${resource.resource}`, pathItem(resource, ["list"], [])]);
  }
  for (const { name, verbs, kind } of resource.subresources) {
    const own = { ...resource, ...kind, verbs };
    paths.push([`${item}/${name}`, pathItem(own, itemVerbs, itemParameters)]);
  }
  return paths;
}

function pathItem(resource: ApiResource, verbs: readonly string[], parameters: readonly object[]): object {
  const operations = verbs.flatMap((verb) => {
    const operation = operationByVerb[verb];
    return operation && resource.verbs.includes(verb)
      ? [[operation.method, describe(resource, operation)] as const]
      : [];
  });
  return { ...Object.fromEntries(operations), parameters: [...parameters, queryParameter("pretty", "string")] };
}

function describe(resource: ApiResource, { method, action, parameters }: Operation): object {
  const schema = { $ref: `#/components/schemas/${kindComponent(resource)}${action === "list" ? "List" : ""}` };
  const types = method === "patch" ? patchTypes : ["*/*"];
  const body = method === "patch" ? { type: "object" } : schema;
  const hasBody = method === "post" || method === "put" || method === "patch";
  return {
    operationId: `${action}${resource.kind}${groupVersion(resource)}`.replace(/[^A-Za-z0-9]/g, ""),
    parameters,
    ...(hasBody
      ? { requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: body }])), required: true } }
      : {}),
    responses: { "200": { description: "OK", content: { "application/json": { schema } } } },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": gvk(resource),
  };
}
