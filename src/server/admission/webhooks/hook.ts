/**
 * A webhook of a configuration, and all webhooks of a type in the order in which they are called.
 *
 * @module
 */
import type { ClusterObject } from "../../../policy/admission-request.ts";
import type { MaybePlanned } from "../../../policy/plan.ts";
import type { ResourceStore } from "../../registry/resource-store.ts";
import type { ApiObject } from "../../request/api-object.ts";
import type { StaticManifests } from "../manifests/static-manifests.ts";
import { conditionsOf } from "./hook-conditions.ts";
import type { HookSpec } from "./hook-request.ts";

export interface Hook {
  readonly name: string;
  /** Unique among all webhooks. */
  readonly id: string;
  /** The name of its configuration. */
  readonly configuration: string;
  readonly spec: HookSpec;
  readonly conditions: readonly MaybePlanned[];
}

/**
 * All webhooks of one type: those of static manifests first, then those of stored configurations by the names of the
 * configurations, each in the order of its configuration.
 */
export class HookSource {
  private readonly findStore: () => ResourceStore | undefined;
  private readonly target: string;
  private readonly hooksByConfiguration = new WeakMap<ApiObject, readonly Hook[]>();
  private store: ResourceStore | undefined;
  private readonly manifests: StaticManifests | undefined;
  private known: readonly Hook[] | undefined;
  private fixed: { readonly objects: readonly ClusterObject[]; readonly hooks: readonly Hook[] } | undefined;

  /** @param findStore - returns the store of the configurations; called until the store exists */
  constructor(findStore: () => ResourceStore | undefined, target: string, manifests?: StaticManifests) {
    this.findStore = findStore;
    this.target = target;
    this.manifests = manifests;
  }

  get hooks(): readonly Hook[] {
    this.follow();
    this.known ??= (this.store?.cached() ?? []).flatMap((object) => this.planned(object));
    const { manifestHooks } = this;
    return manifestHooks.length === 0 ? this.known : [...manifestHooks, ...this.known];
  }

  /** The webhooks of static manifests. */
  get manifestHooks(): readonly Hook[] {
    const { objects } = this.manifests ?? {};
    if (!objects) return [];
    if (this.fixed?.objects !== objects) {
      const all = objects.flatMap(({ object }) => hooksIn(object as ApiObject, this.target));
      this.fixed = { objects, hooks: all.map((hook) => ({ ...hook, id: `manifest/${hook.id}` })) };
    }
    return this.fixed.hooks;
  }

  /** Returns the webhooks of a configuration, which are planned only once. */
  private planned(object: ApiObject): readonly Hook[] {
    const hooks = this.hooksByConfiguration.get(object) ?? hooksIn(object, this.target);
    this.hooksByConfiguration.set(object, hooks);
    return hooks;
  }

  private follow(): void {
    if (this.store) return;
    this.store = this.findStore();
    const forget = () => {
      this.known = undefined;
    };
    this.store?.subscribe({ change: forget, reset: forget });
  }
}

function hooksIn({ metadata, ...rest }: ApiObject, target: string): readonly Hook[] {
  const { webhooks = [] } = rest as { readonly webhooks?: readonly HookSpec[] };
  return webhooks.map((spec, index) => ({
    name: spec.name ?? "",
    configuration: metadata.name ?? "",
    id: `${metadata.name}/${spec.name}/${index}`,
    spec,
    conditions: conditionsOf(spec, target),
  }));
}
