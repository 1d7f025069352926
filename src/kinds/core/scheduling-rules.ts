/**
 * Demands of the API server on the place a pod is to run in: node labels, affinity, tolerations, spreading.
 *
 * @module
 */
import type {
  Affinity,
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
import {
  type Check,
  each,
  fields,
  inRange,
  positive,
  required,
  text,
  unique,
  unlessEmpty,
  whenSet,
} from "../../rule/check.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import {
  validateDns1123Label,
  validateDns1123Subdomain,
  validateLabelValue,
  validateQualifiedName,
} from "../../text/names.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";
import { labelFindings } from "../meta/labels.ts";
import { podOf } from "./pod-rule.ts";

const labelKey = text(validateQualifiedName);

const labelSelector: Check<LabelSelector | undefined> = (selector, place) => {
  if (selector) place.pass(labelSelectorFindings(selector));
};

const nodeSelector = rule<PodSpec>(
  { id: "pod/node-selector", severity: "error", summary: "node selector labels are valid" },
  ({ nodeSelector: labels }, place) => {
    if (!labels) return;
    const at = place.at("nodeSelector");
    at.pass(labelFindings(labels));
  },
);

/** How many values each operator takes. */
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
    place.at("operator").invalid(`must be one of ${names}`, operator);
  }
  const wanted = known?.(values.length);
  if (wanted) {
    const cause = wanted === "no values" ? "forbidden" : "required";
    place
      .at("values")
      .say(`must have ${wanted} with operator ${JSON.stringify(operator)}; got ${values.length}`, { cause });
  }
}

type Releases = Pick<RuleContext, "reaches">;

/** Preferences, and all terms before 1.32, may hold values that no label can have: they match nothing. */
const labelRequirement =
  ({ anyValue }: { readonly anyValue: boolean }): Check<NodeSelectorRequirement, Releases> =>
  (requirement, place, scope) => {
    checkOperator(requirement, place, labelOperators);
    labelKey(requirement.key ?? "", place.at("key"));
    if (!anyValue && scope.reaches("1.32"))
      each(text(validateLabelValue))(requirement.values, place.at("values"), scope);
  };

const exactlyOne = (count: number) => (count === 1 ? undefined : "one value");
const fieldOperators = { In: exactlyOne, NotIn: exactlyOne };

const fieldRequirement: Check<NodeSelectorRequirement> = (requirement, place, scope) => {
  checkOperator(requirement, place, fieldOperators);
  const { key = "", values } = requirement;
  if (key === "metadata.name") each(text(validateDns1123Subdomain))(values, place.at("values"), scope);
  else place.at("key").invalid('must be "metadata.name"', key);
};

const term = (options: { readonly anyValue: boolean }): Check<NodeSelectorTerm | undefined, Releases> =>
  fields<NodeSelectorTerm, Releases>({
    matchExpressions: each(labelRequirement(options)),
    matchFields: each(fieldRequirement),
  });

const requiredTerms = each(term({ anyValue: false }));
const preferredTerm = term({ anyValue: true });
const weight = inRange(1, 100);

/** The nodes that must be. */
export const nodeTerms: Check<NodeSelector, Releases> = ({ nodeSelectorTerms: terms = [] }, place, scope) => {
  const at = place.at("nodeSelectorTerms");
  if (terms.length === 0) at.required("`nodeSelectorTerms` must have at least one term");
  requiredTerms(terms, at, scope);
};

const podTermFields = fields<PodAffinityTerm>({
  labelSelector,
  namespaceSelector: labelSelector,
  namespaces: each(text(validateDns1123Label)),
  topologyKey: required(labelKey),
});

const podTerm: Check<PodAffinityTerm | undefined, Visit<PodSpec>> = (value = {}, place, scope) => {
  podTermFields(value, place, scope);
  checkLabelKeys(value, place, scope);
};

type LabelKeys = Pick<PodAffinityTerm, "labelSelector" | "matchLabelKeys" | "mismatchLabelKeys">;

function checkLabelKeys(term: LabelKeys, place: Place<LabelKeys>, scope: Visit<PodSpec>): void {
  for (const name of ["matchLabelKeys", "mismatchLabelKeys"] as const) {
    const keys = term[name];
    if (!keys || keys.length === 0) continue;
    const at = place.at(name);
    if (term.labelSelector) each(labelKey)(keys, at, scope);
    else at.forbidden(`\`${name}\` must be absent without \`labelSelector\``);
  }
  const { matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  const selected = doublySelected(term, scope);
  matchLabelKeys.forEach((key, index) => {
    const at = place.at("matchLabelKeys", index);
    if (selected.has(key)) at.invalid("must not be selected by `labelSelector` as well", key);
    if (mismatchLabelKeys.includes(key)) at.invalid("must not be in `mismatchLabelKeys` as well", key);
  });
}

/** For a pod the server adds an expression for each of these labels that it has; a key may be selected once. */
function doublySelected({ labelSelector: selector, ...keys }: LabelKeys, visit: Visit<PodSpec>): ReadonlySet<string> {
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

const podTerms = fields<PodAffinity, Visit<PodSpec>>({
  requiredDuringSchedulingIgnoredDuringExecution: each(podTerm),
  preferredDuringSchedulingIgnoredDuringExecution: each<
    { readonly weight?: number; readonly podAffinityTerm?: PodAffinityTerm },
    Visit<PodSpec>
  >((preferred, place, scope) => {
    weight(preferred.weight ?? 0, place.at("weight"));
    podTerm(preferred.podAffinityTerm, place.at("podAffinityTerm"), scope);
  }),
});

const affinityFields = fields<Affinity, Visit<PodSpec>>({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: whenSet(nodeTerms),
    preferredDuringSchedulingIgnoredDuringExecution: each((preferred, place, scope) => {
      weight(preferred.weight ?? 0, place.at("weight"));
      preferredTerm(preferred.preference, place.at("preference"), scope);
    }),
  },
  podAffinity: podTerms,
  podAntiAffinity: podTerms,
});

const affinity = rule<PodSpec>(
  {
    id: "pod/affinity",
    severity: "error",
    summary: "affinity terms have keys, known operators and the values that each operator needs",
  },
  ({ affinity: value }, place, visit) => {
    affinityFields(value, place.at("affinity"), visit);
  },
);

const checkKey = unlessEmpty(labelKey);

/** The gates that checks of tolerations read. */
interface TolerationScope {
  readonly context: Pick<RuleContext, "isEnabled">;
}

const toleration: Check<Toleration, TolerationScope> = (
  { key = "", operator = "", value = "", effect, tolerationSeconds },
  place,
  scope,
) => {
  checkKey(key, place.at("key"), scope);
  const operatorPlace = place.at("operator");
  if (key === "" && operator !== "Exists") operatorPlace.invalid('must be "Exists" without `key`', operator);
  if (tolerationSeconds !== undefined && effect !== "NoExecute") {
    place.at("effect").invalid('must be "NoExecute" with `tolerationSeconds`', effect ?? "");
  }
  const comparisons = scope.context.isEnabled("TaintTolerationComparisonOperators") ? ["Lt", "Gt"] : [];
  if (operator === "" || operator === "Equal") {
    for (const fault of validateLabelValue(value)) place.at("value").invalid(fault, value);
  } else if (operator === "Exists") {
    if (value !== "") {
      place.at("value").invalid('must be absent with operator "Exists"', value, {
        atKey: true,
        field: operatorPlace.path,
      });
    }
  } else if (!comparisons.includes(operator)) operatorPlace.unsupported(["Equal", "Exists", ...comparisons], operator);
  else if (!isInteger(value)) place.at("value").invalid(`must be a whole number with operator "${operator}"`, value);
};

/** A decimal number of 64 bits without leading zeros. */
const isInteger = (value: string): boolean =>
  /^(?:0|-?[1-9][0-9]{0,18})$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value);

/** Also for the tolerations that an annotation holds. */
export const checkTolerations = each(toleration);

const tolerations = rule<PodSpec>(
  { id: "pod/tolerations", severity: "error", summary: "a toleration's operator fits its key and value" },
  ({ tolerations: list }, place, visit) => {
    if (list) checkTolerations(list, place.at("tolerations"), visit);
  },
);

const spreadFields = fields<TopologySpreadConstraint>({
  maxSkew: (value = 0, place) => positive(value, place),
  topologyKey: required(),
  whenUnsatisfiable: required(),
  minDomains: whenSet(positive),
  labelSelector,
});

const spreadConstraint: Check<TopologySpreadConstraint, Visit<PodSpec>> = (constraint, place, scope) => {
  spreadFields(constraint, place, scope);
  const { minDomains, whenUnsatisfiable, matchLabelKeys } = constraint;
  if (minDomains !== undefined && whenUnsatisfiable !== "DoNotSchedule") {
    place
      .at("minDomains")
      .invalid('must be absent unless `whenUnsatisfiable` is "DoNotSchedule"', minDomains, { atKey: true });
  }
  if (matchLabelKeys) checkLabelKeys(constraint, place, scope);
};

const spreadConstraints = each(spreadConstraint);

const topologySpread = rule<PodSpec>(
  {
    id: "pod/topology-spread",
    severity: "error",
    summary: "a spread constraint has a topology key, a `maxSkew` above 0, and is unique",
  },
  ({ topologySpreadConstraints: list }, place, visit) => {
    if (!list) return;
    const at = place.at("topologySpreadConstraints");
    spreadConstraints(list, at, visit);
    unique(list, at, {
      textOf: ({ topologyKey = "", whenUnsatisfiable = "" }) => `${topologyKey}, ${whenUnsatisfiable}`,
      placeOf: (item) => item,
      message: (pair) => `must be unique in \`topologyKey\` and \`whenUnsatisfiable\`; {${pair}} is listed already`,
    });
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
    gates.forEach(({ name = "" }, index) => {
      labelKey(name, at.at(index, "name"));
    });
    unique(gates, at, {
      textOf: ({ name }) => name,
      placeOf: (item) => item.at("name"),
      message: (name) => `must be unique; ${name} is listed already`,
    });
    if (isPod && nodeName && gates.length > 0) {
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
    if (name === undefined) at.at("podGroupName").say("`podGroupName` must be set");
    else for (const fault of validateDns1123Subdomain(name)) at.at("podGroupName").invalid(fault, name);
    if (evictionResponders.length > 0)
      at.forbidden("`schedulingGroup` must not be set together with `evictionResponders`");
  },
);

export const schedulingRules: readonly Rule<PodSpec>[] = [
  nodeSelector,
  affinity,
  tolerations,
  topologySpread,
  schedulingGates,
  schedulingGroup,
];
