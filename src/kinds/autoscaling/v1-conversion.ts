/**
 * Converts autoscalers between autoscaling/v1 and v2, the stored version. v1 keeps the fields that it lacks in
 * annotations.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import { memberOf } from "../../json/member.ts";
import { tryParseBounded } from "../../json/parse-bounded.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { withoutUndefined } from "../../json/without-undefined.ts";
import type { Conversion } from "../../kind/kind.ts";
import { type DecodeError, decodeErrorsOf } from "../../schema/decode.ts";
import { typeSchema } from "../../schema/type-schema.ts";

type Fields = Readonly<Record<string, unknown>>;

const prefix = "autoscaling.alpha.kubernetes.io/";
const metricsAnnotation = `${prefix}metrics`;
const behaviorAnnotation = `${prefix}behavior`;
const statusesAnnotation = `${prefix}current-metrics`;
const conditionsAnnotation = `${prefix}conditions`;
/** The annotations of v1 that are fields of v2. */
export const annotationNames: ReadonlySet<string> = new Set([
  metricsAnnotation,
  behaviorAnnotation,
  statusesAnnotation,
  conditionsAnnotation,
  `${prefix}scale-down-tolerance`,
  `${prefix}scale-up-tolerance`,
]);

export const v1Conversion: Conversion = {
  fromStored(object) {
    const { metadata, spec, status, ...rest } = object as Record<string, unknown>;
    const { metrics, behavior, ...kept } = fieldsOf(spec);
    const { currentMetrics, conditions, ...counts } = fieldsOf(status);
    const others = listOf(metrics).filter((metric) => !isCpuUtilization(metric));
    const cpu = listOf(metrics).find(isCpuUtilization);
    const current = listOf(currentMetrics).findLast((metric) => cpuOf(metric, "current") !== undefined);
    const annotations = {
      ...otherAnnotations(metadata),
      ...(others.length > 0 ? { [metricsAnnotation]: formatJson(others.map(toV1("target"))) } : {}),
      ...(listOf(currentMetrics).length > 0
        ? { [statusesAnnotation]: formatJson(listOf(currentMetrics).map(toV1("current"))) }
        : {}),
      ...(isPlainObject(behavior) ? { [behaviorAnnotation]: formatJson(behaviorToV1(behavior)) } : {}),
      ...(listOf(conditions).length > 0 ? { [conditionsAnnotation]: formatJson(conditions) } : {}),
    };
    return {
      ...rest,
      metadata: withAnnotations(metadata, annotations),
      spec: { ...kept, ...fieldIfDefined("targetCPUUtilizationPercentage", cpu && cpuOf(cpu, "target")) },
      status: {
        currentReplicas: 0,
        desiredReplicas: 0,
        ...counts,
        ...fieldIfDefined("currentCPUUtilizationPercentage", current && cpuOf(current, "current")),
      },
    };
  },
  toStored(object) {
    const { metadata, spec, status, ...rest } = object as Record<string, unknown>;
    const { targetCPUUtilizationPercentage: cpu, ...kept } = fieldsOf(spec);
    const { currentCPUUtilizationPercentage: current, ...counts } = fieldsOf(status);
    const read = (name: string) => readAnnotation(metadata, name);
    const others = ifDecodable(itemsOf(read(metricsAnnotation), metricFromV1), "MetricSpec") ?? [];
    const metrics = cpu === undefined ? others : [...others, cpuMetric("target", cpu)];
    const [behavior] = ifDecodable([behaviorFromV1(read(behaviorAnnotation))], "HorizontalPodAutoscalerBehavior") ?? [];
    const ownStatuses = current === undefined ? undefined : [cpuMetric("current", current)];
    const statuses = ifDecodable(itemsOf(read(statusesAnnotation), statusFromV1), "MetricStatus") ?? ownStatuses;
    const conditions = ifDecodable(itemsOf(read(conditionsAnnotation)), "HorizontalPodAutoscalerCondition");
    return {
      ...rest,
      metadata: withoutFieldAnnotations(metadata),
      spec: {
        ...kept,
        metrics: metrics.length > 0 ? metrics : [cpuMetric("target", defaultUtilization)],
        ...fieldIfDefined("behavior", behavior),
      },
      status: {
        ...counts,
        ...fieldIfDefined("currentMetrics", statuses),
        ...fieldIfDefined("conditions", conditions),
      },
    };
  },
};

const defaultUtilization = 80;

const fieldsOf = (value: unknown): Fields => (isPlainObject(value) ? value : {});
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isPlainObject) : []);
const fieldIfDefined = (name: string, value: unknown): Fields => (value === undefined ? {} : { [name]: value });

function otherAnnotations(metadata: unknown): Fields {
  const all = Object.entries(fieldsOf(fieldsOf(metadata)["annotations"]));
  return Object.fromEntries(all.filter(([name]) => !annotationNames.has(name)));
}

function withAnnotations(metadata: unknown, annotations: Fields): Fields {
  const { annotations: _before, ...rest } = fieldsOf(metadata);
  return Object.keys(annotations).length > 0 ? { ...rest, annotations } : rest;
}

/** Returns the metadata without the annotations that are fields of v2. */
export const withoutFieldAnnotations = (metadata: unknown): Fields =>
  withAnnotations(metadata, otherAnnotations(metadata));

/**
 * Returns the decoded value of an annotation; undefined if it is absent, or not JSON. kube-apiserver ignores both, too.
 */
function readAnnotation(metadata: unknown, name: string): unknown {
  const text = memberOf(fieldsOf(fieldsOf(metadata)["annotations"]), name);
  return typeof text === "string" ? tryParseBounded(text) : undefined;
}

/** Converts the items of a list; null becomes an empty item, as in Go. */
function itemsOf(list: unknown, convert: Convert = (item) => item): readonly unknown[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.map((item: unknown) => (isPlainObject(item) ? convert(item) : (item ?? {})));
}

/**
 * Returns the values if Go can decode all of them as a type of v2; else undefined, since kube-apiserver ignores the
 * whole annotation.
 */
function ifDecodable<T>(values: readonly T[] | undefined, type: string): readonly T[] | undefined {
  const schema = typeSchema(`autoscaling/v2.${type}`);
  const unfit = ({ fault }: DecodeError) => fault === "type" || fault === "format";
  return values?.some((value) => decodeErrorsOf(value ?? {}, schema).some(unfit)) ? undefined : values;
}

/** Returns the target or current utilization of a CPU metric; undefined for other metrics. */
function cpuOf({ type, resource }: Fields, side: Side): unknown {
  const { name, [side]: value } = fieldsOf(resource);
  return type === "Resource" && name === "cpu" ? fieldsOf(value)["averageUtilization"] : undefined;
}

const isCpuUtilization = (metric: Fields): boolean => cpuOf(metric, "target") !== undefined;

function cpuMetric(side: Side, averageUtilization: unknown): Fields {
  const value = side === "target" ? { type: "Utilization", averageUtilization } : { averageUtilization };
  return { type: "Resource", resource: { name: "cpu", [side]: value } };
}

/** Converts the source of a metric to or from v1. */
type Convert = (source: Fields) => Fields;
const metricSources = ["object", "pods", "resource", "containerResource", "external"] as const;

function convertMetric(
  metric: Fields,
  converts: Readonly<Partial<Record<(typeof metricSources)[number], Convert>>>,
): Fields {
  const sources = metricSources.flatMap((name) => {
    const source = metric[name] ?? undefined;
    if (source === undefined) return [];
    return [[name, isPlainObject(source) ? (converts[name]?.(source) ?? source) : source] as const];
  });
  return { type: metric["type"], ...Object.fromEntries(sources) };
}

/** Targets in a metric's spec, or current values in its status. v1 uses the word as a prefix of field names. */
type Side = "target" | "current";

const sideOf = (source: Fields, side: Side): Fields => fieldsOf(source[side]);

const toV1 =
  (side: Side) =>
  (metric: Fields): Fields =>
    convertMetric(metric, {
      object(source) {
        const { value = "0", averageValue } = sideOf(source, side);
        const { name, selector } = fieldsOf(source["metric"]);
        return withoutUndefined({
          target: source["describedObject"],
          metricName: name,
          [`${side}Value`]: value,
          selector,
          averageValue,
        });
      },
      pods(source) {
        const { averageValue = "0" } = sideOf(source, side);
        const { name, selector } = fieldsOf(source["metric"]);
        return withoutUndefined({ metricName: name, [`${side}AverageValue`]: averageValue, selector });
      },
      resource: (source) => resourceToV1(source, side),
      containerResource: (source) => resourceToV1(source, side),
      external(source) {
        const { value = side === "current" ? "0" : undefined, averageValue } = sideOf(source, side);
        const { name, selector } = fieldsOf(source["metric"]);
        return withoutUndefined({
          metricName: name,
          metricSelector: selector,
          [`${side}Value`]: value,
          [`${side}AverageValue`]: averageValue,
        });
      },
    });

function resourceToV1({ name, container, ...source }: Fields, side: Side): Fields {
  const { averageUtilization, averageValue } = sideOf(source, side);
  return withoutUndefined({
    name,
    [`${side}AverageUtilization`]: averageUtilization,
    [`${side}AverageValue`]: averageValue ?? (side === "current" ? "0" : undefined),
    container,
  });
}

function metricFromV1(metric: Fields): Fields {
  return convertMetric(metric, {
    object({ target, metricName: name, targetValue, selector, averageValue }) {
      const value = averageValue !== undefined && isZero(targetValue) ? undefined : targetValue;
      const type = averageValue === undefined ? "Value" : "AverageValue";
      return {
        describedObject: target,
        target: withoutUndefined({ type, value, averageValue }),
        metric: withoutUndefined({ name, selector }),
      };
    },
    pods: ({ metricName: name, targetAverageValue: averageValue, selector }) => ({
      metric: withoutUndefined({ name, selector }),
      target: { type: "AverageValue", averageValue },
    }),
    resource: resourceFromV1,
    containerResource: resourceFromV1,
    external: ({
      metricName: name,
      metricSelector: selector,
      targetValue: value,
      targetAverageValue: averageValue,
    }) => ({
      metric: withoutUndefined({ name, selector }),
      target: withoutUndefined({ type: value === undefined ? "AverageValue" : "Value", value, averageValue }),
    }),
  });
}

const isZero = (quantity: unknown): boolean => quantity === undefined || Number(quantity) === 0;

function resourceFromV1({
  name,
  container,
  targetAverageUtilization: averageUtilization,
  targetAverageValue: averageValue,
}: Fields): Fields {
  const type = averageUtilization === undefined ? "AverageValue" : "Utilization";
  return withoutUndefined({ name, target: withoutUndefined({ type, averageValue, averageUtilization }), container });
}

function statusFromV1(metric: Fields): Fields {
  return convertMetric(metric, {
    object: ({ target, metricName: name, currentValue: value, selector, averageValue }) => ({
      metric: withoutUndefined({ name, selector }),
      current: withoutUndefined({ value, averageValue }),
      describedObject: target,
    }),
    pods: ({ metricName: name, currentAverageValue: averageValue, selector }) => ({
      metric: withoutUndefined({ name, selector }),
      current: { averageValue },
    }),
    resource: resourceStatusFromV1,
    containerResource: resourceStatusFromV1,
    external: ({
      metricName: name,
      metricSelector: selector,
      currentValue: value,
      currentAverageValue: averageValue,
    }) => ({
      metric: withoutUndefined({ name, selector }),
      current: withoutUndefined({ value, averageValue }),
    }),
  });
}

function resourceStatusFromV1({
  name,
  container,
  currentAverageUtilization: averageUtilization,
  currentAverageValue: averageValue,
}: Fields): Fields {
  return withoutUndefined({ name, current: withoutUndefined({ averageValue, averageUtilization }), container });
}

/** Converts the behavior for the annotation, in which kube-apiserver uses the names of the Go fields. */
function behaviorToV1({ scaleUp, scaleDown }: Fields): Fields {
  return { ScaleUp: rulesToV1(scaleUp), ScaleDown: rulesToV1(scaleDown) };
}

function rulesToV1(rules: unknown): Fields | null {
  if (!isPlainObject(rules)) return null;
  const { stabilizationWindowSeconds = null, selectPolicy = null, policies, tolerance = null } = rules;
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds,
    SelectPolicy: selectPolicy,
    Policies: Array.isArray(policies)
      ? listOf(policies).map(({ type, value, periodSeconds }) => ({
          Type: type,
          Value: value,
          PeriodSeconds: periodSeconds,
        }))
      : null,
    Tolerance: tolerance,
  };
}

function behaviorFromV1(behavior: unknown): Fields | undefined {
  const { scaleup, scaledown } = lowerNames(fieldsOf(behavior));
  if (!scaleup && !scaledown) return undefined;
  return withoutUndefined({ scaleUp: rulesFromV1(scaleup), scaleDown: rulesFromV1(scaledown) });
}

function rulesFromV1(rules: unknown): unknown {
  if (!isPlainObject(rules)) return rules ?? undefined;
  const { stabilizationwindowseconds, selectpolicy, policies, tolerance } = lowerNames(rules);
  return withoutUndefined({
    stabilizationWindowSeconds: stabilizationwindowseconds ?? undefined,
    selectPolicy: selectpolicy ?? undefined,
    policies: itemsOf(policies, policyFromV1) ?? policies ?? undefined,
    tolerance: tolerance ?? undefined,
  });
}

function policyFromV1(policy: Fields): Fields {
  const { type, value, periodseconds } = lowerNames(policy);
  return withoutUndefined({ type, value, periodSeconds: periodseconds });
}

/** Returns the object with names in lower case, since Go decodes field names regardless of case. */
const lowerNames = (object: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
