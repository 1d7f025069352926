/**
 * All policies of a cluster with their bindings, evaluated together on a request.
 *
 * @part policies
 * @module
 */
import { RbacPolicy } from "../access/rbac.ts";
import { rbacAuthorizer } from "../access/rbac-authorizer.ts";
import type { ParamKind } from "../api/types/admissionregistration-v1.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { equalJson } from "../patch/json-value.ts";
import { groupBy } from "../text/group-by.ts";
import { compareUtf8 } from "../text/utf8.ts";
import { type AdmissionRequest, type ClusterObject, labelsOf } from "./admission-request.ts";
import { type BoundPolicy, bindingSpecOf, type PolicyCluster, withNameLabel } from "./invocation.ts";
import { type BoundValidation, ValidationPass } from "./judgement.ts";
import { matchRequest } from "./match.ts";
import { planMutatingPolicy } from "./mutating-policy.ts";
import { type BoundMutation, type MutationFinding, MutationPass, type RoundState } from "./mutation-pass.ts";
import { runSteps, type Steps } from "./steps.ts";
import { planValidatingPolicy } from "./validating-policy.ts";

/** Facts about the cluster other than its objects. */
export interface PolicySetOptions {
  readonly target: string;
  readonly groupDomain: string;
  /** Returns the scope of a kind; undefined for an unknown kind. */
  scopeOf(kind: ParamKind): "Namespaced" | "Cluster" | undefined;
}

/**
 * Creates a policy set from the policies, bindings, parameters, namespaces and RBAC objects among the objects of a
 * cluster.
 */
export function policySet<O extends ClusterObject>(objects: readonly O[], options: PolicySetOptions): PolicySet<O> {
  return new PolicySet(objects, options);
}

/** A change that one policy makes to an object. */
export interface Change<O extends ClusterObject> {
  readonly policy: O;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** The result of all mutating policies for a request. */
export interface Mutation<O extends ClusterObject> {
  /** Undefined for a request without an object. */
  readonly object: JsonObject | undefined;
  readonly changes: readonly Change<O>[];
  /** Each finding refuses the request. */
  readonly findings: readonly MutationFinding<O>[];
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Selects policies; default: all. */
export type PolicyFilter<O> = (policy: O) => boolean;

const anyPolicy = () => true;

class PolicySet<O extends ClusterObject> {
  readonly cluster: PolicyCluster;
  private readonly objects: readonly O[];
  private readonly options: PolicySetOptions;
  private readonly bound: BoundPolicies<O>;
  private readonly appliedPolicies: Set<O>;

  constructor(objects: readonly O[], options: PolicySetOptions, from?: PolicySet<O>) {
    const { target, groupDomain, scopeOf } = options;
    this.objects = objects;
    this.options = options;
    this.bound = from?.bound ?? boundPolicies(objects, target, `admissionregistration.${groupDomain}`);
    this.appliedPolicies = from?.appliedPolicies ?? new Set();
    this.cluster = clusterOf(objects, scopeOf);
  }

  /** Returns the same policies in a cluster with further objects, which replace objects of the same identity. */
  withObjects(more: readonly O[]): PolicySet<O> {
    const replaced = new Set(more.map(nameOf));
    const kept = this.objects.filter((object) => !replaced.has(nameOf(object)));
    return new PolicySet([...kept, ...more], this.options, this);
  }

  /** Whether any bound policy compiles, so that requests may be evaluated. */
  get hasPolicies(): boolean {
    const { validating, mutating } = this.bound;
    return [...validating, ...mutating].some(({ plan }) => plan.isSound);
  }

  get hasMutatingPolicies(): boolean {
    return this.bound.mutating.some(({ plan }) => plan.isSound);
  }

  /** Runs the mutating policies, and a second time if they have written the object. */
  mutate(request: AdmissionRequest, isSelected: PolicyFilter<O> = anyPolicy): Mutation<O> {
    // Most requests match no mutating policy. Do not read their object, which is created on first use.
    if (!this.mayMutate(request, isSelected)) return unchangedMutation(request);
    const { object } = request;
    if (!object || isExempt(request.resource, this.options.groupDomain)) return { object, changes: [], findings: [] };
    const first = this.runOnce(request, undefined, isSelected);
    if (!first.hasWrittenObject || !first.object || first.findings.length > 0) return combineMutations(object, [first]);
    const second = this.runOnce({ ...request, object: first.object }, first.state, isSelected);
    return combineMutations(object, [first, second]);
  }

  private mayMutate(request: AdmissionRequest, isSelected: PolicyFilter<O>): boolean {
    const labels = () => labelsOf(this.cluster.namespace(request.namespace));
    return this.bound.mutating.some(
      ({ policy, plan, spec }) =>
        plan.isSound && isSelected(policy) && matchRequest(spec.matchConstraints ?? {}, request, labels) !== undefined,
    );
  }

  private runOnce(
    request: AdmissionRequest,
    memory: RoundState | undefined,
    isSelected: PolicyFilter<O>,
  ): MutationPass<O> {
    const pass = new MutationPass<O>(request, memory);
    for (const bound of this.bound.mutating.filter(({ policy, plan }) => plan.isSound && isSelected(policy))) {
      pass.collectInvocations(bound, request, this.cluster, () => this.appliedPolicies.add(bound.policy));
    }
    runSteps(pass.run());
    return pass;
  }

  runValidatingPolicies(request: AdmissionRequest): ValidationPass<O> {
    const judgement = new ValidationPass<O>(request, this.cluster);
    if (isExempt(request.resource, this.options.groupDomain)) return judgement;
    for (const bound of this.bound.validating) {
      if (bound.plan.isSound) runSteps(judgement.evaluatePolicy(bound, () => this.appliedPolicies.add(bound.policy)));
    }
    return judgement;
  }

  /** The bound policies that have matched no request so far. Policies that do not compile match no request. */
  get notApplied(): readonly { readonly policy: O; readonly isSound: boolean }[] {
    const { validating, mutating } = this.bound;
    const idle = [...validating, ...mutating].filter(({ policy }) => !this.appliedPolicies.has(policy));
    return idle.map(({ policy, plan }) => ({ policy, isSound: plan.isSound }));
  }
}

function unchangedMutation<O extends ClusterObject>(request: AdmissionRequest): Mutation<O> {
  return {
    get object() {
      return request.object;
    },
    changes: [],
    findings: [],
  };
}

const nameOf = ({ group, kind, namespace, name }: ClusterObject): string =>
  JSON.stringify([group, kind, namespace, name]);

function combineMutations<O extends ClusterObject>(
  object: JsonObject,
  passes: readonly MutationPass<O>[],
): Mutation<O> {
  const changes: Change<O>[] = [];
  let before = object;
  for (const { policy, object: after = before } of passes.flatMap(({ evaluatedMutations }) => evaluatedMutations)) {
    if (equalJson(before, after)) continue;
    changes.push({ policy, before, after });
    before = after;
  }
  return {
    object: passes.at(-1)?.object ?? object,
    changes,
    findings: passes.flatMap(({ findings }) => findings),
  };
}

/**
 * Returns a cluster with only these objects. Of a namespace that is not among them, only the name and its label are
 * known.
 */
function clusterOf(objects: readonly ClusterObject[], scopeOf: PolicySetOptions["scopeOf"]): PolicyCluster {
  const isNamespace = ({ group, kind }: ClusterObject) => group === "" && kind === "Namespace";
  const namespaces = new Map(objects.filter(isNamespace).map(({ name, object }) => [name, object]));
  const ofKind = (kind: ParamKind, namespace: string) =>
    objects.filter((each) => isOfKind(each, kind) && each.namespace === namespace);
  return {
    namespace(name) {
      const known = namespaces.get(name);
      return withNameLabel(name, isPlainObject(known) ? known : {});
    },
    params: {
      scopeOf,
      list: (kind, namespace) =>
        ofKind(kind, namespace)
          .toSorted((a, b) => compareUtf8(a.name, b.name))
          .map(({ object }) => object),
      get: (kind, namespace, name) => ofKind(kind, namespace).find((each) => each.name === name)?.object,
    },
    authorize: rbacAuthorizer(new RbacPolicy(objects.filter(isRbac))),
  };
}

function isOfKind({ group, version, kind }: ClusterObject, wanted: ParamKind): boolean {
  return kind === wanted.kind && (group === "" ? version : `${group}/${version}`) === wanted.apiVersion;
}

interface BoundPolicies<O> {
  readonly validating: readonly BoundValidation<O>[];
  readonly mutating: readonly BoundMutation<O>[];
}

function boundPolicies<O extends ClusterObject>(
  objects: readonly O[],
  target: string,
  group: string,
): BoundPolicies<O> {
  const ofKind = (kind: string) => objects.filter((each) => each.group === group && each.kind === kind);
  const bind = <S, P>(kind: string, plan: (spec: S, target: string) => Steps<P>) =>
    bindPolicies(ofKind(kind), ofKind(`${kind}Binding`), (spec: S) => runSteps(plan(spec, target)));
  return {
    validating: bind("ValidatingAdmissionPolicy", planValidatingPolicy),
    mutating: bind("MutatingAdmissionPolicy", planMutatingPolicy),
  };
}

/**
 * Returns the policies with a binding, sorted by name. Includes policies that do not compile, which kube-apiserver does
 * not use.
 */
function bindPolicies<O extends ClusterObject, S, P>(
  policies: readonly O[],
  bindings: readonly O[],
  plan: (spec: S) => P,
): readonly BoundPolicy<O, S, P>[] {
  const bindingsByPolicy = groupBy(bindings, (binding) => bindingSpecOf(binding).policyName);
  return policies
    .toSorted((a, b) => compareUtf8(a.name, b.name))
    .flatMap((policy) => {
      const own = bindingsByPolicy.get(policy.name);
      const { spec } = policy.object as { readonly spec?: S };
      return own === undefined || spec === undefined ? [] : [{ policy, spec, plan: plan(spec), bindings: own }];
    });
}

const isRbac = ({ group }: ClusterObject): boolean => group.startsWith("rbac.authorization.");

const policyResources = /^(?:validating|mutating)admissionpolic(?:ies|ybindings)$/;

/**
 * Whether the resource is exempt from policies that are stored in the cluster: policies and bindings, and reviews, to
 * which no policy applies because they are not objects.
 */
export const isExempt = (resource: AdmissionRequest["resource"], domain: string): boolean =>
  isPolicyResource(resource, domain) || isReview(resource, domain);

export const isPolicyResource = ({ group, resource }: AdmissionRequest["resource"], domain: string): boolean =>
  group === `admissionregistration.${domain}` && policyResources.test(resource);

const isReview = ({ group }: AdmissionRequest["resource"], domain: string): boolean =>
  group === `authentication.${domain}` || group === `authorization.${domain}`;
