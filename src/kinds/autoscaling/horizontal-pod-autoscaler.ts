/**
 * autoscaling/v2 and v1 HorizontalPodAutoscaler: sets the number of replicas of a workload according to metrics.
 *
 * @module
 */
import type {
  ContainerResourceMetricSource,
  CrossVersionObjectReference,
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingPolicy,
  HPAScalingRules,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
} from "../../api/types/autoscaling-v2.ts";
import { showGoValue } from "../../json/go-value.ts";
import { memberOf } from "../../json/member.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Demand, each, inRange, positive, setFields, text, whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { validateDns1123Label, validatePathSegmentName } from "../../text/names.ts";
import { quantitySign } from "../../text/quantity.ts";
import { containerResourceName, quantityOf } from "../core/resource-rules.ts";
import { kind } from "../kind.ts";
import { statusConditions, statusCounts } from "../meta/status-rules.ts";
import { autoscalerColumns } from "./columns.ts";
import { annotationNames, v1Conversion, withoutFieldAnnotations } from "./v1-conversion.ts";

/** A metric source with the fields of all types. */
type Source = ObjectMetricSource & ContainerResourceMetricSource;

type SourceField = Exclude<keyof MetricSpec, "type">;

/** An autoscaler with the field that v1 has in place of metrics. */
interface Autoscaler extends HorizontalPodAutoscaler {
  spec?: HorizontalPodAutoscalerSpec & { targetCPUUtilizationPercentage?: number };
}

const replicas = rule<Autoscaler>(
  {
    id: "autoscaler/replicas",
    severity: "error",
    summary: "`minReplicas` is at least 1 (0 with object or external metrics) and at most `maxReplicas`",
  },
  ({ spec = {} }, place, visit) => {
    const at = place.at("spec");
    const { minReplicas = 1, maxReplicas = 0, metrics = [] } = spec;
    const wasZero = visit.oldObject?.spec?.minReplicas === 0;
    const least = visit.isEnabled("HPAScaleToZero") || wasZero ? 0 : 1;
    if (minReplicas < least) {
      const serverText = `${minReplicas}: must be greater than or equal to ${least}`;
      at.at("minReplicas").invalid(`must be ${least} or above`, minReplicas, { after: at.path, serverText });
    }
    const minText = `${maxReplicas}: must be greater than or equal to \`minReplicas\``;
    const after = at.at("maxReplicas").path;
    const also = maxReplicas < minReplicas ? [{ cause: "invalid" as const, serverText: minText, after }] : [];
    if (maxReplicas === 0) at.at("maxReplicas").required(undefined, { also, after: at.path });
    else if (maxReplicas < 0) {
      const serverText = `${maxReplicas}: must be greater than or equal to 1`;
      at.at("maxReplicas").invalid("must be 1 or above", maxReplicas, { also, after: at.path, serverText });
    } else if (maxReplicas < minReplicas) {
      at.at("maxReplicas").invalid("must not be below `minReplicas`", maxReplicas, { serverText: minText });
    }
    const measuresOthers = metrics.some(({ type }) => type === "Object" || type === "External");
    if (minReplicas === 0 && !measuresOthers) {
      at.at("metrics").say("must have an Object or External metric: other metrics need running pods", {
        cause: "forbidden",
      });
    }
  },
);

interface ReferenceOptions {
  readonly needsGroup: boolean;
  /** Whether any text is valid as `apiVersion`. */
  readonly isVersionFree: boolean;
}

/** The first release that validates the `apiVersion` of references. */
const apiVersionCheckedSince = "1.34";

function reference(
  value: CrossVersionObjectReference = {},
  place: Place<CrossVersionObjectReference>,
  { needsGroup, isVersionFree }: ReferenceOptions,
): void {
  const { apiVersion = "", kind = "", name = "" } = value;
  for (const [field, segment] of Object.entries({ kind, name })) {
    if (segment === "") place.along([field]).required();
    else for (const fault of validatePathSegmentName(segment)) place.along([field]).invalid(fault, segment);
  }
  if (isVersionFree) return;
  const at = place.at("apiVersion");
  const slashes = apiVersion.split("/").length - 1;
  if (slashes > 1) {
    const serverText = `${showGoValue(apiVersion)}: unexpected GroupVersion string: ${apiVersion}`;
    at.invalid("must be <group>/<version>", apiVersion, { serverText });
  } else if (needsGroup && (slashes === 0 || apiVersion.startsWith("/")))
    at.invalid("must have a group, such as apps/v1", apiVersion);
}

const scaleTarget = rule<Autoscaler>(
  {
    id: "autoscaler/scale-target",
    severity: "error",
    summary: "`scaleTargetRef` has a kind and a name",
  },
  ({ spec = {} }, place, visit) => {
    const now = spec.scaleTargetRef ?? {};
    const stored = visit.oldObject?.spec?.scaleTargetRef;
    const isKept = stored !== undefined && stored.apiVersion === now.apiVersion && stored.kind === now.kind;
    reference(now, place.at("spec", "scaleTargetRef"), {
      needsGroup: true,
      isVersionFree: isKept || !visit.reaches(apiVersionCheckedSince),
    });
  },
);

const aboveZero: Demand<string> = (amount, place) => {
  if (quantitySign(quantityOf(amount)) <= 0) place.invalid("must be above 0", amount);
};

const checkTarget: Demand<MetricTarget> = ({ type = "", value, averageValue, averageUtilization }, place) => {
  const at = place.at("type");
  if (type !== "") targetType(type, at);
  else at.required(undefined, { also: [{ cause: "invalid", serverText: `"": ${targetTypeText}` }] });
  whenSet(value, place.at("value"), aboveZero);
  whenSet(averageValue, place.at("averageValue"), aboveZero);
  whenSet(averageUtilization, place.at("averageUtilization"), atLeastOne);
};

const atLeastOne: Demand<number> = (percent, place) => {
  if (percent < 1) place.invalid("must be 1 or above", percent);
};

const targetType: Demand<string> = (type, place) => {
  if (!targetTypes.includes(type)) place.invalid(`must be ${targetTypes.join(", ")}`, type);
};
const targetTypes = ["Utilization", "Value", "AverageValue"];
const targetTypeText = "must be either Utilization, Value, or AverageValue";

interface OneOf {
  readonly place: Place;
  readonly isExclusive: boolean;
  /** kube-apiserver's messages, if they are specific to this source. */
  readonly needsText?: string;
  readonly excessText?: string;
}

/** Requires at least one of two fields, and only one if `isExclusive` is set. */
function oneOf(
  own: MetricTarget,
  names: readonly [keyof MetricTarget, keyof MetricTarget],
  { place, isExclusive, needsText, excessText }: OneOf,
): void {
  const [first, second] = names;
  if (own[first] === undefined && own[second] === undefined) {
    place
      .at(first)
      .required(`\`${first}\` or \`${second}\` must be set`, needsText === undefined ? {} : { serverText: needsText });
  } else if (isExclusive && own[first] !== undefined && own[second] !== undefined) {
    const serverText = excessText === undefined ? {} : { serverText: excessText };
    place.at(second).forbidden(`\`${second}\` must not be set together with \`${first}\``, serverText);
  }
}

const metricName: Demand<Source> = ({ metric }, place) => {
  const at = place.at("metric", "name");
  if (!metric?.name) at.required();
  else text(validatePathSegmentName)(metric.name, at);
};

const resourceTarget: Demand<Source> = ({ name, target: own = {} }, place) => {
  if (!name) place.at("name").required(undefined, { serverText: "must specify a resource name" });
  oneOf(own, ["averageUtilization", "averageValue"], { place: place.at("target"), isExclusive: true });
};

type SourceDemand = (source: Source, place: Place<Source>, context: RuleContext) => void;

const sourceChecks: Readonly<Record<SourceField, SourceDemand>> = {
  object: (source, place, scope) => {
    reference(source.describedObject, place.at("describedObject"), {
      needsGroup: false,
      isVersionFree: !scope.reaches(apiVersionCheckedSince),
    });
    metricName(source, place);
    const needsText = "must set either a target value or averageValue";
    oneOf(source.target ?? {}, ["averageValue", "value"], { place: place.at("target"), isExclusive: false, needsText });
  },
  external: (source, place) => {
    metricName(source, place);
    const excessText = "may not set both a target value for metric and a per-pod target";
    oneOf(source.target ?? {}, ["averageValue", "value"], { place: place.at("target"), isExclusive: true, excessText });
  },
  pods: (source, place) => {
    metricName(source, place);
    if (source.target?.averageValue === undefined) place.at("target", "averageValue").required();
  },
  resource: resourceTarget,
  containerResource: (source, place) => {
    resourceTarget(source, place);
    const { name = "", container = "" } = source;
    if (name !== "") containerResourceName(name, place.at("name"));
    if (container === "") place.at("container").required();
    else text(validateDns1123Label)(container, place.at("container"));
  },
};

const fieldByType: Readonly<Record<string, SourceField>> = {
  Object: "object",
  Pods: "pods",
  Resource: "resource",
  External: "external",
  ContainerResource: "containerResource",
};

function metric(item: MetricSpec, place: Place<MetricSpec>, context: RuleContext): void {
  const { type = "" } = item;
  const wanted = Object.hasOwn(fieldByType, type) ? fieldByType[type] : undefined;
  const types = Object.keys(fieldByType).sort();
  if (type === "") {
    const serverText = `"": supported values: ${types.map((each) => JSON.stringify(each)).join(", ")}`;
    const also = [{ cause: "unsupported", serverText }] as const;
    place.at("type").required(undefined, { serverText: "must specify a metric source type", also });
  } else if (!wanted) place.at("type").unsupported(types, type);
  const found = setFields(item, sourceOrder);
  const [first] = found;
  if (first) checkSource(first, item[first] ?? {}, place.at(first), context);
  if (wanted && !item[wanted]) {
    const got = first ? `; got \`${first}\`` : "";
    place.at(wanted).required(`\`${wanted}\` must be set for the type ${JSON.stringify(type)}${got}`, {
      after: place.path,
      serverText: "must populate information for the given metric source",
    });
  }
  for (const name of found.length > 1 ? found : []) {
    if (name === wanted) continue;
    place.at(name).forbidden(`\`${name}\` must be absent: the type is ${JSON.stringify(type)}`, {
      after: place.path,
      serverText: "must populate the given metric source only",
    });
  }
}

/** The order in which kube-apiserver chooses the source to validate if a metric has several. */
const sourceOrder = ["object", "external", "pods", "resource", "containerResource"] as const;

function checkSource(name: SourceField, source: Source, place: Place<Source>, context: RuleContext): void {
  sourceChecks[name](source, place, context);
  checkTarget(source.target ?? {}, place.at("target"));
}

const metrics = rule<Autoscaler>(
  {
    id: "autoscaler/metrics",
    severity: "error",
    summary: "a metric has the source that its `type` names, and a target value that this source allows",
  },
  ({ spec }, place, visit) => each(spec?.metrics, place.at("spec", "metrics"), (item, at) => metric(item, at, visit)),
);

const utilization = rule<Autoscaler>(
  { id: "autoscaler/utilization", severity: "error", summary: "a target utilization is above 0" },
  ({ spec }, place) => {
    const percent = spec?.targetCPUUtilizationPercentage;
    if (percent !== undefined && percent < 1) {
      place.at("spec", "targetCPUUtilizationPercentage").invalid("must be 1 or above", percent);
    }
  },
);

const maxWindowSeconds = 3600;
const maxPeriodSeconds = 1800;

const selectPolicies = ["Disabled", "Max", "Min"];
const policyTypes = ["Percent", "Pods"];

/** Requires a number of seconds in a range. kube-apiserver's error names the violated bound. */
function secondsWithin(least: 0 | 1, most: number): Demand<number> {
  const within = inRange(least, most);
  const low = least === 0 ? "greater than or equal to zero" : "greater than zero";
  return (value, place) => {
    const serverText = `${value}: must be ${value > most ? `less than or equal to ${most}` : low}`;
    within(
      value,
      place.changing((finding) => ({ ...finding, serverText })),
    );
  };
}

const period = secondsWithin(1, maxPeriodSeconds);
const stabilizationWindow = secondsWithin(0, maxWindowSeconds);

const policy: Demand<HPAScalingPolicy> = ({ type = "", value = 0, periodSeconds = 0 }, place) => {
  if (!policyTypes.includes(type)) place.at("type").unsupported(policyTypes, type);
  positive(value, place.at("value"));
  period(periodSeconds, place.at("periodSeconds"));
};

const behavior = rule<Autoscaler>(
  {
    id: "autoscaler/behavior",
    severity: "error",
    summary: "scaling policies have values above 0 and periods within bounds",
  },
  ({ spec }, place) => {
    for (const name of ["scaleDown", "scaleUp"] as const) {
      const rules = spec?.behavior?.[name];
      if (!rules) continue;
      const at = place.at("spec", "behavior", name);
      const { stabilizationWindowSeconds: window = 0, selectPolicy, policies = [], tolerance } = rules;
      stabilizationWindow(window, at.at("stabilizationWindowSeconds"));
      if (selectPolicy !== undefined && !selectPolicies.includes(selectPolicy)) {
        at.at("selectPolicy").unsupported(selectPolicies, selectPolicy);
      }
      if (policies.length === 0) at.at("policies").required("must have at least one policy");
      each(policies, at.at("policies"), policy);
      if (tolerance !== undefined && quantitySign(quantityOf(tolerance)) < 0)
        at.at("tolerance").invalid("must be 0 or above", tolerance);
    }
  },
);

const defaultUtilization = 80;
/** The annotation that contains the metrics of v2 in a v1 object. */
const metricsAnnotation = "autoscaling.alpha.kubernetes.io/metrics";
const defaultScaleUp = (): HPAScalingRules => ({
  stabilizationWindowSeconds: 0,
  selectPolicy: "Max",
  policies: [
    { type: "Pods", value: 4, periodSeconds: 15 },
    { type: "Percent", value: 100, periodSeconds: 15 },
  ],
});
const defaultScaleDown = (): HPAScalingRules => ({
  selectPolicy: "Max",
  policies: [{ type: "Percent", value: 100, periodSeconds: 15 }],
});

export const horizontalPodAutoscaler = kind("autoscaling/v2.HorizontalPodAutoscaler", {
  resource: { columns: autoscalerColumns, fieldAnnotations: [...annotationNames] },
  conversions: { v1: v1Conversion },
  rules: [
    ...[replicas, scaleTarget, metrics, utilization, behavior],
    statusConditions("generation"),
    statusCounts(["currentReplicas", "desiredReplicas"]),
  ],
  applyDefaults(object: Autoscaler, context) {
    object.spec ??= {};
    const { spec } = object;
    // v2 has fields in place of these annotations.
    if (context.version !== "v1" && object.metadata?.annotations) {
      object.metadata = withoutFieldAnnotations(object.metadata);
    }
    spec.minReplicas ??= 1;
    if (context.version === "v1") {
      if (!memberOf(object.metadata?.annotations, metricsAnnotation)) {
        spec.targetCPUUtilizationPercentage ??= defaultUtilization;
      }
      return;
    }
    if (!spec.metrics?.length) {
      const cpu = { name: "cpu", target: { type: "Utilization", averageUtilization: defaultUtilization } };
      spec.metrics = [{ type: "Resource", resource: cpu }];
    }
    if (!spec.behavior) return;
    spec.behavior.scaleUp = { ...defaultScaleUp(), ...spec.behavior.scaleUp };
    spec.behavior.scaleDown = { ...defaultScaleDown(), ...spec.behavior.scaleDown };
  },
});
