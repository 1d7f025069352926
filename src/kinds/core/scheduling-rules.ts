/**
 * Rules of kube-apiserver about the scheduling of a pod: node labels, affinity, tolerations, topology spreading.
 *
 * @module
 */
import type {
  EvictionResponder,
  NodeAffinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  PodSpec,
  Toleration,
  TopologySpreadConstraint,
} from "../../api/types/core-v1.ts";
import type { LabelSelector } from "../../api/types/meta-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import {
  atLeast,
  type Demand,
  each,
  inRange,
  noMoreThan,
  positive,
  required,
  text,
  unlessEmpty,
  whenSet,
} from "../../rule/demand.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { emptyRepeats, findRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { quoteGo } from "../../text/go-quote.ts";
import {
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelValue,
  validateQualifiedName,
} from "../../text/names.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";
import { labelFindings } from "../meta/labels.ts";
import { foreignName } from "../meta/name-with-domain.ts";
import { podOf } from "./pod-rule.ts";

const labelKey = text(validateQualifiedName);
const labelValue = text(validateLabelValue);
const label = text(validateDns1123Label);
const subdomain = text(validateDns1123Subdomain);

const labelSelector: Demand<LabelSelector> = (selector, place) => {
  place.pass(labelSelectorFindings(selector));
};

const nodeSelector = rule<PodSpec>(
  { id: "pod/node-selector", severity: "error", summary: "node selector labels are valid" },
  ({ nodeSelector: labels }, place) => {
    if (!labels) return;
    const at = place.at("nodeSelector");
    at.pass(labelFindings(labels));
  },
);

/** Returns the required number of values for an operator if the given number is wrong. */
const labelOperators: Readonly<Record<string, (count: number) => string | undefined>> = {
  In: (count) => (count === 0 ? "at least one value" : undefined),
  NotIn: (count) => (count === 0 ? "at least one value" : undefined),
  Exists: (count) => (count > 0 ? "no values" : undefined),
  DoesNotExist: (count) => (count > 0 ? "no values" : undefined),
  Gt: (count) => (count === 1 ? undefined : "one value"),
  Lt: (count) => (count === 1 ? undefined : "one value"),
};

function checkOperator(
  requirement: NodeSelectorRequirement,
  place: Place<NodeSelectorRequirement>,
  operators: typeof labelOperators,
): void {
  const { operator = "", values = [] } = requirement;
  const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!known) {
    const names = Object.keys(operators)
      .map((name) => JSON.stringify(name))
      .join(", ");
    const serverText = `${JSON.stringify(operator)}: not a valid selector operator`;
    place.at("operator").invalid(`must be one of ${names}`, operator, { serverText });
  }
  const wanted = known?.(values.length);
  if (wanted) {
    const cause = wanted === "no values" ? "forbidden" : "required";
    const serverText = countTexts[operator] ?? "";
    const message = `must have ${wanted} with operator ${JSON.stringify(operator)}; got ${values.length}`;
    place.at("values").say(message, { cause, serverText });
  }
}

const valuesRequiredText = "must be specified when `operator` is 'In' or 'NotIn'";
const valuesForbiddenText = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
const singleValueText = "must be specified single value when `operator` is 'Lt' or 'Gt'";

/** kube-apiserver's errors about the number of values, by operator. */
const countTexts: Readonly<Record<string, string>> = {
  In: valuesRequiredText,
  NotIn: valuesRequiredText,
  Exists: valuesForbiddenText,
  DoesNotExist: valuesForbiddenText,
  Lt: singleValueText,
  Gt: singleValueText,
};

/** @param anyValue - whether to accept invalid label values, which match nothing */
function labelRequirement(
  requirement: NodeSelectorRequirement,
  place: Place<NodeSelectorRequirement>,
  anyValue: boolean,
): void {
  checkOperator(requirement, place, labelOperators);
  labelKey(requirement.key ?? "", place.at("key"));
  if (!anyValue) each(requirement.values, place.at("values"), labelValue);
}

const exactlyOne = (count: number) => (count === 1 ? undefined : "one value");
const fieldOperators = { In: exactlyOne, NotIn: exactlyOne };

const fieldRequirement: Demand<NodeSelectorRequirement> = (requirement, place) => {
  checkOperator(requirement, place, fieldOperators);
  const { key = "", values } = requirement;
  if (key === "metadata.name") each(values, place.at("values"), subdomain);
  else {
    const serverText = `${showGoValue(key)}: not a valid field selector key`;
    place.at("key").invalid('must be "metadata.name"', key, { serverText });
  }
};

/** Validates a node selector term. Preferences, and all terms before 1.32, may contain any values. */
function checkTerm(term: NodeSelectorTerm, place: Place<NodeSelectorTerm>, anyValue: boolean): void {
  each(term.matchExpressions, place.at("matchExpressions"), (item, at) => labelRequirement(item, at, anyValue));
  each(term.matchFields, place.at("matchFields"), fieldRequirement);
}

const weight = inRange(1, 100);

/** Validates the required terms of a node selector. */
export function nodeTerms(
  { nodeSelectorTerms: terms }: NodeSelector,
  place: Place<NodeSelector>,
  { reaches }: Pick<RuleContext, "reaches">,
): void {
  const at = place.at("nodeSelectorTerms");
  if (!terms?.length)
    at.required("`nodeSelectorTerms` must have at least one term", {
      serverText: "must have at least one node selector term",
    });
  each(terms, at, (term, own) => checkTerm(term, own, !reaches("1.32")));
}

function podTerm(value: PodAffinityTerm = {}, place: Place<PodAffinityTerm>, scope: Visit<PodSpec>): void {
  whenSet(value.labelSelector, place.at("labelSelector"), labelSelector);
  whenSet(value.namespaceSelector, place.at("namespaceSelector"), labelSelector);
  // kube-apiserver's error does not contain the index of the namespace.
  const field = [...place.path, "namespace"];
  each(value.namespaces, place.at("namespaces"), (name, at) =>
    label(
      name,
      at.changing((finding) => ({ ...finding, field })),
    ),
  );
  const { topologyKey = "" } = value;
  if (topologyKey !== "") labelKey(topologyKey, place.at("topologyKey"));
  else {
    const also = validateQualifiedName("").map((fault) => ({ cause: "invalid" as const, serverText: `"": ${fault}` }));
    place.at("topologyKey").required(undefined, { serverText: "can not be empty", also });
  }
  checkLabelKeys(value, place, scope);
}

type LabelKeys = Pick<PodAffinityTerm, "labelSelector" | "matchLabelKeys" | "mismatchLabelKeys">;

function checkLabelKeys(term: LabelKeys, place: Place<LabelKeys>, scope: Visit<PodSpec>): void {
  for (const name of ["matchLabelKeys", "mismatchLabelKeys"] as const) {
    const keys = term[name];
    if (!keys || keys.length === 0) continue;
    const at = place.at(name);
    if (term.labelSelector) each(keys, at, labelKey);
    else at.forbidden(`\`${name}\` must be absent without \`labelSelector\``);
  }
  const { matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  const selected = repeatedLabelKeys(term, scope);
  matchLabelKeys.forEach((key, index) => {
    const at = place.at("matchLabelKeys", index);
    if (selected.has(key)) at.invalid("must not be selected by `labelSelector` as well", key);
    if (mismatchLabelKeys.includes(key)) at.invalid("must not be in `mismatchLabelKeys` as well", key);
  });
}

/**
 * Returns the keys that are selected more than once. For a pod, kube-apiserver adds an expression for each listed key
 * that the pod has as a label.
 */
function repeatedLabelKeys(
  { labelSelector: selector, ...keys }: LabelKeys,
  visit: Visit<PodSpec>,
): ReadonlySet<string> {
  const { isPod, metadata } = podOf(visit);
  const seen = new Set(Object.keys(selector?.matchLabels ?? {}));
  const added = [...(keys.matchLabelKeys ?? []), ...(keys.mismatchLabelKeys ?? [])];
  const labels = isPod && selector ? (metadata.labels ?? {}) : {};
  const expressions = (selector?.matchExpressions ?? []).map(({ key = "" }) => key);
  const twice = new Set<string>();
  for (const key of [...expressions, ...added.filter((each) => Object.hasOwn(labels, each))]) {
    if (seen.has(key)) twice.add(key);
    seen.add(key);
  }
  return twice;
}

function podTerms(value: PodAffinity, place: Place<PodAffinity>, visit: Visit<PodSpec>): void {
  const { requiredDuringSchedulingIgnoredDuringExecution: terms } = value;
  each(terms, place.at("requiredDuringSchedulingIgnoredDuringExecution"), (term, at) => podTerm(term, at, visit));
  const { preferredDuringSchedulingIgnoredDuringExecution: weighted } = value;
  each(weighted, place.at("preferredDuringSchedulingIgnoredDuringExecution"), (preferred, at) => {
    weight(preferred.weight ?? 0, at.at("weight"));
    podTerm(preferred.podAffinityTerm, at.at("podAffinityTerm"), visit);
  });
}

function checkNodeAffinity(value: NodeAffinity, place: Place<NodeAffinity>, visit: Visit<PodSpec>): void {
  const { requiredDuringSchedulingIgnoredDuringExecution: terms } = value;
  if (terms) nodeTerms(terms, place.at("requiredDuringSchedulingIgnoredDuringExecution"), visit);
  const { preferredDuringSchedulingIgnoredDuringExecution: weighted } = value;
  each(weighted, place.at("preferredDuringSchedulingIgnoredDuringExecution"), (preferred, at) => {
    weight(preferred.weight ?? 0, at.at("weight"));
    checkTerm(preferred.preference ?? {}, at.at("preference"), true);
  });
}

const affinity = rule<PodSpec>(
  {
    id: "pod/affinity",
    severity: "error",
    summary: "affinity terms have keys, known operators and the values that each operator needs",
  },
  ({ affinity: value = {} }, place, visit) => {
    const { nodeAffinity, podAffinity, podAntiAffinity } = value;
    const at = place.at("affinity");
    if (nodeAffinity) checkNodeAffinity(nodeAffinity, at.at("nodeAffinity"), visit);
    if (podAffinity) podTerms(podAffinity, at.at("podAffinity"), visit);
    if (podAntiAffinity) podTerms(podAntiAffinity, at.at("podAntiAffinity"), visit);
  },
);

/** The feature gates that checks of tolerations depend on. */
interface TolerationScope {
  readonly context: Pick<RuleContext, "isEnabled">;
}

function toleration(held: Toleration, place: Place<Toleration>, scope: TolerationScope): void {
  const { key = "", value = "", effect, tolerationSeconds } = held;
  const operator: string = held.operator ?? "";
  unlessEmpty(key, place.at("key"), labelKey);
  const operatorPlace = place.at("operator");
  if (key === "" && operator !== "Exists") operatorPlace.invalid('must be "Exists" without `key`', operator);
  if (tolerationSeconds !== undefined && effect !== "NoExecute") {
    place.at("effect").invalid('must be "NoExecute" with `tolerationSeconds`', effect ?? "");
  }
  const comparisons = scope.context.isEnabled("TaintTolerationComparisonOperators") ? ["Lt", "Gt"] : [];
  if (operator === "" || operator === "Equal") {
    for (const fault of validateLabelValue(value)) {
      place.at("value").invalid(fault, value, { field: operatorPlace.path });
    }
  } else if (operator === "Exists") {
    if (value !== "") {
      place.at("value").invalid('must be absent with operator "Exists"', value, {
        atKey: true,
        field: operatorPlace.path,
      });
    }
  } else if (!comparisons.includes(operator)) operatorPlace.unsupported(["Equal", "Exists", ...comparisons], operator);
  else if (!isInteger(value)) place.at("value").invalid(`must be a whole number with operator "${operator}"`, value);
}

/** Whether a text is a decimal 64-bit integer without leading zeros. */
const isInteger = (value: string): boolean =>
  /^(?:0|-?[1-9][0-9]{0,18})$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);

/** Validates tolerations, of a pod or from an annotation. */
export function checkTolerations(
  list: readonly Toleration[] | undefined,
  place: Place<readonly Toleration[]>,
  scope: TolerationScope,
): void {
  each(list, place, (item, at) => toleration(item, at, scope));
}

const tolerations = rule<PodSpec>(
  { id: "pod/tolerations", severity: "error", summary: "a toleration's operator fits its key and value" },
  ({ tolerations: list }, place, visit) => {
    if (list) checkTolerations(list, place.at("tolerations"), visit);
  },
);

function spreadConstraint(
  constraint: TopologySpreadConstraint,
  place: Place<TopologySpreadConstraint>,
  scope: Visit<PodSpec>,
): void {
  const { maxSkew = 0, topologyKey, minDomains, whenUnsatisfiable, matchLabelKeys } = constraint;
  positive(maxSkew, place.at("maxSkew"));
  required(topologyKey, place.at("topologyKey"));
  if (!whenUnsatisfiable) {
    // kube-apiserver reports an empty value as an unsupported one.
    const serverText = '"": supported values: "DoNotSchedule", "ScheduleAnyway"';
    place.at("whenUnsatisfiable").required(undefined, { cause: "unsupported", serverText });
  }
  whenSet(minDomains, place.at("minDomains"), positive);
  whenSet(constraint.labelSelector, place.at("labelSelector"), labelSelector);
  if (minDomains !== undefined && whenUnsatisfiable !== "DoNotSchedule") {
    const found = whenUnsatisfiable ?? "";
    const serverText = `${minDomains}: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${found}`;
    const message = 'must be absent unless `whenUnsatisfiable` is "DoNotSchedule"';
    place.at("minDomains").invalid(message, minDomains, { atKey: true, serverText });
  }
  if (matchLabelKeys) checkLabelKeys(constraint, place, scope);
}

const topologySpread = rule<PodSpec>(
  {
    id: "pod/topology-spread",
    severity: "error",
    summary: "a spread constraint has a topology key, a `maxSkew` above 0, and is unique",
  },
  ({ topologySpreadConstraints: list }, place, visit) => {
    if (!list) return;
    const at = place.at("topologySpreadConstraints");
    each(list, at, (item, own) => spreadConstraint(item, own, visit));
    const pairs = list.map(({ topologyKey = "", whenUnsatisfiable = "" }) => `{${topologyKey}, ${whenUnsatisfiable}}`);
    const before = new Map<string, number>();
    for (const { index, first, text: pair } of findRepeats(pairs)) {
      const message = `must be unique in \`topologyKey\` and \`whenUnsatisfiable\`; ${pair} is listed already`;
      // kube-apiserver compares each item with the later ones, so its error names the earlier item.
      const field = [...at.path, before.get(pair) ?? first, "{topologyKey, whenUnsatisfiable}"];
      before.set(pair, index);
      at.at(index).duplicate(message, at.at(first), { field, serverText: quoteGo(pair) });
    }
  },
);

const schedulingGates = rule<PodSpec>(
  {
    id: "pod/scheduling-gates",
    severity: "error",
    summary: "scheduling gates are unique qualified names, and a gated pod has no node",
  },
  ({ schedulingGates: gates, nodeName }, place, visit) => {
    const { isPod } = podOf(visit);
    if (!gates) return;
    const at = place.at("schedulingGates");
    const repeatsOf = emptyRepeats(gates.map(({ name }) => name));
    gates.forEach(({ name = "" }, index) => {
      const item = at.at(index);
      const also = repeatsOf(index).map((repeat) => ({ ...repeat, field: item.path }));
      labelKey(name, item.changing((finding) => ({ ...finding, also })).at("name"));
    });
    for (const { index, first, text } of findRepeats(gates.map(({ name }) => name || undefined))) {
      const name = at.at(index, "name");
      name.duplicate(`must be unique; ${JSON.stringify(text)} is listed already`, at.at(first, "name"));
    }
    if (isPod && nodeName && gates.length > 0 && !visit.isUpdate) {
      place.at("nodeName").forbidden("`nodeName` must be absent while the pod has scheduling gates");
    }
  },
);

const schedulingGroup = rule<PodSpec>(
  {
    id: "pod/scheduling-group",
    severity: "error",
    summary: "a scheduling group has a name; its pods have no eviction responders",
  },
  ({ schedulingGroup: group, evictionResponders = [] }: PodSpec, place) => {
    if (!group) return;
    const at = place.at("schedulingGroup");
    const { podGroupName: name } = group;
    if (name === undefined) {
      at.at("podGroupName").say("`podGroupName` must be set", {
        serverText: "null: must specify one of: `podGroupName`",
      });
    } else for (const fault of validateDns1123Subdomain(name)) at.at("podGroupName").invalid(fault, name);
    if (evictionResponders.length > 0)
      at.forbidden("`schedulingGroup` must not be set together with `evictionResponders`");
  },
);

const maxResponders = 10;
/** The allowed priorities of eviction responders. Lower ones are reserved for responders of Kubernetes. */
const leastPriority = 1000;
const highestPriority = 100_000;

const responder: Demand<EvictionResponder> = ({ name, priority }, place) => {
  required(name, place.at("name"), foreignName);
  const at = place.at("priority");
  if (priority === undefined || priority === null) at.required();
  else if (priority >= 0 && priority < leastPriority) {
    const serverText = `${priority}: priorities 0-999 are reserved for responders with *.k8s.io suffix`;
    at.invalid(`must be ${leastPriority} or above`, priority, { serverText });
  } else {
    noMoreThan(highestPriority)(priority, at);
    atLeast(0)(priority, at);
  }
};

const evictionResponders = rule<PodSpec>(
  {
    id: "pod/eviction-responders",
    severity: "error",
    summary: "eviction responders have unique names with a domain, and priorities from 1,000 to 100,000",
  },
  ({ evictionResponders: responders }: PodSpec, place) => {
    const at = place.at("evictionResponders");
    if (!responders || !atMost(maxResponders, responders, at)) return;
    distinct(responders, at, ({ name = "" }) => name);
    each(responders, at, responder);
  },
);

export const schedulingRules: readonly Rule<PodSpec>[] = [
  nodeSelector,
  affinity,
  tolerations,
  topologySpread,
  schedulingGates,
  schedulingGroup,
  evictionResponders,
];
