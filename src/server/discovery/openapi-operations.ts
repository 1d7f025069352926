/**
 * The paths of resources with their operations and parameters, as both versions of OpenAPI describe them.
 *
 * @module
 */
import { type ApiResource, type DocumentedKind, isConnectSubresource } from "./api-resource.ts";
import { connectionPaths } from "./openapi-connections.ts";
import {
  type ApiOperation,
  type ApiParameter,
  type ApiPath,
  capitalized,
  groupPathOf,
  groupVersionWord,
  inPath,
  inQuery,
  tagOf,
  watchTypes,
} from "./openapi-path.ts";

export const patchTypes: readonly string[] = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
];

const writeParameters = inQuery("string", "dryRun", "fieldManager", "fieldValidation");
const selectParameters = [
  ...inQuery(
    "string",
    "continue",
    "fieldSelector",
    "labelSelector",
    "resourceVersion",
    "resourceVersionMatch",
    "shardSelector",
  ),
  ...inQuery("boolean", "sendInitialEvents"),
  ...inQuery("integer", "limit", "timeoutSeconds"),
];
const listParameters = [...selectParameters, ...inQuery("boolean", "allowWatchBookmarks", "watch")];
const deleteParameters = [
  ...inQuery("string", "dryRun", "propagationPolicy"),
  ...inQuery("integer", "gracePeriodSeconds"),
  ...inQuery("boolean", "ignoreStoreReadErrorWithClusterBreakingPotential", "orphanDependents"),
];

type OperationTemplate = Pick<
  ApiOperation,
  "method" | "action" | "parameters" | "body" | "answer" | "codes" | "types" | "accepts"
> & {
  /** The verb that begins the operation ID. */
  readonly word: string;
};

const operationByVerb: ReadonlyMap<string, OperationTemplate> = new Map(
  Object.entries({
    list: {
      word: "list",
      method: "get",
      action: "list",
      parameters: listParameters,
      answer: "list",
      codes: [200],
      types: watchTypes,
    },
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
      parameters: [...writeParameters, ...inQuery("boolean", "force")],
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

/**
 * Adapts an operation to custom resources, which are documented with fewer media types and, for collections, other
 * parameters.
 */
function forCustomResource(operation: OperationTemplate): OperationTemplate {
  const types = { accepts: textTypes, types: textTypes };
  switch (operation.action) {
    case "get":
      return { ...operation, ...types, parameters: inQuery("string", "resourceVersion") };
    case "deletecollection": {
      const { body: _none, ...rest } = operation;
      return { ...rest, ...types, parameters: listParameters };
    }
    case "patch":
      return { ...operation, ...types, accepts: customPatchTypes, codes: [200] };
    default:
      return { ...operation, ...types };
  }
}

const textTypes = ["application/json", "application/yaml"];
const customPatchTypes: readonly string[] = patchTypes.filter((type) => !type.includes("strategic"));

const collectionVerbs = ["list", "create", "deletecollection"];
const itemVerbs = ["get", "update", "patch", "delete"];
const subresourceVerbs = ["get", "create", "update", "patch"];

/** The paths of a resource: its collections, its objects, and their subresources. */
export function pathsOf(resource: ApiResource): readonly ApiPath[] {
  const root = groupPathOf(resource);
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
  for (const { name, verbs, kind } of resource.subresources) {
    if (isConnectSubresource(name)) continue;
    const place = { parameters: itemParameters, bodyKind: kind, suffix: capitalized(name) };
    paths.push(pathOf(`${item}/${name}`, { ...resource, verbs }, subresourceVerbs, place));
  }
  return [...paths, ...connectionPaths(resource, item, itemParameters), ...watchPaths(resource)];
}

/** The deprecated watch paths; custom resources have none. */
function watchPaths(resource: ApiResource): readonly ApiPath[] {
  const { isNamespaced, isCustom, verbs } = resource;
  if (isCustom || !verbs.includes("watch")) return [];
  const root = `${groupPathOf(resource)}/watch`;
  const scope = isNamespaced ? [inPath("namespace")] : [];
  const collection = `${isNamespaced ? `${root}/namespaces/{namespace}` : root}/${resource.resource}`;
  const paths = [watchPath(collection, resource, { parameters: scope, suffix: "List" })];
  if (verbs.includes("get")) {
    paths.push(watchPath(`${collection}/{name}`, resource, { parameters: [...scope, inPath("name")] }));
  }
  if (isNamespaced) {
    paths.push(watchPath(`${root}/${resource.resource}`, resource, { parameters: [], suffix: allNamespacesList }));
  }
  return paths;
}

const allNamespacesList = "ListForAllNamespaces";

function watchPath(path: string, resource: ApiResource, { parameters, suffix = "" }: PathOptions): ApiPath {
  const { group, version, kind } = resource;
  const operation: ApiOperation = {
    id: `watch${idOf(resource, "watch", suffix)}`,
    tag: tagOf(resource),
    method: "get",
    action: suffix === "" ? "watch" : "watchlist",
    kind: { group, version, kind },
    parameters: [],
    answer: "watch-event",
    codes: [200],
    types: watchTypes,
  };
  return {
    path,
    parameters: [...parameters, ...inQuery("string", "pretty"), ...listParameters],
    operations: [operation],
  };
}

interface PathOptions {
  readonly parameters: readonly ApiParameter[];
  /** The kind in request and response bodies; default: the kind of the resource. */
  readonly bodyKind?: DocumentedKind;
  /** Distinguishes operation IDs that would otherwise be the same. */
  readonly suffix?: string;
}

function pathOf(path: string, resource: ApiResource, verbs: readonly string[], pathOptions: PathOptions): ApiPath {
  const { bodyKind = resource, suffix = "" } = pathOptions;
  const extensionKind = documentedKindOf(resource);
  const sharedFields = {
    kind: documentedKindOf(bodyKind),
    ...(resource.isCustom ? { extensionKind } : {}),
    tag: tagOf(resource),
  };
  const operations = verbs.flatMap((verb): ApiOperation[] => {
    const operation = resource.verbs.includes(verb) ? operationByVerb.get(verb) : undefined;
    if (!operation) return [];
    const { word, ...described } = resource.isCustom ? forCustomResource(operation) : operation;
    const returnsObject = verb === "delete" && documentsDeletedObject(resource);
    const id = word + idOf(resource, verb, suffix);
    return [{ ...described, ...sharedFields, id, ...(returnsObject ? { answer: "object" } : {}) }];
  });
  return withSharedParameters({
    path,
    parameters: [...pathOptions.parameters, ...inQuery("string", "pretty")],
    operations,
  });
}

function documentedKindOf({ group, version, kind, isCustom, listKind }: DocumentedKind): DocumentedKind {
  const custom = isCustom ? { isCustom, ...(listKind === undefined ? {} : { listKind }) } : {};
  return { group, version, kind, ...custom };
}

/**
 * Whether the document declares the deleted object as the response. For the excluded resources it declares a Status,
 * although the server returns the object.
 */
const documentsDeletedObject = ({ resource, answersDeletionWithObject }: ApiResource): boolean =>
  answersDeletionWithObject === true && !["customresourcedefinitions", "namespaces"].includes(resource);

/** Moves parameters that all operations share to the path, so that they are listed once. */
function withSharedParameters({ path, parameters, operations }: ApiPath): ApiPath {
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

/**
 * `CoreV1CollectionNamespacedPodStatus`, the end of an operation ID. Generated clients name their functions after it.
 */
function idOf(resource: ApiResource, verb: string, suffix: string): string {
  const { kind, isNamespaced } = resource;
  const collection = verb === "deletecollection" ? "Collection" : "";
  const scope = isNamespaced && !suffix.endsWith("ForAllNamespaces") ? "Namespaced" : "";
  return groupVersionWord(resource) + collection + scope + kind + suffix;
}
