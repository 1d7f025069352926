/**
 * All policies of a cluster with their bindings, asked together about a request.
 *
 * @module
 */
import { RbacPolicy } from "../access/rbac.ts";
import { authorizeBy } from "../access/rbac-authorizer.ts";
import type {
  ParamKind,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from "../api/types/admissionregistration-v1.ts";
import type { Authorize } from "../cel-kubernetes/library/authorizer.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { ActivationInput } from "./activation.ts";
import {
  type AdmissionRequest,
  type ClusterObject,
  labelsOf,
  metadataOf,
  type ServedVersion,
} from "./admission-request.ts";
import { matchRequest } from "./match.ts";
import { collectParams, type ParamSource } from "./params.ts";
import { type Decision, PlannedPolicy } from "./validating-policy.ts";

/** What a policy does to a request: refuse it, warn its client, or note it in the audit event. */
export type PolicyAction = "Deny" | "Warn" | "Audit";

const actions: readonly string[] = ["Deny", "Warn", "Audit"] satisfies PolicyAction[];

/** The API server takes no binding with another one. */
const isAction = (name: string): name is PolicyAction => actions.includes(name);

/** A failed validation, and what the binding makes of it. */
export interface PolicyFinding<O extends ClusterObject = ClusterObject> extends Decision {
  readonly action: PolicyAction;
  readonly policy: O;
  /** Absent when the policy itself can't be evaluated. */
  readonly binding?: O;
  /** True when the parameters are not there, so that nothing was evaluated. */
  readonly lacksParams?: boolean;
}

/** What all policies say to a request. */
export interface Judgement<O extends ClusterObject = ClusterObject> {
  readonly findings: readonly PolicyFinding<O>[];
  /** Annotations of the audit event, by key. */
  readonly annotations: ReadonlyMap<string, string>;
}

/** What is known of the cluster apart from its objects. */
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
  private readonly bound: readonly BoundPolicy<O>[];
  private readonly policies: readonly BoundPolicy<O>[];
  private readonly namespaces: ReadonlyMap<string, unknown>;
  private readonly params: ParamSource;
  private readonly authorize: Authorize;
  private readonly groupDomain: string;
  private readonly applied = new Set<O>();

  constructor(objects: readonly O[], { target, groupDomain, scopeOf }: PolicySetOptions) {
    this.groupDomain = groupDomain;
    this.bound = boundPolicies(objects, target, `admissionregistration.${groupDomain}`);
    this.policies = this.bound.filter(({ plan }) => plan.isSound);
    this.params = { objects, scopeOf };
    const isNamespace = ({ group, kind }: ClusterObject) => group === "" && kind === "Namespace";
    this.namespaces = new Map(objects.filter(isNamespace).map(({ name, object }) => [name, object]));
    this.authorize = authorizeBy(new RbacPolicy(objects.filter(isRbac)));
  }

  /** False when nothing is ever asked of it. */
  get hasPolicies(): boolean {
    return this.policies.length > 0;
  }

  judge(request: AdmissionRequest): Judgement<O> {
    const findings: PolicyFinding<O>[] = [];
    const annotations = new Map<string, string[]>();
    if (isExempt(request, this.groupDomain)) return { findings, annotations: new Map() };
    for (const bound of this.policies) {
      const matched = matchRequest(bound.spec.matchConstraints ?? {}, request, () => this.labelsOf(request.namespace));
      if (!matched) continue;
      for (const binding of bound.bindings)
        this.judgeBound(bound, binding, { request, matched }, findings, annotations);
    }
    return { findings, annotations: new Map([...annotations].map(([key, values]) => [key, values.join(", ")])) };
  }

  /** The policies with a binding that no request was for, as far as it was asked; one that does not compile is for none. */
  get notApplied(): readonly { readonly policy: O; readonly isSound: boolean }[] {
    const idle = this.bound.filter(({ policy }) => !this.applied.has(policy));
    return idle.map(({ policy, plan }) => ({ policy, isSound: plan.isSound }));
  }

  private judgeBound(
    { policy, spec, plan }: BoundPolicy<O>,
    binding: O,
    { request, matched }: { readonly request: AdmissionRequest; readonly matched: ServedVersion },
    findings: PolicyFinding<O>[],
    annotations: Map<string, string[]>,
  ): void {
    const { matchResources, paramRef, validationActions = [] } = bindingSpec(binding);
    const labels = () => this.labelsOf(request.namespace);
    if (matchResources && !matchRequest(matchResources, request, labels)) return;
    this.applied.add(policy);
    const collected = collectParams(spec.paramKind, paramRef, request.namespace, this.params);
    if (!collected.ok) {
      if (spec.failurePolicy === "Ignore") return;
      const message = `failed to configure binding: ${collected.message}`;
      findings.push({ action: "Deny", policy, binding, message, path: [], lacksParams: true });
      return;
    }
    for (const params of collected.params) {
      const input: ActivationInput = {
        request,
        matched,
        params,
        namespace: this.namespaceOf(request),
        authorize: this.authorize,
      };
      const result = plan.judge(input);
      for (const decision of result.decisions) {
        for (const action of validationActions.filter(isAction))
          findings.push({ ...decision, action, policy, binding });
      }
      for (const refusal of result.refusals) findings.push({ ...refusal, action: "Deny", policy, binding });
      for (const { key, value } of result.annotations) addOnce(annotations, `${policy.name}/${key}`, value);
    }
  }

  /** The namespace that a request is in; undefined where it is in none. */
  namespaceOf({ namespace, kind }: AdmissionRequest): unknown {
    if (namespace === "" || (kind.group === "" && kind.kind === "Namespace")) return undefined;
    return withNameLabel(namespace, this.namespaces.get(namespace));
  }

  private labelsOf(namespace: string): Readonly<Record<string, string>> {
    return labelsOf(withNameLabel(namespace, this.namespaces.get(namespace)));
  }
}

interface BoundPolicy<O> {
  readonly policy: O;
  readonly spec: NonNullable<ValidatingAdmissionPolicy["spec"]>;
  readonly plan: PlannedPolicy;
  readonly bindings: readonly O[];
}

/** Policies that have a binding; the API server uses none that does not compile. */
function boundPolicies<O extends ClusterObject>(
  objects: readonly O[],
  target: string,
  group: string,
): BoundPolicy<O>[] {
  const ofKind = (kind: string) => objects.filter((each) => each.group === group && each.kind === kind);
  const bindings = ofKind("ValidatingAdmissionPolicyBinding");
  return ofKind("ValidatingAdmissionPolicy").flatMap((policy): BoundPolicy<O>[] => {
    const own = bindings.filter((binding) => bindingSpec(binding).policyName === policy.name);
    const { spec } = policy.object as ValidatingAdmissionPolicy;
    if (own.length === 0 || spec === undefined) return [];
    return [{ policy, spec, plan: new PlannedPolicy(spec, target), bindings: own }];
  });
}

function bindingSpec({ object }: ClusterObject): NonNullable<ValidatingAdmissionPolicyBinding["spec"]> {
  return (object as ValidatingAdmissionPolicyBinding).spec ?? {};
}

const isRbac = ({ group }: ClusterObject): boolean => group.startsWith("rbac.authorization.");

/** Policies never look at the objects that configure admission, and reviews are no objects. */
function isExempt({ kind: { group, kind } }: AdmissionRequest, domain: string): boolean {
  if (group === `admissionregistration.${domain}`) return /AdmissionPolicy(?:Binding)?$/.test(kind);
  return group === `authentication.${domain}` || group === `authorization.${domain}`;
}

/** Every namespace has a label with its name; of one that nobody gave it is all that is known. */
function withNameLabel(name: string, namespace: unknown): unknown {
  const known = isPlainObject(namespace) ? namespace : {};
  const labels = { "kubernetes.io/metadata.name": name, ...labelsOf(known) };
  return { ...known, metadata: { name, ...metadataOf(known), labels } };
}

function addOnce(annotations: Map<string, string[]>, key: string, value: string): void {
  const values = annotations.get(key) ?? [];
  if (!values.includes(value)) annotations.set(key, [...values, value]);
}
