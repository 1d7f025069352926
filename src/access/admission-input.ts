/**
 * Builds the variables of admission expressions from a document: an AdmissionReview, the variables by name, or only the
 * object, which then counts as being created.
 *
 * @module
 */

import { fromJson } from "../cel/eval/json.ts";
import type { Value } from "../cel/types/values.ts";
import { type Authorize, AuthorizerValue, resourceCheck } from "../cel-kubernetes/library/authorizer.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { isPlainObject, stringsIn } from "../json/plain-object.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import { failure, type Result, success } from "../text/result.ts";
import { asJsonObject, type JsonObject } from "./json-object.ts";
import type { ReviewFault } from "./review.ts";

/** The variables of an expression, and the names of the fields of `variables`. */
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

/** The objects of a request, either as the user wrote them or as kube-apiserver passes them to expressions. */
export interface RequestObjects {
  readonly object?: JsonObject | undefined;
  readonly oldObject?: JsonObject | undefined;
  readonly subresource?: string | undefined;
}

/**
 * Converts objects as written to the form in which kube-apiserver shows them to expressions. Faults have paths that
 * begin with `object` or `oldObject`.
 */
export type AdmitObjects = (written: RequestObjects) => Result<RequestObjects, readonly ReviewFault[]>;

/** Without `authorize`, an expression that reads `authorizer` fails. Without `admit`, objects stay as written. */
export interface AdmissionOptions {
  readonly authorize?: Authorize;
  readonly admit?: AdmitObjects;
}

export function admissionInput(
  document: JsonObject,
  { authorize, admit = success }: AdmissionOptions,
): Result<AdmissionInput, readonly ReviewFault[]> {
  const { parts, pathOf } = readParts(document);
  const { request: requestFields, variables: policyVariables, namespaceObject, ...others } = parts;
  const subresource = asJsonObject(requestFields)["subResource"];
  const admitted = admit({
    object: objectIn(others["object"]),
    oldObject: objectIn(others["oldObject"]),
    ...(typeof subresource === "string" && { subresource }),
  });
  if (!admitted.ok) return failure(admitted.error.map((fault) => ({ ...fault, path: pathOf(fault.path) })));
  const { object = others["object"] ?? null, oldObject = others["oldObject"] ?? null } = admitted.value;
  const request: JsonObject = {
    ...deriveRequest(asJsonObject(object), asJsonObject(oldObject)),
    ...asJsonObject(requestFields),
  };
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
  return success({ variables, policyVariables: Object.keys(asJsonObject(policyVariables)) });
}

const objectIn = (value: unknown): JsonObject | undefined => (isPlainObject(value) ? value : undefined);

/** Converts JSON to a CEL value. Numbers without a fraction become ints, as in all resources. */
function resourceValue(json: unknown): Value {
  return fromJson(json, undefined, { wholeNumbers: "int" });
}

interface DocumentParts {
  readonly parts: JsonObject;
  /** Returns the path in the document for a path in the parts. */
  pathOf(path: FieldPath): FieldPath;
}

function readParts(document: JsonObject): DocumentParts {
  if (document["kind"] === "AdmissionReview") {
    const { object, oldObject, uid: _, ...request } = asJsonObject(document["request"]);
    return { parts: { object, oldObject, request }, pathOf: (path) => ["request", ...path] };
  }
  const names = Object.keys(document);
  const isNamed = names.length > 0 && names.every((name) => inputNames.has(name));
  return isNamed
    ? { parts: document, pathOf: (path) => path }
    : { parts: { object: document }, pathOf: (path) => path.slice(1) };
}

/** Derives the fields of the request from its objects. The document may override them. */
function deriveRequest(object: JsonObject, oldObject: JsonObject): JsonObject {
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
    ...withoutUndefined({ name, namespace }),
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
