/**
 * Capacities of a device, and the policy by which shares of them are allocated.
 *
 * @module
 */
import type { CapacityRequestPolicy, CapacityRequestPolicyRange, DeviceCapacity } from "../../api/types/resource-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  hasFraction,
  type Quantity,
  quantityMilliValue,
  quantityOfInteger,
  quantitySign,
  quantityValue,
  smallQuantityOf,
} from "../../text/quantity.ts";
import { quantityOf } from "../core/resource-rules.ts";
import { checkQualifiedKeys } from "./device-names.ts";

/** Capacities by name; in v1alpha3 only quantities. */
export type Capacities = Readonly<Record<string, string | DeviceCapacity>>;

const maxChoices = 10;
const maxInt64 = 2n ** 63n - 1n;

/** @param isShared - whether several claims may share the device */
export function checkCapacities(
  capacities: Capacities,
  place: Place<Capacities>,
  isShared: boolean,
  context: RuleContext,
): void {
  checkQualifiedKeys(capacities, place);
  for (const [name, capacity] of Object.entries(capacities)) {
    if (typeof capacity === "string" || !capacity.requestPolicy) continue;
    const at = place.at(name, "requestPolicy");
    if (isShared) checkPolicy(quantityOf(capacity.value ?? "0"), capacity.requestPolicy, at, context);
    else at.forbidden("`requestPolicy` must be absent without `allowMultipleAllocations: true`");
  }
}

function checkPolicy(
  capacity: Quantity,
  policy: CapacityRequestPolicy,
  place: Place<CapacityRequestPolicy>,
  context: RuleContext,
): void {
  const { default: preset, validValues = [], validRange } = policy;
  const isFine = context.isEnabled("DRAFractionalCapacityRange");
  if (validValues.length > 0 && validRange) {
    place.say("must have one of `validValues` and `validRange`; got both", {
      cause: "forbidden",
      serverText: 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time',
    });
  } else if (validValues.length === 0 && !validRange) return;
  else if (!preset) {
    const serverText = `required when ${validRange ? "validRange" : "validValues"} is defined`;
    place.at("default").required("`default` must be set with `validValues` or `validRange`", { serverText });
  } else if (validRange) checkRange(capacity, preset, validRange, place, isFine);
  else checkChoices(capacity, preset, validValues, place, isFine);
}

function checkChoices(
  capacity: Quantity,
  preset: string,
  texts: readonly string[],
  place: Place<CapacityRequestPolicy>,
  isFine: boolean,
): void {
  const at = place.at("validValues");
  const choices = texts.map(quantityOf);
  for (const [index, choice] of choices.entries()) {
    const before = choices[index - 1];
    if (before && compareQuantities(before, choice) > 0) {
      const serverText = quantityErrorText(choice, "values must be sorted in ascending order");
      at.at(index).invalid("must not be below the previous value", texts[index] ?? "", { serverText });
    }
  }
  const isWithin = atMost(maxChoices, choices, at);
  if (isWithin) {
    for (const [index, choice] of choices.entries()) {
      if (compareQuantities(choice, capacity) <= 0) continue;
      const serverText = quantityErrorText(choice, `option is larger than capacity value: ${formatQuantity(capacity)}`);
      at.at(index).invalid(withinCapacityText(capacity), texts[index] ?? "", { serverText });
    }
    // Fractions are rounded up before the comparison if they are not allowed.
    distinct(choices, at.along([]), (choice) =>
      isFine ? `${choice.isNegative}${choice.digits}e${choice.scale}` : String(quantityValue(choice)),
    );
  }
  const isChoice = isWithin && choices.some((choice) => compareQuantities(choice, quantityOf(preset)) === 0);
  if (!isChoice) {
    const field = place.at("validValues").path;
    const serverText = quantityErrorText(
      quantityOf(preset),
      "default value is not valid according to the requestPolicy",
    );
    place.at("default").invalid("must be one of `validValues`", preset, { field, serverText });
  }
}

const quantityErrorText = (amount: Quantity, words: string): string =>
  `${showGoValue(formatQuantity(amount))}: ${words}`;

const withinCapacityText = (capacity: Quantity): string => `must be at most the capacity, ${formatQuantity(capacity)}`;

const isBelow = (a: Quantity, b: Quantity): boolean => compareQuantities(a, b) < 0;

/** A quantity in a request policy, with its text and place. */
interface PlacedQuantity {
  readonly text: string;
  readonly value: Quantity;
  readonly place: Place<string>;
}

/** The quantities that define which amounts may be requested. */
interface Range {
  readonly preset: PlacedQuantity;
  readonly min: PlacedQuantity;
  readonly max: PlacedQuantity | undefined;
  readonly step: PlacedQuantity | undefined;
}

function checkRange(
  capacity: Quantity,
  preset: string,
  bounds: CapacityRequestPolicyRange,
  place: Place<CapacityRequestPolicy>,
  isFine: boolean,
): void {
  const at = place.at("validRange");
  const written = (text: string, where: Place<string>): PlacedQuantity => ({
    text,
    value: quantityOf(text),
    place: where,
  });
  const bound = (name: keyof CapacityRequestPolicyRange) => {
    const text = bounds[name];
    return text === undefined ? undefined : written(text, at.at(name));
  };
  const min = bound("min");
  if (!min) {
    at.at("min").required(undefined, { serverText: "required when validRange is defined" });
    return;
  }
  const field = [...at.path, "default"];
  const presetPlace = place.at("default").changing((finding) => ({ field, ...finding }));
  const range = { preset: written(preset, presetPlace), min, max: bound("max"), step: bound("step") };
  checkBounds(capacity, range);
  checkSteps(capacity, range, isFine);
}

function checkBounds(capacity: Quantity, { preset, min, max }: Range): void {
  const words = (shown: PlacedQuantity, fault: string, bound: Quantity) => ({
    serverText: quantityErrorText(shown.value, `${fault}: ${formatQuantity(bound)}`),
  });
  const checkWithin = (bound: PlacedQuantity, name: string) => {
    if (!isBelow(capacity, bound.value)) return;
    const fault = `${name} is larger than capacity value`;
    bound.place.invalid(withinCapacityText(capacity), bound.text, words(bound, fault, capacity));
  };
  checkWithin(min, "min");
  if (isBelow(preset.value, min.value)) {
    preset.place.invalid("must be at least `min`", preset.text, words(preset, "default is less than min", min.value));
  }
  if (!max) return;
  if (isBelow(max.value, min.value)) {
    max.place.invalid("must be at least `min`", max.text, words(min, "min is larger than max", max.value));
  }
  checkWithin(max, "max");
  if (isBelow(max.value, preset.value)) {
    preset.place.invalid("must be at most `max`", preset.text, words(preset, "default is more than max", max.value));
  }
}

/**
 * Validates the step. kube-apiserver computes with whole numbers, or with thousandths if fractions are allowed and at
 * least one quantity has one.
 */
function checkSteps(capacity: Quantity, range: Range, isFine: boolean): void {
  const { preset, min, max, step } = range;
  const all = [preset, min, max, step].filter((written) => written !== undefined);
  const inMillis = isFine && all.some(({ value }) => hasFraction(value));
  if (inMillis && reportWrongQuantities(all, (value) => !fitsMillis(value), "must be a multiple of 1m")) return;
  if (!step) return;
  if (quantitySign(step.value) <= 0) {
    step.place.invalid("must be above 0", step.text);
    return;
  }
  if (isBelow(capacity, addQuantities(min.value, step.value))) {
    step.place.invalid("must be a multiple of `step` above `min`, and at most the capacity", step.text);
  }
  if (!inMillis && reportWrongQuantities(all, (value) => !fitsInt64(value), `must be from 0 to ${maxInt64}`)) return;
  const numberOf = inMillis ? quantityMilliValue : quantityValue;
  for (const { text, value, place } of max ? [preset, max] : [preset]) {
    if (BigInt.asIntN(64, numberOf(value) - numberOf(min.value)) % numberOf(step.value) === 0n) continue;
    place.invalid("must be `min` and a multiple of `step`", text, { field: step.place.path });
  }
}

/** Reports the quantities that fail a check. @returns whether any quantity failed */
function reportWrongQuantities(
  written: readonly PlacedQuantity[],
  isWrong: (value: Quantity) => boolean,
  must: string,
): boolean {
  const wrong = written.filter(({ value }) => isWrong(value));
  for (const { text, place } of wrong) place.invalid(must, text);
  return wrong.length > 0;
}

function fitsMillis(quantity: Quantity): boolean {
  return compareQuantities(quantity, smallQuantityOf(quantityMilliValue(quantity), -3, quantity.format)) === 0;
}

function fitsInt64(quantity: Quantity): boolean {
  return quantitySign(quantity) >= 0 && compareQuantities(quantity, quantityOfInteger(maxInt64, "DecimalSI")) <= 0;
}
