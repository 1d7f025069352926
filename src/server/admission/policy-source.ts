/**
 * Provides the current policies of one kind with their bindings, planned for evaluation, and the view of the cluster
 * that they evaluate against.
 *
 * @module
 */
import type { ParamKind } from "../../api/types/admissionregistration-v1.ts";
import { type AdmissionRequest, type ClusterObject, UnconvertibleObject } from "../../policy/admission-request.ts";
import { type BoundPolicy, bindingSpecOf, type PolicyCluster } from "../../policy/invocation.ts";
import { isExempt, isPolicyResource } from "../../policy/policy-set.ts";
import type { Steps } from "../../policy/steps.ts";
import { groupBy } from "../../text/group-by.ts";
import { type Conversions, runWithConversions } from "../registry/conversions.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import { internalError } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import { StatusError, undefinedIfNotFound } from "../request/status.ts";
import { runInTurns } from "../request/turns.ts";
import { AsyncResults } from "./async-results.ts";
import { authorizeWith } from "./authorize-with.ts";
import { manifestsOf, type StaticManifests } from "./manifests/static-manifests.ts";
import { lookUp, type PluginParts } from "./plugin.ts";
import { admissionRequest, objectInForm } from "./policy-request.ts";

/** A kind of policy, validating or mutating. */
export interface PolicyKind<S, P> {
  readonly plugin: string;
  /** The plural resource names of the policies and of their bindings. */
  readonly policies: string;
  readonly bindings: string;
  plan(spec: S, target: string): Steps<P>;
}

type BoundPolicies<S, P> = readonly BoundPolicy<ClusterObject, S, P>[];

/** The input for evaluating the policies of a kind on one write. */
export interface PolicyInput<S, P> {
  /** Policies of static manifests first, then stored policies, each group sorted by name. */
  readonly bound: BoundPolicies<S, P>;
  readonly request: AdmissionRequest;
  readonly cluster: PolicyCluster;
  readonly answers: AsyncResults;
}

interface KnownBound<S, P> {
  /** The objects of the static manifests that `bound` was planned from. */
  readonly objects: readonly ClusterObject[];
  readonly bound: Promise<BoundPolicies<S, P>>;
}

interface KnownPlan<P> {
  readonly key: string;
  readonly plan: Promise<P>;
}

export class PolicySource<S, P> {
  private readonly kind: PolicyKind<S, P>;
  private readonly parts: PluginParts;
  private stores: readonly [policies: ResourceStore, bindings: ResourceStore] | undefined;
  private current: Promise<BoundPolicies<S, P>> | undefined;
  private readonly manifests: StaticManifests | undefined;
  private fixed: KnownBound<S, P> | undefined;
  /** By policy name. A policy is planned again when its UID or generation changes. */
  private plans = new Map<string, KnownPlan<P>>();

  constructor(kind: PolicyKind<S, P>, parts: PluginParts) {
    this.kind = kind;
    this.parts = parts;
    this.manifests = manifestsOf(kind.plugin, parts);
  }

  /**
   * Evaluates the policies on a write. Returns undefined if no policy applies to the write.
   *
   * @param evaluateInput - evaluates the policies; must have no side effects, since it is started again if a webhook has to
   *   convert an object first
   */
  async evaluate<T>(
    attempt: AdmissionAttributes,
    evaluateInput: (question: PolicyInput<S, P>) => Promise<T>,
  ): Promise<T | undefined> {
    const bound = await this.policiesFor(attempt.resource);
    if (bound.length === 0) return undefined;
    const { resource } = attempt;
    const forms = resource.convert ? this.parts.formsOf(resource) : new Map();
    return runWithConversions(resource.convert, forms, async (conversions) => {
      try {
        return await evaluateInput(await this.inputOf(attempt, bound, conversions));
      } catch (error) {
        throw error instanceof UnconvertibleObject ? internalError(error.message) : error;
      }
    });
  }

  private async inputOf(
    attempt: AdmissionAttributes,
    bound: BoundPolicies<S, P>,
    conversions: Conversions,
  ): Promise<PolicyInput<S, P>> {
    const request = admissionRequest(attempt, this.parts, conversions);
    const namespaces = this.parts.store("", "namespaces");
    const namespace = request.namespace === "" ? undefined : await lookUp<ApiObject>(namespaces, request.namespace);
    const answers = new AsyncResults();
    return { bound, request, cluster: policyCluster(this.parts, answers, namespace), answers };
  }

  /** Returns the policies for a resource. Only policies of static manifests apply to policy resources. */
  private async policiesFor(resource: AdmissionAttributes["resource"]): Promise<BoundPolicies<S, P>> {
    const { groupDomain } = this.parts;
    if (isPolicyResource(resource, groupDomain)) return this.manifestPolicies();
    if (isExempt(resource, groupDomain)) return [];
    const [fixed, stored] = await Promise.all([this.manifestPolicies(), this.storedPolicies()]);
    return fixed.length === 0 ? stored : [...fixed, ...stored];
  }

  /** Returns the policies of static manifests that have bindings. */
  private manifestPolicies(): Promise<BoundPolicies<S, P>> | BoundPolicies<S, P> {
    const { objects = [] } = this.manifests ?? {};
    if (objects.length === 0) return [];
    if (this.fixed?.objects !== objects) this.fixed = { objects, bound: this.planManifests(objects) };
    return this.fixed.bound;
  }

  private planManifests(objects: readonly ClusterObject[]): Promise<BoundPolicies<S, P>> {
    const isBinding = ({ kind }: ClusterObject) => kind.endsWith("Binding");
    const bound = withBindings<S>(
      objects.filter((each) => !isBinding(each)),
      objects.filter(isBinding),
    );
    const { target } = this.parts;
    const planned = bound.map(async (each) => ({ ...each, plan: await runInTurns(this.kind.plan(each.spec, target)) }));
    return Promise.all(planned);
  }

  /** Returns the stored policies that have bindings. */
  private storedPolicies(): Promise<BoundPolicies<S, P>> | BoundPolicies<S, P> {
    const { bindings } = this.openStores() ?? {};
    if (!bindings || bindings.size === 0) return [];
    this.current ??= this.planStoredPolicies();
    return this.current;
  }

  private openStores() {
    if (!this.stores) {
      const [policies, bindings] = [this.kind.policies, this.kind.bindings].map((plural) =>
        this.parts.store("admissionregistration.<domain>", plural),
      );
      if (!policies || !bindings) return undefined;
      this.stores = [policies, bindings];
      const forget = () => {
        this.current = undefined;
      };
      for (const store of this.stores) store.subscribe({ change: forget, reset: forget });
    }
    const [policies, bindings] = this.stores;
    return { policies, bindings };
  }

  private async planStoredPolicies(): Promise<BoundPolicies<S, P>> {
    const { policies, bindings } = this.openStores() ?? {};
    if (!policies || !bindings) return [];
    const plans = new Map<string, KnownPlan<P>>();
    const bound = withBindings<S>(
      policies.cached().map((object) => clusterObject(policies, object)),
      bindings.cached().map((object) => clusterObject(bindings, object)),
    ).map((each) => {
      const known = this.planOf(each.policy.object as ApiObject, each.spec);
      plans.set(each.policy.name, known);
      return { ...each, known };
    });
    this.plans = plans;
    const planned = bound.map(async ({ known, ...rest }) => ({ ...rest, plan: await known.plan }));
    return Promise.all(planned);
  }

  private planOf({ metadata }: ApiObject, spec: S): KnownPlan<P> {
    const { name = "", uid = "", generation } = metadata;
    const key = `${uid} ${generation}`;
    const known = this.plans.get(name);
    return known?.key === key ? known : { key, plan: runInTurns(this.kind.plan(spec, this.parts.target)) };
  }
}

/** Joins policies with their bindings, and drops policies without bindings. */
function withBindings<S>(policies: readonly ClusterObject[], bindings: readonly ClusterObject[]) {
  const byPolicy = groupBy(bindings, (binding) => bindingSpecOf(binding).policyName);
  return policies.flatMap((policy) => {
    const own = byPolicy.get(policy.name);
    const { spec } = policy.object as { readonly spec?: S };
    return own === undefined || !spec ? [] : [{ policy, spec, bindings: own }];
  });
}

function clusterObject({ resource: { group, version, kind } }: ResourceStore, object: ApiObject): ClusterObject {
  const { name = "", namespace = "" } = object.metadata;
  return { group, version, kind, name, namespace, object };
}

const objectsInForm = new WeakMap<ApiObject, Map<ServedKind, unknown>>();

/** Returns a stored object in a served form; the same value for each call. */
function servedObject(object: ApiObject, form: ServedKind): unknown {
  const known = objectsInForm.get(object) ?? new Map<ServedKind, unknown>();
  objectsInForm.set(object, known);
  const made = known.get(form) ?? objectInForm(object, form);
  known.set(form, made);
  return made;
}

/** The resource of a parameter kind, with the served version to read it in. */
interface ParamSource {
  readonly store: ResourceStore;
  readonly form: ServedKind;
}

function unconvertible(error: unknown): UnconvertibleObject {
  if (error instanceof StatusError) return new UnconvertibleObject(error.message);
  throw error;
}

/**
 * Returns the view of the cluster for the policies of one request.
 *
 * @param namespace - the namespace of the request; the only one that policies can read
 */
function policyCluster(
  { storeOfKind, authorizer }: PluginParts,
  answers: AsyncResults,
  namespace: ApiObject | undefined,
): PolicyCluster {
  const kindOf = ({ apiVersion = "", kind = "" }: ParamKind): ParamSource | undefined => {
    const store = storeOfKind(apiVersion, kind);
    const form = store?.forms.get(apiVersion);
    return store && form && { store, form };
  };
  const served = (
    { store, form }: ParamSource,
    objects: readonly ApiObject[],
    question: string,
  ): readonly unknown[] => {
    const { convert, apiVersion } = store.resource;
    if (!convert) return objects.map((object) => servedObject(object, form));
    const converted = () => store.toServed(objects).catch(unconvertible);
    const found = answers.resultOf(`${apiVersion} ${question}`, converted, []);
    if (found instanceof UnconvertibleObject) throw found;
    return found.map((object) => servedObject(object, form));
  };
  return {
    namespace: (name) => (namespace?.metadata.name === name ? namespace : undefined),
    params: {
      scopeOf(kind) {
        const found = kindOf(kind);
        return found && (found.store.resource.isNamespaced ? "Namespaced" : "Cluster");
      },
      list(kind, from) {
        const found = kindOf(kind);
        return found ? served(found, found.store.cached(from), `${kind.kind} ${from}`) : [];
      },
      get(kind, from, name) {
        const found = kindOf(kind);
        if (!found) return undefined;
        const target = { namespace: from, name };
        const cached = found.store.cachedObject(target);
        const question = `${kind.kind} ${from}/${name}`;
        if (cached) return served(found, [cached], question)[0];
        // The cache may lag behind the store.
        const read = () => undefinedIfNotFound(found.store.get(target));
        const object = answers.resultOf(`${kind.apiVersion} ${question}, read`, read, undefined);
        return object && servedObject(object, found.form);
      },
    },
    authorize: authorizeWith(authorizer(), answers),
    nowMs: () => performance.now(),
  };
}
