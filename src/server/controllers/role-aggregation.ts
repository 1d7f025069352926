/**
 * Sets the rules of aggregated ClusterRoles, which collect the rules of other roles by label.
 *
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import type { LabelSelector } from "../../api/types/meta-v1.ts";
import type { PolicyRule } from "../../api/types/rbac-v1.ts";
import { selects } from "../../kinds/meta/label-selector.ts";
import type { ApiObject } from "../request/api-object.ts";
import { notFound } from "../request/failures.ts";
import { undefinedIfNotFound } from "../request/status.ts";
import type { Controller, ControllerOptions } from "./controller.ts";
import { WorkQueue } from "./work-queue.ts";

export function startRoleAggregation({ registry, write, log }: ControllerOptions, groupDomain: string): Controller {
  const store = registry.store(`rbac.authorization.${groupDomain}`, "clusterroles");
  if (!store) throw new Error("clusterroles are not served");
  const fill = async (name: string) => {
    const target = { namespace: "", name };
    const role = store.cachedObject(target);
    const selectors = role && selectorsOf(role);
    if (!role || !selectors) return;
    const rules = aggregateRules(name, selectors, store.cached());
    if (isDeepStrictEqual(rules, rulesOf(role))) return;
    const change = (current: ApiObject | undefined) => {
      if (!current) throw notFound(store.resource, name);
      return { ...current, rules };
    };
    // The role may have been deleted in the meantime.
    await undefinedIfNotFound(store.update({ target, subresource: "", change }, write));
  };
  const queue = new WorkQueue(fill, log);
  const addAll = () => {
    for (const role of store.cached()) if (selectorsOf(role)) queue.add(role.metadata.name ?? "");
  };
  const stop = store.subscribe({ change: addAll, reset: addAll });
  addAll();
  return {
    stop() {
      stop();
      queue.stop();
    },
  };
}

function selectorsOf(role: ApiObject): readonly LabelSelector[] | undefined {
  const rule = role["aggregationRule"] as { clusterRoleSelectors?: readonly LabelSelector[] } | undefined;
  return rule?.clusterRoleSelectors;
}

const rulesOf = (role: ApiObject): readonly PolicyRule[] => (role["rules"] ?? []) as readonly PolicyRule[];

/**
 * Returns the rules of all other roles that a selector matches, in the order of selectors and names, without
 * duplicates.
 */
function aggregateRules(name: string, selectors: readonly LabelSelector[], roles: readonly ApiObject[]): PolicyRule[] {
  const rules = new Map<string, PolicyRule>();
  for (const selector of selectors) {
    const selected = roles.filter(({ metadata }) => metadata.name !== name && selects(selector, metadata.labels ?? {}));
    for (const rule of selected.flatMap(rulesOf)) rules.set(keyOf(rule), rule);
  }
  return [...rules.values()];
}

/** Returns a key that is equal for rules with the same values in the same order. */
function keyOf({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  return JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs]);
}
