/**
 * Rules of kube-apiserver about two annotations of nodes that it still parses: taints, and pods to avoid.
 *
 * @module
 */
import type { Node, Taint } from "../../api/types/core-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { goJsonFault } from "../../json/go-json-fault.ts";
import { jsonType, showGoValue } from "../../json/go-value.ts";
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
    summary: "the node annotations for taints and for pods to avoid contain valid JSON",
  },
  ({ metadata }, place) => {
    const at = place.changing((finding) => ({ ...finding, after: upstreamPath() })).at("metadata", "annotations");
    const { [taintsKey]: taints, [avoidedPodsKey]: avoided } = metadata?.annotations ?? {};
    if (taints) checkTaintsText(taints, at.at(taintsKey));
    if (avoided) checkAvoidedPods(avoided, at.at(avoidedPodsKey));
  },
);

function checkTaintsText(text: string, place: Place<string>): void {
  const list = readJsonList(text, taintFields);
  if (!list) {
    const serverText = `"${taintsKey}": ${goJsonFault(text) ?? taintFault(tryParseBounded(text))}`;
    place.invalid("must be taints in JSON", text, { field: upstreamPath("annotations"), serverText });
    return;
  }
  const { length } = place.path;
  const within = place.changing((finding) => ({
    ...finding,
    field: upstreamPath(`annotations.${taintsKey}`, ...finding.path.slice(length)),
    ...(finding.cause === "duplicate" && { serverText: repeatedTaint(list[Number(finding.path[length])]) }),
  }));
  const at = within.along<readonly Taint[]>([]);
  checkTaints(list, at, writtenTaint);
}

/** Returns Go's decoding error about a value of the wrong type. */
const typeErrorText = (value: unknown, target: string): string =>
  `json: cannot unmarshal ${jsonType(value)} into Go ${target}`;

const isNotObject = (value: unknown): boolean => value !== null && !isPlainObject(value);

/** Returns the decoding error about the first value that does not fit the Go type of taints. */
function taintFault(list: unknown): string {
  if (!Array.isArray(list)) return typeErrorText(list, "value of type []core.Taint");
  const item = list.find(isNotObject);
  if (item !== undefined) return typeErrorText(item, "value of type core.Taint");
  const fields = list.flatMap((taint: object | null) => Object.entries(taint ?? {}));
  const [name = "", value] = fields.find(([key, held]) => isTaintText(key) && isNotText(held)) ?? [];
  const isEffect = name.toLowerCase() === "effect";
  const field = `Taint.${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`;
  return typeErrorText(value, `struct field ${field} of type ${isEffect ? "core.TaintEffect" : "string"}`);
}

const isTaintText = (key: string): boolean => Object.hasOwn(taintFields, key.toLowerCase());
const isNotText = (value: unknown): boolean => value !== null && typeof value !== "string";

function avoidedPodsFault(avoided: unknown): string {
  if (!isPlainObject(avoided)) return typeErrorText(avoided, "value of type v1.AvoidPods");
  const list = avoided["preferAvoidPods"] ?? [];
  const ofList = "struct field AvoidPods.preferAvoidPods of type";
  if (!Array.isArray(list)) return typeErrorText(list, `${ofList} []v1.PreferAvoidPodsEntry`);
  const entry = list.find(isNotObject);
  if (entry !== undefined) return typeErrorText(entry, `${ofList} v1.PreferAvoidPodsEntry`);
  const signatures = list.map((each: Readonly<Record<string, unknown>> | null) => each?.["podSignature"] ?? null);
  const signature = signatures.find(isNotObject);
  const ofEntry = "struct field PreferAvoidPodsEntry.preferAvoidPods.podSignature";
  if (signature !== undefined) return typeErrorText(signature, `${ofEntry} of type v1.PodSignature`);
  const controllers = signatures.map((each) => (isPlainObject(each) ? (each["podController"] ?? null) : null));
  const ofSignature = "struct field PodSignature.preferAvoidPods.podSignature.podController";
  return typeErrorText(controllers.find(isNotObject), `${ofSignature} of type v1.OwnerReference`);
}

/** Returns the error about a repeated taint, which Go prints with the fields of its internal type. */
function repeatedTaint({ key = "", value = "", effect }: Partial<Taint> = {}): string {
  const fields = Object.entries({ Key: key, Value: value, Effect: effect ?? "", TimeAdded: null });
  return `${showGoValue(new Map<string, unknown>(fields))}: taints must be unique by key and effect pair`;
}

const taintFields: FieldTypes<Taint> = { key: "string", value: "string", effect: "string" };

function checkAvoidedPods(text: string, place: Place<string>): void {
  const avoided = tryParseBounded(text);
  if (avoided === null) return;
  const list = isPlainObject(avoided) ? (avoided["preferAvoidPods"] ?? []) : undefined;
  if (!Array.isArray(list) || !list.every(isPlainObject) || !list.every(hasSignature)) {
    const serverText = `"${avoidedPodsKey}": ${goJsonFault(text) ?? avoidedPodsFault(avoided)}`;
    place.invalid("must be `preferAvoidPods` in JSON", text, {
      field: upstreamPath("annotations.AvoidPods"),
      serverText,
    });
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

/** Whether Go can decode the signature of pods; true if it is absent. */
function hasSignature({ podSignature }: Readonly<Record<string, unknown>>): boolean {
  const signature = podSignature ?? {};
  return isPlainObject(signature) && isPlainObject(signature["podController"] ?? {});
}
