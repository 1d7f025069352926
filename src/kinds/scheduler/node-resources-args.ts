/**
 * NodeResourcesFitArgs and NodeResourcesBalancedAllocationArgs: how free resources affect the scores of nodes.
 *
 * @module
 */
import type {
  NodeResourcesBalancedAllocationArgs,
  NodeResourcesFitArgs,
  ResourceSpec,
} from "../../api/types/kubescheduler-v1.ts";
import { each, inRange, text } from "../../rule/demand.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { argsLoader, checkShape } from "./plugin-args.ts";

const strategies = ["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"];

const defaultResources = (): ResourceSpec[] => [
  { name: "cpu", weight: 1 },
  { name: "memory", weight: 1 },
];

function withDefaultWeights(resources: readonly ResourceSpec[] = []): ResourceSpec[] {
  if (resources.length === 0) return defaultResources();
  return resources.map((item) => ({ ...item, weight: item.weight || 1 }));
}

const qualifiedName = text(validateQualifiedName);
const weight = inRange(1, 100);

const ignored = rule<NodeResourcesFitArgs>(
  {
    id: "scheduler/ignored-resources",
    severity: "error",
    summary: "ignored resources are valid names; ignored groups contain no slash",
  },
  ({ ignoredResources, ignoredResourceGroups = [] }, place) => {
    each(ignoredResources, place.at("ignoredResources"), qualifiedName);
    const at = place.at("ignoredResourceGroups");
    each(ignoredResourceGroups, at, qualifiedName);
    for (const [index, group] of ignoredResourceGroups.entries()) {
      if (group.includes("/")) at.at(index).invalid("must have no slash", group);
    }
  },
);

const strategy = rule<NodeResourcesFitArgs>(
  {
    id: "scheduler/scoring-strategy",
    severity: "error",
    summary: "a scoring strategy has a known type, weights from 1 to 100, and a shape if its type needs one",
  },
  ({ scoringStrategy: { type = "", resources, requestedToCapacityRatio: ratio } = {} }, root, { reaches }) => {
    const place = root.at("scoringStrategy");
    if (!strategies.includes(type)) place.at("type").unsupported(strategies, type);
    each(resources, place.at("resources"), (item, at) => weight(item.weight ?? 0, at.at("weight")));
    const at = place.at("requestedToCapacityRatio");
    const isUsed = type === "RequestedToCapacityRatio";
    // Before 1.36 kube-scheduler does not validate this: it crashes if a required ratio is missing, and ignores a
    // superfluous one.
    if (ratio === undefined) return isUsed ? at.required() : undefined;
    if (!isUsed && reaches("1.36")) return at.forbidden(`must be absent with type "${type}"`);
    checkShape(ratio.shape, at.at("shape"));
    if (!isUsed) at.say(`has no effect with type "${type}", and 1.36 refuses it`, { atKey: true, severity: "warning" });
  },
);

export const nodeResourcesFitArgs = kind("kubescheduler/v1.NodeResourcesFitArgs", {
  loader: argsLoader,
  rules: [ignored, strategy],
  applyDefaults(args) {
    args.scoringStrategy ??= { type: "LeastAllocated" };
    args.scoringStrategy.resources = withDefaultWeights(args.scoringStrategy.resources);
  },
});

const balanced = rule<NodeResourcesBalancedAllocationArgs>(
  {
    id: "scheduler/balanced-resources",
    severity: "error",
    summary: "resources to balance are unique and have weight 1",
  },
  ({ resources = [] }, root) => {
    const place = root.at("resources");
    for (const { index, text: name } of findRepeats(resources.map((item) => item.name ?? ""))) {
      place.at(index, "name").say(`must be unique; "${name}" is listed already`, { cause: "duplicate" });
    }
    for (const [index, { weight: found = 0 }] of resources.entries()) {
      if (found !== 1 && found !== 1n) place.at(index, "weight").invalid("must be 1", found);
    }
  },
);

export const nodeResourcesBalancedAllocationArgs = kind("kubescheduler/v1.NodeResourcesBalancedAllocationArgs", {
  loader: argsLoader,
  rules: [balanced],
  applyDefaults(args) {
    args.resources = withDefaultWeights(args.resources);
  },
});
