/**
 * The CEL environment of expressions that evaluate admission requests: validating and mutating admission policies, and
 * the match conditions of webhooks.
 *
 * @part expressions
 * @module
 */

import { type Environment, extendEnvironment } from "../cel/environment.ts";
import type { ObjectDeclaration, VariableDeclaration } from "../cel/types/declarations.ts";
import {
  boolType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  stringType,
  timestampType,
} from "../cel/types/types.ts";
import { baseEnvironment, cachedEnvironment, type LibraryReach } from "./base-environment.ts";
import { authorizerType, resourceCheckType } from "./library/authorizer.ts";
import { jsonPatchLibrary } from "./library/json-patch.ts";
import { kubernetesObject, stringFields, stringList, userInfo } from "./objects.ts";
import type { PolicyVariables } from "./policy-variables.ts";
import type { SchemaTypes } from "./schema-types.ts";

/** Which names to declare in addition to `object`, `oldObject`, `namespaceObject` and `request`, and their types. */
export interface AdmissionOptions {
  /**
   * Declares `params`, as for a policy with a `paramKind`: with the given types, or dynamic if true. Default: not
   * declared.
   */
  readonly params?: boolean | SchemaTypes;
  /** Declares `authorizer` and `authorizer.requestResource`, which message expressions do not have; default true. */
  readonly authorizer?: boolean;
  /**
   * Declares `variables`, as for policies, with the types of the variables' expressions. Default: not declared, as for
   * webhooks.
   */
  readonly variables?: PolicyVariables;
  /** The types of `object` and `oldObject` if the kind is known; default dynamic. */
  readonly object?: SchemaTypes;
  /**
   * Declares `Object{...}`, `Object.spec{...}` and `JSONPatch{...}`, with which mutations build their changes; default
   * false.
   */
  readonly patches?: boolean;
  /** Default `portable`, as kube-apiserver validates new policies and webhooks; it evaluates them with `known`. */
  readonly reach?: LibraryReach;
}

/**
 * Returns the environment of a release. It is built once for each combination of options, except with typed parameters;
 * variables keep their own.
 */
export function admissionEnvironment(target: string, options: AdmissionOptions = {}): Environment {
  const { params = false, authorizer = true, variables, object, patches = false, reach = "portable" } = options;
  const build = (): Environment => {
    const paramsType = typeof params === "object" ? params.type : dynType;
    const environment = extendEnvironment(baseEnvironment(target, reach, patches ? [jsonPatchLibrary] : []), {
      variables: [
        { name: "object", type: object?.type ?? dynType },
        { name: "oldObject", type: object?.type ?? dynType },
        { name: "namespaceObject", type: objectType("kubernetes.Namespace") },
        { name: "request", type: objectType("kubernetes.AdmissionRequest") },
        ...(params === false ? [] : [{ name: "params", type: paramsType }]),
        ...(authorizer ? authorizerVariables : []),
        ...(variables === undefined ? [] : [{ name: "variables", type: objectType("kubernetes.variables") }]),
      ],
      objects: [
        ...requestObjects,
        ...namespaceObjects,
        ...(object?.objects ?? []),
        ...(typeof params === "object" ? params.objects : []),
        ...(variables === undefined ? [] : [kubernetesObject("variables", variables.fields)]),
      ],
    });
    return patches ? { ...environment, objects: new PatchObjects(environment.objects) } : environment;
  };
  const key = `admission ${target} ${reach} ${params !== false} ${authorizer} ${patches}`;
  if (variables !== undefined) return variables.environment(key, build);
  if (typeof params === "object") return build();
  return object === undefined ? cachedEnvironment(key, build) : cachedForTypes(object, key, build);
}

const environmentsByTypes = new WeakMap<SchemaTypes, Map<string, Environment>>();

/** Caches like `once`, but only for as long as the types are in use. */
function cachedForTypes(types: SchemaTypes, key: string, build: () => Environment): Environment {
  const environments = environmentsByTypes.get(types) ?? new Map<string, Environment>();
  environmentsByTypes.set(types, environments);
  const environment = environments.get(key) ?? build();
  environments.set(key, environment);
  return environment;
}

const authorizerVariables: readonly VariableDeclaration[] = [
  { name: "authorizer", type: authorizerType },
  { name: "authorizer.requestResource", type: resourceCheckType },
];

/** An operation of a JSON patch; a mutation returns a list of them. */
const jsonPatchObject: ObjectDeclaration = {
  name: "JSONPatch",
  fields: { ...stringFields("op", "path", "from"), value: dynType },
};

/** Declares `Object` and every name below it, with fields of any name. */
class PatchObjects extends Map<string, ObjectDeclaration> {
  override get(name: string): ObjectDeclaration | undefined {
    if (name === jsonPatchObject.name) return jsonPatchObject;
    return isPatchObject(name) ? { name, fields: {}, otherFields: dynType } : super.get(name);
  }

  override has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}

function isPatchObject(name: string): boolean {
  return name === "Object" || name.startsWith("Object.");
}

const requestObjects: readonly ObjectDeclaration[] = [
  kubernetesObject("GroupVersionKind", stringFields("group", "version", "kind")),
  kubernetesObject("GroupVersionResource", stringFields("group", "version", "resource")),
  userInfo,
  kubernetesObject("AdmissionRequest", {
    kind: objectType("kubernetes.GroupVersionKind"),
    resource: objectType("kubernetes.GroupVersionResource"),
    requestKind: objectType("kubernetes.GroupVersionKind"),
    requestResource: objectType("kubernetes.GroupVersionResource"),
    ...stringFields("subResource", "requestSubResource", "name", "namespace", "operation"),
    userInfo: objectType("kubernetes.UserInfo"),
    dryRun: boolType,
    options: dynType,
  }),
];

const namespaceObjects: readonly ObjectDeclaration[] = [
  kubernetesObject("NamespaceSpec", { finalizers: stringList }),
  kubernetesObject("NamespaceCondition", {
    ...stringFields("status", "type", "message", "reason"),
    lastTransitionTime: timestampType,
  }),
  kubernetesObject("NamespaceStatus", {
    conditions: listType(objectType("kubernetes.NamespaceCondition")),
    phase: stringType,
  }),
  kubernetesObject("NamespaceMetadata", {
    ...stringFields("name", "generateName", "namespace", "UID", "resourceVersion"),
    labels: mapType(stringType, stringType),
    annotations: mapType(stringType, stringType),
    creationTimestamp: timestampType,
    deletionTimestamp: timestampType,
    deletionGracePeriodSeconds: intType,
    generation: intType,
    finalizers: stringList,
  }),
  kubernetesObject("Namespace", {
    metadata: objectType("kubernetes.NamespaceMetadata"),
    spec: objectType("kubernetes.NamespaceSpec"),
    status: objectType("kubernetes.NamespaceStatus"),
  }),
];
