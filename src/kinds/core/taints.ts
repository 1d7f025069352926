/**
 * Validates the taints of a node like kube-apiserver.
 *
 * @module
 */
import type { Taint } from "../../api/types/core-v1.ts";
import { type Demand, each, required, text, unlessEmpty } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { unique } from "../../rule/repeated.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";

const labelValue = text(validateLabelValue);
const qualifiedName = text(validateQualifiedName);

const taint: Demand<Taint> = ({ key = "", value, effect }, place) => {
  qualifiedName(key, place.at("key"));
  unlessEmpty(value, place.at("value"), labelValue);
  required(effect, place.at("effect"));
};

/**
 * Validates taints, and requires unique pairs of key and effect.
 *
 * @param demand - validates each taint; the default is for decoded taints, whose effects the schema validates
 */
export function checkTaints(
  list: readonly Taint[] | undefined,
  place: Place<readonly Taint[]>,
  demand: Demand<Taint> = taint,
): void {
  each(list, place, demand);
  unique(list, place, {
    textOf: ({ key = "", effect = "" }) => `${key}:${effect}`,
    placeOf: (item) => item,
    message: (found) => `key and effect must be unique; got ${JSON.stringify(found)} again`,
  });
}

export const taintEffects: readonly string[] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** Validates a taint from text, such as an annotation, including its effect. */
export const writtenTaint: Demand<Taint> = (given, place) => {
  taint(given, place);
  const effect = String(given.effect ?? "");
  if (effect !== "" && !taintEffects.includes(effect)) place.at("effect").unsupported(taintEffects, effect);
};
