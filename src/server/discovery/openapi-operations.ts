/**
 * Paths with their operations and parameters: what documents of OpenAPI say of it in either version.
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

/** The content of a body. */
export type Content = "object" | "list" | "status" | "delete-options" | "patch";

export interface ApiOperation {
  readonly id: string;
  /** Of all operations of the group version: `core_v1`. */
  readonly tag: string;
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** `list`, `post`, `deletecollection`. A list can also be a stream. */
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
  "application/apply-patch+yaml",
];

/** Those of a kind that a definition defines. */
export const customPatchTypes: readonly string[] = patchTypes.filter((type) => !type.includes("strategic"));

/** `/apis/apps/v1`. */
export function rootOf(group: Pick<ApiGroup, "group" | "version">): string {
  return group.group === "" ? `/api/${group.version}` : `/apis/${groupVersion(group)}`;
}

const query = (type: ApiParameter["type"], ...names: readonly string[]): readonly ApiParameter[] =>
  names.map((name) => ({ name, in: "query", type }));
const inPath = (name: string): ApiParameter => ({ name, in: "path", type: "string" });

const writeParameters = query("string", "dryRun", "fieldManager", "fieldValidation");
const selectParameters = [
  ...query("string", "continue", "fieldSelector", "labelSelector", "resourceVersion", "resourceVersionMatch"),
  ...query("boolean", "sendInitialEvents"),
  ...query("integer", "limit", "timeoutSeconds"),
];
const listParameters = [...selectParameters, ...query("boolean", "allowWatchBookmarks", "watch")];
const deleteParameters = [
  ...query("string", "dryRun", "propagationPolicy"),
  ...query("integer", "gracePeriodSeconds"),
  ...query("boolean", "ignoreStoreReadErrorWithClusterBreakingPotential", "orphanDependents"),
];

type Described = Omit<ApiOperation, "id" | "tag" | "kind"> & {
  /** The name of the operation. */
  readonly word: string;
};

const operationByVerb: ReadonlyMap<string, Described> = new Map(
  Object.entries({
    list: { word: "list", method: "get", action: "list", parameters: listParameters, answer: "list", codes: [200] },
    create: {
      word: "create",
      method: "post",
      action: "post",
      parameters: writeParameters,
      body: "object",
      answer: "object",
      codes: [200, 201, 202],
    },
    deletecollection: {
      word: "delete",
      method: "delete",
      action: "deletecollection",
      parameters: [...selectParameters, ...deleteParameters],
      body: "delete-options",
      answer: "status",
      codes: [200],
    },
    get: {
      word: "read",
      method: "get",
      action: "get",
      parameters: [],
      answer: "object",
      codes: [200],
    },
    update: {
      word: "replace",
      method: "put",
      action: "put",
      parameters: writeParameters,
      body: "object",
      answer: "object",
      codes: [200, 201],
    },
    patch: {
      word: "patch",
      method: "patch",
      action: "patch",
      parameters: [...writeParameters, ...query("boolean", "force")],
      body: "patch",
      answer: "object",
      codes: [200, 201],
    },
    delete: {
      word: "delete",
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
    const place = { parameters: itemParameters, of: kind, suffix: capitalized(name) };
    paths.push(pathOf(`${item}/${name}`, { ...resource, verbs }, subresourceVerbs, place));
  }
  return paths;
}

interface PathOptions {
  readonly parameters: readonly ApiParameter[];
  /** The type of bodies, where it is not the kind of the resource. */
  readonly of?: ToldKind;
  /** Tells operations apart that are otherwise called the same. */
  readonly suffix?: string;
}

function pathOf(path: string, resource: ApiResource, verbs: readonly string[], place: PathOptions): ApiPath {
  const { of = resource, suffix = "" } = place;
  const { group, version, kind, isCustom } = of;
  const told = { kind: { group, version, kind, ...(isCustom ? { isCustom } : {}) }, tag: tagOf(resource) };
  const operations = verbs.flatMap((verb): ApiOperation[] => {
    const operation = resource.verbs.includes(verb) ? operationByVerb.get(verb) : undefined;
    if (!operation) return [];
    const { word, ...described } = operation;
    const isWithObject = verb === "delete" && resource.answersDeletionWithObject;
    const id = word + idOf(resource, verb, suffix);
    return [{ ...described, ...told, id, ...(isWithObject ? { answer: "object" } : {}) }];
  });
  return withCommon({ path, parameters: [...place.parameters, ...query("string", "pretty")], operations });
}

/** Parameters of all operations of a path are listed once. */
function withCommon({ path, parameters, operations }: ApiPath): ApiPath {
  const isCommon = ({ name }: ApiParameter) =>
    operations.every((operation) => operation.parameters.some((parameter) => parameter.name === name));
  const common = operations[0]?.parameters.filter(isCommon) ?? [];
  return {
    path,
    parameters: [...parameters, ...common],
    operations: operations.map((operation) => ({
      ...operation,
      parameters: operation.parameters.filter((parameter) => !isCommon(parameter)),
    })),
  };
}

/** `CoreV1CollectionNamespacedPodStatus`: generated clients have functions of these names. */
function idOf(resource: ApiResource, verb: string, suffix: string): string {
  const { group, version, kind, isNamespaced } = resource;
  const collection = verb === "deletecollection" ? "Collection" : "";
  const scope = isNamespaced && suffix !== "ForAllNamespaces" ? "Namespaced" : "";
  return words(group).map(capitalized).join("") + capitalized(version) + collection + scope + kind + suffix;
}

/** `rbacAuthorization_v1`. */
function tagOf({ group, version }: ApiResource): string {
  const [first = "", ...rest] = words(group);
  return `${first}${rest.map(capitalized).join("")}_${version}`;
}

const words = (group: string): readonly string[] =>
  group === "" ? ["core"] : group.replace(/\.k8s\.io$/, "").split(/[^A-Za-z0-9]+/);

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
