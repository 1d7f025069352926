/**
 * node.k8s.io/v1 RuntimeClass: a container runtime that pods can select.
 *
 * @module
 */
import type { RuntimeClass } from "../../api/types/node-v1.ts";
import { text } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { validateDns1123Label } from "../../text/names.ts";
import { adviseOnNodeLabels, nodeLabelInfo } from "../core/node-labels.ts";
import { checkOverhead } from "../core/resource-rules.ts";
import { checkTolerations } from "../core/scheduling-rules.ts";
import { kind } from "../kind.ts";
import { labelFindings } from "../meta/labels.ts";
import { declaredImmutableError, immutableFields } from "../meta/object-meta-update-rules.ts";
import { runtimeClassColumns } from "./columns.ts";

const handler = rule<RuntimeClass>(
  { id: "runtime-class/handler", severity: "error", summary: "a RuntimeClass has a valid handler" },
  ({ handler: name }, place) => {
    const at = place.at("handler");
    if (!name) at.required(undefined, { after: [] });
    else text(validateDns1123Label)(name, at);
  },
);

const overhead = rule<RuntimeClass>(
  { id: "runtime-class/overhead", severity: "error", summary: "`overhead.podFixed` has valid resource amounts" },
  ({ overhead: { podFixed } = {} }, place) => {
    if (podFixed) checkOverhead(podFixed, place.at("overhead", "podFixed"), place.at("overhead"));
  },
);

/** kube-apiserver never accepts comparison operators here, regardless of feature gates. */
const withoutComparisons = { context: { isEnabled: () => false } };

const scheduling = rule<RuntimeClass>(
  {
    id: "runtime-class/scheduling",
    severity: "error",
    summary: "`scheduling` has valid node labels and tolerations",
  },
  ({ scheduling: { nodeSelector, tolerations = [] } = {} }, place) => {
    const at = place.at("scheduling");
    const { path: field } = at.at("nodeSelector");
    for (const { path, ...said } of labelFindings(nodeSelector)) {
      at.at("nodeSelector")
        .along(path)
        .say(said.message, { ...said, field });
    }
    const list = at.at("tolerations");
    checkTolerations(tolerations, list, withoutComparisons);
    const known = new Map<string, number>();
    for (const [index, { key = "", operator = "", value = "", effect = "" }] of tolerations.entries()) {
      const identity = JSON.stringify([key, operator, value, effect]);
      const first = known.get(identity);
      if (first === undefined) known.set(identity, index);
      else list.at(index).duplicate("must be unique; got the same toleration again", list.at(first));
    }
  },
);

const nodeLabels = rule<RuntimeClass>(nodeLabelInfo, ({ scheduling: { nodeSelector } = {} }, place) => {
  const words = (_label: string, advice: string) => `scheduling.nodeSelector: ${advice}`;
  if (nodeSelector) adviseOnNodeLabels(nodeSelector, place.at("scheduling", "nodeSelector"), words);
});

const fixed = immutableFields<RuntimeClass>(
  { id: "runtime-class/immutable", summary: "`handler` is immutable" },
  ["handler"],
  { serverError: declaredImmutableError },
);

export const runtimeClass = kind("node/v1.RuntimeClass", {
  resource: { columns: runtimeClassColumns },
  rules: [handler, overhead, scheduling, fixed, nodeLabels],
});
