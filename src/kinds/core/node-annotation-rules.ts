/**
 * Demands of the API server on the annotations of a node that once were fields, and are still read.
 *
 * @module
 */
import type { Node, Taint } from "../../api/types/core-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";

import { tryParseBounded } from "../../json/parse-bounded.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { type FieldTypes, readJsonList } from "./json-list.ts";
import { checkTaints, writtenTaint } from "./taints.ts";

const taintsKey = "scheduler.alpha.kubernetes.io/taints";
const avoidedPodsKey = "scheduler.alpha.kubernetes.io/preferAvoidPods";

const upstreamPath = (...steps: (string | number)[]): FieldPath => ["metadata", ...steps];

export const nodeAnnotations = rule<Node>(
  {
    id: "node/annotations",
    severity: "error",
    summary: "the annotations of a node about taints and pods to avoid hold valid JSON",
  },
  ({ metadata }, place) => {
    const at = place
      .changing((finding) => ({ ...finding, after: upstreamPath("annotations") }))
      .at("metadata", "annotations");
    const { [taintsKey]: taints, [avoidedPodsKey]: avoided } = metadata?.annotations ?? {};
    if (taints) checkTaintsText(taints, at.at(taintsKey));
    if (avoided) checkAvoidedPods(avoided, at.at(avoidedPodsKey));
  },
);

function checkTaintsText(text: string, place: Place<string>): void {
  const list = readJsonList(text, taintFields);
  if (!list) {
    place.invalid("must be taints in JSON", text, { field: upstreamPath("annotations") });
    return;
  }
  const within = place.changing((finding) => ({
    ...finding,
    field: upstreamPath(`annotations.${taintsKey}`, ...finding.path.slice(place.path.length)),
  }));
  const at = within.along<readonly Taint[]>([]);
  checkTaints(list, at, writtenTaint);
}

const taintFields: FieldTypes<Taint> = { key: "string", value: "string", effect: "string" };

function checkAvoidedPods(text: string, place: Place<string>): void {
  const avoided = tryParseBounded(text);
  if (avoided === null) return;
  const list = isPlainObject(avoided) ? (avoided["preferAvoidPods"] ?? []) : undefined;
  if (!Array.isArray(list) || !list.every(isPlainObject) || !list.every(hasSignature)) {
    place.invalid("must be `preferAvoidPods` in JSON", text, { field: upstreamPath("annotations.AvoidPods") });
    return;
  }
  list.forEach(({ podSignature }, index) => {
    const signature = upstreamPath(`annotations.${avoidedPodsKey}`, index, "PodSignature");
    const controller = isPlainObject(podSignature) ? podSignature["podController"] : undefined;
    if (!isPlainObject(controller)) {
      place.required(`\`preferAvoidPods[${index}].podSignature.podController\` must be set`, { field: signature });
    } else if (controller["controller"] !== true) {
      place.say(`\`preferAvoidPods[${index}]\` must name an owner that is a controller`, {
        cause: "invalid",
        field: [...signature, "PodController", "Controller"],
        serverText: "false: must point to a controller",
      });
    }
  });
}

/** Whether Go can read the signature of pods, if there is one. */
function hasSignature({ podSignature }: Readonly<Record<string, unknown>>): boolean {
  const signature = podSignature ?? {};
  return isPlainObject(signature) && isPlainObject(signature["podController"] ?? {});
}
