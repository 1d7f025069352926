/**
 * Finds the policies that apply to a request: one invocation for each matching binding and each of its parameters.
 *
 * @module
 */
import type {
  MutatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
} from "../api/types/admissionregistration-v1.ts";
import type { Authorize } from "../cel-kubernetes/library/authorizer.ts";
import { failure, type Result, success } from "../text/result.ts";
import type { ActivationInput } from "./activation.ts";
import {
  type AdmissionRequest,
  type ClusterObject,
  type EquivalentVersion,
  labelsOf,
  metadataOf,
  UnconvertibleObject,
} from "./admission-request.ts";
import { matchRequest } from "./match.ts";
import { collectParams, type ParamSource, unknownParamKindMessage } from "./params.ts";

type PolicySpec = ValidatingAdmissionPolicySpec | MutatingAdmissionPolicySpec;

/** A policy with bindings. */
export interface BoundPolicy<O, S, P> {
  readonly policy: O;
  readonly spec: S;
  readonly plan: P;
  readonly bindings: readonly O[];
}

/** The cluster as policies see it, without the request. */
export interface PolicyCluster {
  /** Returns a namespace by name; undefined if it does not exist. */
  namespace(name: string): unknown;
  readonly params: ParamSource;
  readonly authorize: Authorize;
  /** Returns milliseconds since any fixed time; absent if durations are not measured. */
  nowMs?(): number;
}

/** A binding with the input of one evaluation, or why the policy cannot be evaluated. */
export type Invocation<O> = Result<BoundInput<O>, InvocationFault<O>>;

export interface BoundInput<O> {
  readonly binding: O;
  readonly input: ActivationInput;
}

export interface InvocationFault<O> {
  readonly binding?: O;
  readonly message: string;
  /** The conversion error without context, if the object cannot be converted to the version of the policy. */
  readonly conversionError?: string;
}

/** Returns the spec of a binding. Bindings of mutating policies have the same fields, except for the actions. */
export function bindingSpecOf({ object }: Pick<ClusterObject, "object">): ValidatingAdmissionPolicyBindingSpec {
  return (object as { readonly spec?: ValidatingAdmissionPolicyBindingSpec }).spec ?? {};
}

/** @param onMatch - called when a binding matches the request */
export function* invocationsOf<O extends ClusterObject, S extends PolicySpec>(
  { spec, bindings }: Pick<BoundPolicy<O, S, unknown>, "spec" | "bindings">,
  request: AdmissionRequest,
  cluster: PolicyCluster,
  onMatch: () => void = () => {},
): Generator<Invocation<O>> {
  const labels = () => labelsOf(cluster.namespace(request.namespace));
  const matched = matchRequest(spec.matchConstraints ?? {}, request, labels);
  if (!matched) return;
  const { paramKind } = spec;
  if (paramKind && cluster.params.scopeOf(paramKind) === undefined) {
    yield failure({ message: `failed to configure policy: ${unknownParamKindMessage(paramKind)}` });
    return;
  }
  for (const binding of bindings) {
    const { matchResources, paramRef } = bindingSpecOf(binding);
    if (matchResources && !matchRequest(matchResources, request, labels)) continue;
    onMatch();
    const collected = collectParams(paramKind, paramRef, request.namespace, cluster.params);
    if (!collected.ok) yield failure({ binding, message: `failed to configure binding: ${collected.error}` });
    else yield* inputsOf({ request, matched, binding, cluster }, collected.value);
  }
}

interface BoundRequest<O> {
  readonly request: AdmissionRequest;
  readonly matched: EquivalentVersion;
  readonly binding: O;
  readonly cluster: PolicyCluster;
}

function* inputsOf<O extends ClusterObject>(
  { request, matched, binding, cluster }: BoundRequest<O>,
  allParams: readonly unknown[],
): Generator<Invocation<O>> {
  for (const params of allParams) {
    try {
      yield success({ binding, input: inputOf(request, matched, { params, cluster }) });
    } catch (error) {
      if (!(error instanceof UnconvertibleObject)) throw error;
      const message = `failed to configure binding: failed to convert object version: ${error.message}`;
      yield failure({ binding, message, conversionError: error.message });
    }
  }
}

function inputOf(
  request: AdmissionRequest,
  matched: EquivalentVersion,
  { params, cluster }: { readonly params: unknown; readonly cluster: PolicyCluster },
): ActivationInput {
  const namespace = namespaceOf(request, cluster);
  const { authorize, nowMs } = cluster;
  return { request: convertRequest(request, matched), matched, params, namespace, authorize, nowMs };
}

/** Returns the namespace of a request; undefined for cluster-scoped resources. */
export function namespaceOf({ namespace, kind }: AdmissionRequest, cluster: Pick<PolicyCluster, "namespace">): unknown {
  const isNamespace = kind.group === "" && kind.kind === "Namespace";
  return namespace === "" || isNamespace ? undefined : cluster.namespace(namespace);
}

const requestsByVersion = new WeakMap<AdmissionRequest, Map<EquivalentVersion, AdmissionRequest>>();

/** Returns the request with its objects converted to another version. All policies share the result. */
export function convertRequest(request: AdmissionRequest, version: EquivalentVersion): AdmissionRequest {
  if (version === request) return request;
  const known = requestsByVersion.get(request) ?? new Map<EquivalentVersion, AdmissionRequest>();
  requestsByVersion.set(request, known);
  const convertedRequest = known.get(version) ?? convertObjects(request, version);
  known.set(version, convertedRequest);
  return convertedRequest;
}

function convertObjects(request: AdmissionRequest, version: EquivalentVersion): AdmissionRequest {
  const { group, version: name } = version.kind;
  const apiVersion = group === "" ? name : `${group}/${name}`;
  const { object, oldObject } = request;
  const convertObject = (each: Readonly<Record<string, unknown>>) =>
    version.convert?.(each) ?? { ...each, apiVersion, kind: version.kind.kind };
  return {
    ...request,
    ...(object && { object: convertObject(object) }),
    ...(oldObject && { oldObject: convertObject(oldObject) }),
  };
}

/**
 * Adds the label with the name, which every namespace has. It is all that is known of a namespace without an object.
 */
export function withNameLabel(name: string, namespace: object): unknown {
  const labels = { "kubernetes.io/metadata.name": name, ...labelsOf(namespace) };
  return { ...namespace, metadata: { name, ...metadataOf(namespace), labels } };
}
