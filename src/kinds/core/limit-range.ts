/**
 * v1 LimitRange: bounds and defaults for the resources of each pod, container or claim of a namespace.
 *
 * @module
 */
import type { LimitRange, LimitRangeItem } from "../../api/types/core-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { Place } from "../../rule/place.ts";
import { emptyRepeats, unique } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";
import {
  compareQuantities,
  type Quantity,
  quantityMilliValue,
  quantityOfInteger,
  quantityValue,
} from "../../text/quantity.ts";
import { kind } from "../kind.ts";
import { roundToMillis } from "./resource-list.ts";
import { isQuotaResource } from "./resource-quota.ts";
import { containerResourceName, isExtended, quantityOf } from "./resource-rules.ts";

type ListField = Exclude<keyof LimitRangeItem, "type">;
const listFields: readonly ListField[] = ["min", "max", "default", "defaultRequest", "maxLimitRequestRatio"];

const standardTypes = ["Pod", "Container", "PersistentVolumeClaim"];

function checkType({ type = "" }: LimitRangeItem, place: Place<LimitRangeItem>): void {
  const faults = validateQualifiedName(type);
  for (const fault of faults) place.at("type").invalid(fault, type);
  if (faults.length === 0 && !type.includes("/") && !standardTypes.includes(type)) {
    place.at("type").invalid(`must be one of ${standardTypes.join(", ")}, or a name with a domain`, type);
  }
}

const types = rule<LimitRange>(
  {
    id: "limit-range/types",
    severity: "error",
    summary: "limit types are unique, and a limit has only the fields of its type",
  },
  ({ spec }, place) => {
    const limits = spec?.limits ?? [];
    const at = place.at("spec", "limits");
    const repeatsOf = emptyRepeats(limits.map(({ type }) => type));
    limits.forEach((limit, index) => {
      const item = at.at(index);
      const also = repeatsOf(index);
      checkType(
        limit,
        item.changing((finding) => (also.length > 0 ? { ...finding, also } : finding)),
      );
      if (limit.type === "Pod") {
        for (const name of ["default", "defaultRequest"] as const) {
          if (Object.keys(limit[name] ?? {}).length > 0) item.at(name).forbidden(`\`${name}\` must be absent for pods`);
        }
      }
      const hasStorage = limit.min?.["storage"] !== undefined || limit.max?.["storage"] !== undefined;
      if (limit.type === "PersistentVolumeClaim" && !hasStorage)
        item.required("`storage` must be bounded by `min` or `max`", { field: [...item.path, "limits"] });
    });
    unique(limits, at, {
      textOf: ({ type }) => type,
      placeOf: (item) => item.at("type"),
      message: (type) => `must be unique; got ${type} again`,
    });
  },
);

/** Two lists; amounts in the first must not exceed those in the second. */
interface Order {
  readonly low: ListField;
  readonly high: ListField;
  /** The list that kube-apiserver's error names, and the list whose amount it shows. Default: `low`. */
  readonly namedList?: ListField;
  readonly shown?: ListField;
  /** kube-apiserver's name of `high`, if it differs from the field name. */
  readonly highName?: string;
}

const orders: readonly Order[] = [
  { low: "min", high: "max" },
  { low: "min", high: "defaultRequest", namedList: "defaultRequest", shown: "defaultRequest" },
  { low: "min", high: "default", namedList: "default" },
  { low: "defaultRequest", high: "max" },
  { low: "defaultRequest", high: "default", highName: "default limit" },
  { low: "default", high: "max", shown: "max" },
];

const listName = (list: ListField): string => (list === "defaultRequest" ? "default request" : list);

const canBeOvercommitted = (name: string): boolean => !isExtended(name) && !name.startsWith("hugepages-");

function checkAmounts(limit: LimitRangeItem, name: string, place: Place): void {
  const amount = (field: ListField) => {
    const text = memberOf(limit[field], name);
    return text === undefined || !isRead(limit, field) ? undefined : quantityOf(text);
  };
  const textOf = (list: ListField) => memberOf(limit[list], name) ?? "";
  const broken = orders.filter(({ low, high }) => {
    const [least, most] = [amount(low), amount(high)];
    return least && most && compareQuantities(least, most) > 0;
  });
  const after = [...place.path, "amounts", name];
  const orderFaults = broken.map(({ low, high, namedList = low, shown = low, highName = listName(high) }) => ({
    low,
    high,
    field: place.at(namedList, name).path,
    after,
    serverText: `"${textOf(shown)}": ${listName(low)} value ${textOf(low)} is greater than ${highName} value ${textOf(high)}`,
  }));
  for (const [index, { low, high, ...words }] of orderFaults.entries()) {
    if (orderFaults.findIndex((each) => each.low === low) < index) continue;
    const also = orderFaults.slice(index + 1).filter((each) => each.low === low);
    place.at(low, name).invalid(`must not be above \`${high}\`, ${textOf(high)}`, textOf(low), { ...words, also });
  }
  const [fallback, request] = [amount("default"), amount("defaultRequest")];
  if (!canBeOvercommitted(name) && fallback && request && compareQuantities(fallback, request) !== 0) {
    place
      .at("defaultRequest", name)
      .invalid("must equal `default`: this resource cannot be overcommitted", textOf("defaultRequest"), {
        after: [...after, 1],
        serverText: `"${textOf("defaultRequest")}": default value ${textOf("default")} must equal to defaultRequest value ${textOf("defaultRequest")} in ${name}`,
      });
  }
  const ratio = amount("maxLimitRequestRatio");
  const at = place.at("maxLimitRequestRatio", name);
  if (!ratio) return;
  const shown = textOf("maxLimitRequestRatio");
  if (compareQuantities(ratio, one) < 0) {
    at.invalid("must be 1 or above", shown, { after, serverText: `"${shown}": ratio ${shown} is less than 1` });
  }
  const [least, most] = [amount("min"), amount("max")];
  if (!least || !most) return;
  const [given, limitOfRatio] = ratios(ratio, least, most);
  if (given > limitOfRatio) {
    const serverText = `"${shown}": ratio ${shown} is greater than max/min = ${limitOfRatio.toFixed(6)}`;
    at.invalid("must be at most `max` divided by `min`", shown, { after, serverText });
  }
}

const one = quantityOfInteger(1n, "DecimalSI");

/** Amounts from this one on are divided as whole numbers, not as thousandths. */
const maxMilliValue = 2n ** 63n / 1000n;

/** Returns the given ratio, and the maximum ratio. */
function ratios(ratio: Quantity, least: Quantity, most: Quantity): readonly [number, number] {
  const whole = [ratio, least, most].map(quantityValue);
  const isSmall = whole.every((value) => value < maxMilliValue);
  const [given = 0, low = 0, high = 0] = isSmall
    ? [ratio, least, most].map((each) => Number(quantityMilliValue(each)))
    : whole.map(Number);
  return [isSmall ? given / 1000 : given, high / low];
}

/** Whether kube-apiserver reads a list. It ignores defaults in limits of type Pod, where they are forbidden. */
const isRead = ({ type }: LimitRangeItem, list: ListField): boolean =>
  type !== "Pod" || (list !== "default" && list !== "defaultRequest");

function resourceName(name: string, place: Place<string>): void {
  const faults = validateQualifiedName(name);
  for (const fault of faults) place.invalid(fault, name, { atKey: true });
  if (faults.length === 0 && !name.includes("/") && name !== "storage" && !isQuotaResource(name)) {
    place.invalid("must be a standard resource, or a name with a domain", name, { atKey: true });
  }
}

const amounts = rule<LimitRange>(
  {
    id: "limit-range/amounts",
    severity: "error",
    summary: "min, defaultRequest, default and max of a limit are in ascending order",
  },
  ({ spec }, place) => {
    spec?.limits?.forEach((limit, index) => {
      const at = place.at("spec", "limits", index);
      const isOfContainers = limit.type === "Pod" || limit.type === "Container";
      for (const field of listFields.filter((list) => isRead(limit, list))) {
        for (const name of Object.keys(limit[field] ?? {})) {
          if (isOfContainers) containerResourceName(name, at.at(field, name));
          else resourceName(name, at.at(field, name));
        }
      }
      const names = new Set(listFields.flatMap((field) => Object.keys(limit[field] ?? {})));
      for (const name of names) checkAmounts(limit, name, at);
    });
  },
);

/** Sets missing defaults of a container limit from its bounds. */
function defaultLimit(limit: LimitRangeItem): void {
  if (limit.type !== "Container") return;
  limit.default = { ...limit.max, ...limit.default };
  limit.defaultRequest = { ...limit.min, ...limit.default, ...limit.defaultRequest };
}

export const limitRange = kind("core/v1.LimitRange", {
  name: "made",
  resource: { namesItself: true },
  rules: [types, amounts],
  applyDefaults({ spec }) {
    for (const limit of spec?.limits ?? []) {
      defaultLimit(limit);
      for (const list of listFields) roundToMillis(limit[list]);
    }
  },
});
