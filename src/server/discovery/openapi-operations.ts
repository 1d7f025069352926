/**
 * What can be done at which path, with which parameters: what documents of OpenAPI say of it in either version.
 *
 * @module
 */
import { type ApiResource, isConnection, type ToldKind } from "./api-resource.ts";
import type { ApiGroup } from "./documents.ts";
import { groupVersion } from "./documents.ts";

export interface ApiParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly type: "string" | "boolean" | "integer";
}

/** What a body holds. */
export type Content = "object" | "list" | "status" | "delete-options" | "patch";

export interface ApiOperation {
  readonly id: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** `list`, `post`, `deletecollection`. */
  readonly action: string;
  readonly kind: ToldKind;
  readonly parameters: readonly ApiParameter[];
  readonly body?: Content;
  readonly answer: Content;
  /** Codes of success. */
  readonly codes: readonly number[];
}

export interface ApiPath {
  readonly path: string;
  /** Of all its operations. */
  readonly parameters: readonly ApiParameter[];
  readonly operations: readonly ApiOperation[];
}

export const patchTypes: readonly string[] = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
];

/** Those of a kind that a definition defines. */
export const customPatchTypes: readonly string[] = [
  ...patchTypes.filter((type) => !type.includes("strategic")),
  "application/apply-patch+yaml",
];

/** `/apis/apps/v1`. */
export function rootOf(group: Pick<ApiGroup, "group" | "version">): string {
  return group.group === "" ? `/api/${group.version}` : `/apis/${groupVersion(group)}`;
}

const query = (type: ApiParameter["type"], ...names: readonly string[]): readonly ApiParameter[] =>
  names.map((name) => ({ name, in: "query", type }));
const inPath = (name: string): ApiParameter => ({ name, in: "path", type: "string" });

const writeParameters = query("string", "dryRun", "fieldManager", "fieldValidation");
const listParameters = [
  ...query("string", "continue", "fieldSelector", "labelSelector", "resourceVersion", "resourceVersionMatch"),
  ...query("boolean", "allowWatchBookmarks", "sendInitialEvents", "watch"),
  ...query("integer", "limit", "timeoutSeconds"),
];
const deleteParameters = [
  ...query("string", "dryRun", "propagationPolicy"),
  ...query("integer", "gracePeriodSeconds"),
  ...query("boolean", "orphanDependents"),
];

type Described = Omit<ApiOperation, "id" | "kind">;

const operationByVerb: ReadonlyMap<string, Described> = new Map(
  Object.entries({
    list: { method: "get", action: "list", parameters: listParameters, answer: "list", codes: [200] },
    create: {
      method: "post",
      action: "post",
      parameters: writeParameters,
      body: "object",
      answer: "object",
      codes: [200, 201, 202],
    },
    deletecollection: {
      method: "delete",
      action: "deletecollection",
      parameters: [...listParameters, ...deleteParameters],
      body: "delete-options",
      answer: "status",
      codes: [200],
    },
    get: {
      method: "get",
      action: "get",
      parameters: query("string", "resourceVersion"),
      answer: "object",
      codes: [200],
    },
    update: {
      method: "put",
      action: "put",
      parameters: writeParameters,
      body: "object",
      answer: "object",
      codes: [200, 201],
    },
    patch: {
      method: "patch",
      action: "patch",
      parameters: [...writeParameters, ...query("boolean", "force")],
      body: "patch",
      answer: "object",
      codes: [200, 201],
    },
    delete: {
      method: "delete",
      action: "delete",
      parameters: deleteParameters,
      body: "delete-options",
      answer: "status",
      codes: [200, 202],
    },
  }),
);

const collectionVerbs = ["list", "create", "deletecollection"];
const itemVerbs = ["get", "update", "patch", "delete"];
const subresourceVerbs = ["get", "create", "update", "patch"];

/** The paths of a resource: its collections, its objects, and what they have below them. */
export function pathsOf(resource: ApiResource): readonly ApiPath[] {
  const root = rootOf(resource);
  const scope = resource.isNamespaced ? `${root}/namespaces/{namespace}` : root;
  const collection = `${scope}/${resource.resource}`;
  const item = `${collection}/{name}`;
  const scopeParameters = resource.isNamespaced ? [inPath("namespace")] : [];
  const itemParameters = [...scopeParameters, inPath("name")];
  const paths = [pathOf(collection, resource, collectionVerbs, { parameters: scopeParameters })];
  if (resource.verbs.includes("get")) paths.push(pathOf(item, resource, itemVerbs, { parameters: itemParameters }));
  if (resource.isNamespaced && resource.verbs.includes("list")) {
    const path = `${root}/${resource.resource}`;
    paths.push(pathOf(path, resource, ["list"], { parameters: [], suffix: "ForAllNamespaces" }));
  }
  for (const { name, verbs, kind } of resource.subresources.filter((item) => !isConnection(item.name))) {
    const own = { ...resource, kind: kind.kind, verbs };
    const place = { parameters: itemParameters, of: kind, suffix: name };
    paths.push(pathOf(`${item}/${name}`, own, subresourceVerbs, place));
  }
  return paths;
}

interface PathOptions {
  readonly parameters: readonly ApiParameter[];
  /** What is in bodies, where it is not the kind of the resource. */
  readonly of?: ToldKind;
  /** Tells operations apart that are otherwise called the same. */
  readonly suffix?: string;
}

function pathOf(path: string, resource: ApiResource, verbs: readonly string[], place: PathOptions): ApiPath {
  const { parameters, of = resource, suffix = "" } = place;
  const { group, version, kind, isCustom } = of;
  const operations = verbs.flatMap((verb): ApiOperation[] => {
    const operation = resource.verbs.includes(verb) ? operationByVerb.get(verb) : undefined;
    if (!operation) return [];
    const id = [operation.action, groupVersion(resource), resource.resource, suffix].join("-");
    return [{ ...operation, id: camelCase(id), kind: { group, version, kind, ...(isCustom ? { isCustom } : {}) } }];
  });
  return { path, parameters: [...parameters, ...query("string", "pretty")], operations };
}

const camelCase = (words: string): string =>
  words.replaceAll(/[^A-Za-z0-9]+([A-Za-z0-9]?)/g, (_, first: string) => first.toUpperCase());
