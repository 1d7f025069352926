/**
 * The environment of expressions that judge a request to the API server: policies of admission and the match conditions
 * of webhooks.
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
import { baseEnvironment, type LibraryReach, once } from "./base-environment.ts";
import { authorizerType, resourceCheckType } from "./library/authorizer.ts";
import { jsonPatchLibrary } from "./library/json-patch.ts";
import { kubernetesObject, stringFields, stringList, userInfo } from "./objects.ts";
import type { PolicyVariables } from "./policy-variables.ts";
import type { SchemaTypes } from "./schema-types.ts";

/** Declarations in addition to `object`, `oldObject`, `namespaceObject` and `request`. */
export interface AdmissionOptions {
  /** `params`, as a policy with a `paramKind` has it; of the given types, else dynamic. Default: not declared. */
  readonly params?: boolean | SchemaTypes;
  /** `authorizer` and `authorizer.requestResource`, which message expressions do not have; default true. */
  readonly authorizer?: boolean;
  /**
   * `variables`, as policies have it, with the types that the variables' expressions have. Default: not declared, as for
   * webhooks.
   */
  readonly variables?: PolicyVariables;
  /** The types of `object` and `oldObject`, where the kind is known; default dynamic. */
  readonly object?: SchemaTypes;
  /** `Object{...}`, `Object.spec{...}` and `JSONPatch{...}`, with which mutations say what to change; default false. */
  readonly patches?: boolean;
  /** Default `portable`, as for objects that are created; the server evaluates with `known`. */
  readonly reach?: LibraryReach;
}

/** The environment of a release; built once for each, unless it declares variables or parameters of its own. */
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
  return object === undefined ? once(key, build) : onceFor(object, key, build);
}

const environmentsByTypes = new WeakMap<SchemaTypes, Map<string, Environment>>();

/** As `once`, for as long as the types are in use. */
function onceFor(types: SchemaTypes, key: string, build: () => Environment): Environment {
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

/** The type of a list of these is what a JSON patch is made of. */
const jsonPatchObject: ObjectDeclaration = {
  name: "JSONPatch",
  fields: { ...stringFields("op", "path", "from"), value: dynType },
};

/** `Object` and every name below it are declared, with fields of any name. */
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
