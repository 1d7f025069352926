/**
 * lifecycle.k8s.io/v1alpha1 Eviction: the state of moving a pod off its node, on behalf of EvictionRequests. clustervet
 * does not validate the order of the responders' states.
 *
 * @module
 */
import type { Eviction, EvictionStatus } from "../../api/types/lifecycle-v1alpha1.ts";
import { oneOf, required } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { unique } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { nameWithDomain } from "../meta/name-with-domain.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { evictionRules } from "./eviction-rules.ts";

const intents: readonly string[] = ["Eviction", "Withdrawn"];
const states: readonly string[] = ["Active", "Canceled", "Completed", "Inactive", "Interrupted"];

interface Named {
  readonly name?: string;
}

function checkNames(list: readonly Named[], place: Place<readonly Named[]>): void {
  for (const [index, { name }] of list.entries()) required(name, place.at(index, "name"), nameWithDomain);
  unique(list, place, {
    textOf: ({ name = "" }) => name,
    placeOf: (item) => item,
    message: (name) => `must be unique; got ${name} again`,
  });
}

const parties = rule<Eviction>(
  {
    id: "eviction/parties",
    severity: "error",
    summary: "requesters and responders have names with a domain, and each responder has a status",
  },
  ({ status = {} }, place, { subresource }) => {
    if (subresource !== "status") return;
    const at = place.at("status");
    const { requesters = [], targetResponders = [], responders = [] } = status;
    checkNames(requesters, at.at("requesters"));
    for (const [index, { intent }] of requesters.entries()) {
      required(intent, at.at("requesters", index, "intent"), oneOf(intents));
    }
    checkNames(targetResponders, at.at("targetResponders"));
    for (const [index, { priority, state }] of targetResponders.entries()) {
      const item = at.at("targetResponders", index);
      if (typeof priority !== "number") item.at("priority").required();
      required(state, item.at("state"), oneOf(states));
    }
    checkNames(responders, at.at("responders"));
    checkTracked(status, at);
  },
);

function checkTracked({ targetResponders = [], responders = [] }: EvictionStatus, place: Place<EvictionStatus>): void {
  const tracked = new Set(responders.map(({ name }) => name));
  for (const [index, { name = "" }] of targetResponders.entries()) {
    if (!tracked.has(name))
      place.at("targetResponders", index).say(`${JSON.stringify(name)} must be in \`responders\``);
  }
  const isSame =
    responders.length === targetResponders.length && targetResponders.every(({ name }) => tracked.has(name));
  if (!isSame) place.at("responders").say("must have the names of `targetResponders`");
}

export const orderlyEviction = kind("lifecycle/v1alpha1.Eviction", {
  rules: [parties, ...evictionRules<Eviction>()],
  resource: statusOnlyStrategy,
});
