/**
 * The policies of one kind with their bindings, as the server has them now, planned; and the cluster as they see it.
 *
 * @module
 */
import type { ParamKind } from "../../api/types/admissionregistration-v1.ts";
import type { AdmissionRequest, ClusterObject } from "../../policy/admission-request.ts";
import { type BoundPolicy, bindingSpecOf, type PolicyCluster } from "../../policy/invocation.ts";
import { isExempt } from "../../policy/policy-set.ts";
import type { Steps } from "../../policy/steps.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ServedKind } from "../request/served-resource.ts";
import { orUndefined } from "../request/status.ts";
import { inTurns } from "../request/turns.ts";
import { Answers } from "./answers.ts";
import { askAuthorizer } from "./ask-authorizer.ts";
import { lookUp, type PluginParts } from "./plugin.ts";
import { admissionRequest, objectIn } from "./policy-request.ts";

/** A kind of policies. */
export interface PolicyKind<S, P> {
  /** Plurals. */
  readonly policies: string;
  readonly bindings: string;
  plan(spec: S, target: string): Steps<P>;
}

/** The question to the policies of a kind about one write. */
export interface PolicyQuestion<S, P> {
  /** In the order of their names. */
  readonly bound: readonly BoundPolicy<ClusterObject, S, P>[];
  readonly request: AdmissionRequest;
  readonly cluster: PolicyCluster;
  readonly answers: Answers;
}

interface KnownPlan<P> {
  readonly key: string;
  readonly plan: Promise<P>;
}

export class PolicySource<S, P> {
  private readonly kind: PolicyKind<S, P>;
  private readonly parts: PluginParts;
  private stores: readonly [policies: ResourceStore, bindings: ResourceStore] | undefined;
  private current: Promise<readonly BoundPolicy<ClusterObject, S, P>[]> | undefined;
  /** By the name of the policy; a policy is planned again when its generation changes. */
  private plans = new Map<string, KnownPlan<P>>();

  constructor(kind: PolicyKind<S, P>, parts: PluginParts) {
    this.kind = kind;
    this.parts = parts;
  }

  /** Undefined for a write that no policy looks at. */
  async questionOf(attempt: AdmissionAttributes): Promise<PolicyQuestion<S, P> | undefined> {
    const bound = await this.bound();
    const { resource } = attempt;
    if (!bound || bound.length === 0 || isExempt(resource, this.parts.groupDomain)) return undefined;
    const request = admissionRequest(attempt, this.parts);
    const namespaces = this.parts.store("", "namespaces");
    const namespace = request.namespace === "" ? undefined : await lookUp<ApiObject>(namespaces, request.namespace);
    const answers = new Answers();
    return { bound, request, cluster: policyCluster(this.parts, answers, namespace), answers };
  }

  /** Those that have bindings; undefined when there are no bindings. */
  private bound(): Promise<readonly BoundPolicy<ClusterObject, S, P>[]> | undefined {
    const { bindings } = this.openStores() ?? {};
    if (!bindings || bindings.size === 0) return undefined;
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

  private async makeBound(): Promise<readonly BoundPolicy<ClusterObject, S, P>[]> {
    const { policies, bindings } = this.openStores() ?? {};
    if (!policies || !bindings) return [];
    const all = bindings.cached().map((object) => clusterObject(bindings, object));
    const plans = new Map<string, KnownPlan<P>>();
    const bound = policies.cached().flatMap((object) => {
      const policy = clusterObject(policies, object);
      const own = all.filter((binding) => bindingSpecOf(binding).policyName === policy.name);
      const spec = object["spec"] as S | undefined;
      if (own.length === 0 || !spec) return [];
      const known = this.planOf(object, spec);
      plans.set(policy.name, known);
      return [{ policy, spec, bindings: own, known }];
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

function clusterObject({ resource: { group, version, kind } }: ResourceStore, object: ApiObject): ClusterObject {
  const { name = "", namespace = "" } = object.metadata;
  return { group, version, kind, name, namespace, object };
}

const objectsInForm = new WeakMap<ApiObject, Map<ServedKind, unknown>>();

/** A stored object as it is served in a form; the same one each time. */
function servedObject(object: ApiObject, form: ServedKind): unknown {
  const known = objectsInForm.get(object) ?? new Map<ServedKind, unknown>();
  objectsInForm.set(object, known);
  const made = known.get(form) ?? objectIn(object, form);
  known.set(form, made);
  return made;
}

/** @param namespace - that of the request; the one that is asked for */
function policyCluster(
  { storeOfKind, authorizer }: PluginParts,
  answers: Answers,
  namespace: ApiObject | undefined,
): PolicyCluster {
  const kindOf = ({ apiVersion = "", kind = "" }: ParamKind) => {
    const store = storeOfKind(apiVersion, kind);
    const form = store?.forms.get(apiVersion);
    return store && form ? { store, form } : undefined;
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
        return found ? found.store.cached(from).map((object) => servedObject(object, found.form)) : [];
      },
      get(kind, from, name) {
        const found = kindOf(kind);
        const target = { namespace: from, name };
        const object =
          found?.store.cachedObject(target) ??
          // The cache may be a moment behind.
          (found &&
            answers.ask(
              `${kind.apiVersion} ${kind.kind} ${from}/${name}`,
              () => orUndefined(found.store.get(target)),
              undefined,
            ));
        return found && object && servedObject(object, found.form);
      },
    },
    authorize: askAuthorizer(authorizer(), answers),
    nowMs: () => performance.now(),
  };
}
