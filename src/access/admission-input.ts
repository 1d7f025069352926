/**
 * A request as expressions of admission see it: from an AdmissionReview, from the variables by name, or from the object
 * alone, which is then taken to be created.
 *
 * @module
 */

import { fromJson } from "../cel/eval/json.ts";
import type { Value } from "../cel/types/values.ts";
import { type Authorize, AuthorizerValue, resourceCheck } from "../cel-kubernetes/library/authorizer.ts";
import { stringsIn } from "../json/plain-object.ts";
import { asJsonObject, type JsonObject } from "./json-object.ts";

/** The variables, and the names under `variables`. */
export interface AdmissionInput {
  readonly variables: ReadonlyMap<string, Value>;
  readonly policyVariables: readonly string[];
}

const inputNames: ReadonlySet<string> = new Set([
  "object",
  "oldObject",
  "request",
  "params",
  "namespaceObject",
  "variables",
]);

/** @param authorize - answers `authorizer`; without it reading that variable is a fault */
export function admissionInput(document: JsonObject, authorize?: Authorize): AdmissionInput {
  const { request: given, variables: policyVariables, namespaceObject, ...others } = namedParts(document);
  const { object = null, oldObject = null } = others;
  const request: JsonObject = { ...requestFor(asJsonObject(object), asJsonObject(oldObject)), ...asJsonObject(given) };
  const json: JsonObject = {
    ...others,
    object,
    oldObject,
    request,
    ...(namespaceObject === undefined ? {} : { namespaceObject: visibleNamespace(asJsonObject(namespaceObject)) }),
    ...(policyVariables === undefined ? {} : { variables: policyVariables }),
  };
  const variables = new Map(Object.entries(json).map(([name, value]) => [name, resourceValue(value)]));
  if (authorize) {
    const authorizer = new AuthorizerValue(userOf(request), authorize);
    variables.set("authorizer", authorizer);
    variables.set("authorizer.requestResource", resourceCheck(authorizer, resourceOf(request)));
  }
  return { variables, policyVariables: Object.keys(asJsonObject(policyVariables)) };
}

/** Numbers without a fraction are ints, as in all resources. */
function resourceValue(json: unknown): Value {
  return fromJson(json, undefined, { wholeNumbers: "int" });
}

function namedParts(document: JsonObject): JsonObject {
  if (document["kind"] === "AdmissionReview") {
    const { object, oldObject, uid: _, ...request } = asJsonObject(document["request"]);
    return { object, oldObject, request };
  }
  const names = Object.keys(document);
  return names.length > 0 && names.every((name) => inputNames.has(name)) ? document : { object: document };
}

/** The fields of a request that only its objects tell. */
function requestFor(object: JsonObject, oldObject: JsonObject): JsonObject {
  const isDeleted = Object.keys(object).length === 0 && Object.keys(oldObject).length > 0;
  const { apiVersion = "", kind = "", metadata } = isDeleted ? oldObject : object;
  const { name, namespace } = asJsonObject(metadata);
  const parts = String(apiVersion).split("/");
  const [group = "", version = ""] = parts.length > 1 ? parts : ["", ...parts];
  const kinds = { group, version, kind };
  const resources = { group, version, resource: "" };
  return {
    kind: kinds,
    resource: resources,
    requestKind: kinds,
    requestResource: resources,
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
    operation: isDeleted ? "DELETE" : Object.keys(oldObject).length > 0 ? "UPDATE" : "CREATE",
    userInfo: {},
    dryRun: false,
  };
}

const visibleMetadata: ReadonlySet<string> = new Set([
  "name",
  "generateName",
  "namespace",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "labels",
  "annotations",
  "finalizers",
]);

function visibleNamespace({ metadata, spec = {}, status = {} }: JsonObject): JsonObject {
  const visible = Object.entries(asJsonObject(metadata)).filter(([name]) => visibleMetadata.has(name));
  return { metadata: Object.fromEntries(visible), spec, status };
}

function userOf({ userInfo }: JsonObject) {
  const { username, uid, groups, extra } = asJsonObject(userInfo);
  return {
    name: textOf(username),
    uid: textOf(uid),
    groups: stringsIn(groups),
    extra: Object.fromEntries(Object.entries(asJsonObject(extra)).map(([key, values]) => [key, stringsIn(values)])),
  };
}

function resourceOf({ resource, subResource, namespace, name }: JsonObject) {
  const { group, resource: plural } = asJsonObject(resource);
  return {
    group: textOf(group),
    resource: textOf(plural),
    subresource: textOf(subResource),
    namespace: textOf(namespace),
    name: textOf(name),
    fieldSelector: "",
    labelSelector: "",
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
