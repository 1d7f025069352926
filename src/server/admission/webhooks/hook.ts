/**
 * A webhook of a configuration, and all webhooks of a kind in the order in which they are asked.
 *
 * @module
 */
import type { ClusterObject } from "../../../policy/admission-request.ts";
import type { Planned } from "../../../policy/plan.ts";
import type { ResourceStore } from "../../registry/resource-store.ts";
import type { ApiObject } from "../../request/api-object.ts";
import type { StaticManifests } from "../manifests/static-manifests.ts";
import { conditionsOf } from "./hook-conditions.ts";
import type { HookSpec } from "./question.ts";

export interface Hook {
  readonly name: string;
  /** Tells it from all others. */
  readonly id: string;
  /** The name of its configuration. */
  readonly configuration: string;
  readonly spec: HookSpec;
  readonly conditions: readonly Planned[];
}

/** Those of manifests come first; by the names of their configurations, and then as these list them. */
export class HookSource {
  private readonly findStore: () => ResourceStore | undefined;
  private readonly target: string;
  private readonly hooksOf = new WeakMap<ApiObject, readonly Hook[]>();
  private store: ResourceStore | undefined;
  private readonly manifests: StaticManifests | undefined;
  private known: readonly Hook[] | undefined;
  private fixed: { readonly objects: readonly ClusterObject[]; readonly hooks: readonly Hook[] } | undefined;

  /** @param findStore - of the configurations; asked until it is there */
  constructor(findStore: () => ResourceStore | undefined, target: string, manifests?: StaticManifests) {
    this.findStore = findStore;
    this.target = target;
    this.manifests = manifests;
  }

  get hooks(): readonly Hook[] {
    this.follow();
    this.known ??= (this.store?.cached() ?? []).flatMap((object) => this.planned(object));
    const { fixedHooks } = this;
    return fixedHooks.length === 0 ? this.known : [...fixedHooks, ...this.known];
  }

  /** Those of manifests. */
  get fixedHooks(): readonly Hook[] {
    const { objects } = this.manifests ?? {};
    if (!objects) return [];
    if (this.fixed?.objects !== objects) {
      const all = objects.flatMap(({ object }) => hooksIn(object as ApiObject, this.target));
      this.fixed = { objects, hooks: all.map((hook) => ({ ...hook, id: `manifest/${hook.id}` })) };
    }
    return this.fixed.hooks;
  }

  /** Planned once for each configuration. */
  private planned(object: ApiObject): readonly Hook[] {
    const hooks = this.hooksOf.get(object) ?? hooksIn(object, this.target);
    this.hooksOf.set(object, hooks);
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
