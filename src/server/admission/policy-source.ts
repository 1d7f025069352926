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
import { type Conversions, converting } from "../registry/conversions.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import { internalError } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import { orUndefined, StatusError } from "../request/status.ts";
import { inTurns } from "../request/turns.ts";
import { Answers } from "./answers.ts";
import { authorizeWith } from "./ask-authorizer.ts";
import { manifestsOf, type StaticManifests } from "./manifests/static-manifests.ts";
import { lookUp, type PluginParts } from "./plugin.ts";
import { admissionRequest, objectIn } from "./policy-request.ts";

/** A kind of policy, validating or mutating. */
export interface PolicyKind<S, P> {
  readonly plugin: string;
  /** The plural resource names of the policies and of their bindings. */
  readonly policies: string;
  readonly bindings: string;
  plan(spec: S, target: string): Steps<P>;
}

type AllBound<S, P> = readonly BoundPolicy<ClusterObject, S, P>[];

/** The input for evaluating the policies of a kind on one write. */
export interface PolicyQuestion<S, P> {
  /** Policies of static manifests first, then stored policies, each group sorted by name. */
  readonly bound: AllBound<S, P>;
  readonly request: AdmissionRequest;
  readonly cluster: PolicyCluster;
  readonly answers: Answers;
}

interface KnownBound<S, P> {
  /** The objects of the static manifests that `bound` was planned from. */
  readonly objects: readonly ClusterObject[];
  readonly bound: Promise<AllBound<S, P>>;
}

interface KnownPlan<P> {
  readonly key: string;
  readonly plan: Promise<P>;
}

export class PolicySource<S, P> {
  private readonly kind: PolicyKind<S, P>;
  private readonly parts: PluginParts;
  private stores: readonly [policies: ResourceStore, bindings: ResourceStore] | undefined;
  private current: Promise<AllBound<S, P>> | undefined;
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
   * @param answer - evaluates the policies; must have no side effects, since it is started again if a webhook has to
   *   convert an object first
   */
  async ask<T>(
    attempt: AdmissionAttributes,
    answer: (question: PolicyQuestion<S, P>) => Promise<T>,
  ): Promise<T | undefined> {
    const bound = await this.boundFor(attempt.resource);
    if (bound.length === 0) return undefined;
    const { resource } = attempt;
    const forms = resource.convert ? this.parts.formsOf(resource) : new Map();
    return converting(resource.convert, forms, async (conversions) => {
      try {
        return await answer(await this.questionOf(attempt, bound, conversions));
      } catch (error) {
        throw error instanceof UnconvertibleObject ? internalError(error.message) : error;
      }
    });
  }

  private async questionOf(
    attempt: AdmissionAttributes,
    bound: AllBound<S, P>,
    conversions: Conversions,
  ): Promise<PolicyQuestion<S, P>> {
    const request = admissionRequest(attempt, this.parts, conversions);
    const namespaces = this.parts.store("", "namespaces");
    const namespace = request.namespace === "" ? undefined : await lookUp<ApiObject>(namespaces, request.namespace);
    const answers = new Answers();
    return { bound, request, cluster: policyCluster(this.parts, answers, namespace), answers };
  }

  /** Returns the policies for a resource. Only policies of static manifests apply to policy resources. */
  private async boundFor(resource: AdmissionAttributes["resource"]): Promise<AllBound<S, P>> {
    const { groupDomain } = this.parts;
    if (isPolicyResource(resource, groupDomain)) return this.fixedBound();
    if (isExempt(resource, groupDomain)) return [];
    const [fixed, stored] = await Promise.all([this.fixedBound(), this.storedBound()]);
    return fixed.length === 0 ? stored : [...fixed, ...stored];
  }

  /** Returns the policies of static manifests that have bindings. */
  private fixedBound(): Promise<AllBound<S, P>> | AllBound<S, P> {
    const { objects = [] } = this.manifests ?? {};
    if (objects.length === 0) return [];
    if (this.fixed?.objects !== objects) this.fixed = { objects, bound: this.planManifests(objects) };
    return this.fixed.bound;
  }

  private planManifests(objects: readonly ClusterObject[]): Promise<AllBound<S, P>> {
    const isBinding = ({ kind }: ClusterObject) => kind.endsWith("Binding");
    const bound = withBindings<S>(
      objects.filter((each) => !isBinding(each)),
      objects.filter(isBinding),
    );
    const { target } = this.parts;
    const planned = bound.map(async (each) => ({ ...each, plan: await inTurns(this.kind.plan(each.spec, target)) }));
    return Promise.all(planned);
  }

  /** Returns the stored policies that have bindings. */
  private storedBound(): Promise<AllBound<S, P>> | AllBound<S, P> {
    const { bindings } = this.openStores() ?? {};
    if (!bindings || bindings.size === 0) return [];
    this.current ??= this.makeBound();
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

  private async makeBound(): Promise<AllBound<S, P>> {
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
    return known?.key === key ? known : { key, plan: inTurns(this.kind.plan(spec, this.parts.target)) };
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
  const made = known.get(form) ?? objectIn(object, form);
  known.set(form, made);
  return made;
}

/** The resource of a parameter kind, with the served version to read it in. */
interface ParamsIn {
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
  answers: Answers,
  namespace: ApiObject | undefined,
): PolicyCluster {
  const kindOf = ({ apiVersion = "", kind = "" }: ParamKind): ParamsIn | undefined => {
    const store = storeOfKind(apiVersion, kind);
    const form = store?.forms.get(apiVersion);
    return store && form && { store, form };
  };
  const served = ({ store, form }: ParamsIn, objects: readonly ApiObject[], question: string): readonly unknown[] => {
    const { convert, apiVersion } = store.resource;
    if (!convert) return objects.map((object) => servedObject(object, form));
    const converted = () => store.served(objects).catch(unconvertible);
    const found = answers.ask(`${apiVersion} ${question}`, converted, []);
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
        const read = () => orUndefined(found.store.get(target));
        const object = answers.ask(`${kind.apiVersion} ${question}, read`, read, undefined);
        return object && servedObject(object, found.form);
      },
    },
    authorize: authorizeWith(authorizer(), answers),
    nowMs: () => performance.now(),
  };
}
