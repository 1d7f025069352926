/**
 * All policies of a cluster with their bindings, asked together about a request.
 *
 * @module
 */
import { RbacPolicy } from "../access/rbac.ts";
import { authorizeBy } from "../access/rbac-authorizer.ts";
import type { ParamKind, ValidatingAdmissionPolicy } from "../api/types/admissionregistration-v1.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { compareUtf8 } from "../text/utf8.ts";
import type { AdmissionRequest, ClusterObject } from "./admission-request.ts";
import { bindingSpecOf, type PolicyCluster, withNameLabel } from "./invocation.ts";
import { type BoundValidation, Judgement } from "./judgement.ts";
import { planAll } from "./plan.ts";
import { planValidatingPolicy } from "./validating-policy.ts";

/** The facts about the cluster apart from its objects. */
export interface PolicySetOptions {
  readonly target: string;
  readonly groupDomain: string;
  /** Undefined for a kind that is not known. */
  scopeOf(kind: ParamKind): "Namespaced" | "Cluster" | undefined;
}

/** The policies among objects of a cluster, with all that they need. */
export function policySet<O extends ClusterObject>(objects: readonly O[], options: PolicySetOptions): PolicySet<O> {
  return new PolicySet(objects, options);
}

/** See `policySet`. */
class PolicySet<O extends ClusterObject> {
  readonly cluster: PolicyCluster;
  private readonly bound: readonly BoundValidation<O>[];
  private readonly policies: readonly BoundValidation<O>[];
  private readonly groupDomain: string;
  private readonly applied = new Set<O>();

  constructor(objects: readonly O[], { target, groupDomain, scopeOf }: PolicySetOptions) {
    this.groupDomain = groupDomain;
    this.bound = boundPolicies(objects, target, `admissionregistration.${groupDomain}`);
    this.policies = this.bound.filter(({ plan }) => plan.isSound);
    this.cluster = clusterOf(objects, scopeOf);
  }

  /** False when nothing is ever asked of it. */
  get hasPolicies(): boolean {
    return this.policies.length > 0;
  }

  judge(request: AdmissionRequest): Judgement<O> {
    const judgement = new Judgement<O>(request, this.cluster);
    if (isExempt(request.resource, this.groupDomain)) return judgement;
    for (const bound of this.policies) judgement.ask(bound, () => this.applied.add(bound.policy));
    return judgement;
  }

  /** The policies with a binding that no request was for, as far as it was asked; one that does not compile is for none. */
  get notApplied(): readonly { readonly policy: O; readonly isSound: boolean }[] {
    const idle = this.bound.filter(({ policy }) => !this.applied.has(policy));
    return idle.map(({ policy, plan }) => ({ policy, isSound: plan.isSound }));
  }
}

/** A cluster that has nothing but these objects; of a namespace that is not among them the name is known. */
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
    authorize: authorizeBy(new RbacPolicy(objects.filter(isRbac))),
  };
}

function isOfKind({ group, version, kind }: ClusterObject, wanted: ParamKind): boolean {
  return kind === wanted.kind && (group === "" ? version : `${group}/${version}`) === wanted.apiVersion;
}

/** Policies that have a binding; the API server uses none that does not compile. */
function boundPolicies<O extends ClusterObject>(
  objects: readonly O[],
  target: string,
  group: string,
): BoundValidation<O>[] {
  const ofKind = (kind: string) => objects.filter((each) => each.group === group && each.kind === kind);
  const bindings = ofKind("ValidatingAdmissionPolicyBinding");
  return ofKind("ValidatingAdmissionPolicy").flatMap((policy): BoundValidation<O>[] => {
    const own = bindings.filter((binding) => bindingSpecOf(binding).policyName === policy.name);
    const { spec } = policy.object as ValidatingAdmissionPolicy;
    if (own.length === 0 || spec === undefined) return [];
    return [{ policy, spec, plan: planAll(planValidatingPolicy(spec, target)), bindings: own }];
  });
}

const isRbac = ({ group }: ClusterObject): boolean => group.startsWith("rbac.authorization.");

const policyResources = /^(?:validating|mutating)admissionpolic(?:ies|ybindings)$/;

/** Policies never look at themselves and their bindings, nor at reviews, which are no objects. */
export function isExempt({ group, resource }: AdmissionRequest["resource"], domain: string): boolean {
  if (group === `admissionregistration.${domain}`) return policyResources.test(resource);
  return group === `authentication.${domain}` || group === `authorization.${domain}`;
}
