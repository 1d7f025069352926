/**
 * Taints with which the kubelet registers its node.
 *
 * @module
 */
import type { Taint } from "../../api/types/core-v1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";
import { taintEffects } from "../core/taints.ts";

const wellFormed = rule<{ registerWithTaints?: Taint[] }>(
  {
    id: "kubelet/taints",
    severity: "error",
    summary: "a taint has a qualified key, a valid value, a known effect and no `timeAdded`",
  },
  ({ registerWithTaints: taints = [] }, place) => {
    for (const [index, { key = "", value = "", effect = "", timeAdded }] of taints.entries()) {
      const at = place.at("registerWithTaints", index);
      if (key === "") at.at("key").required();
      for (const fault of key === "" ? [] : validateQualifiedName(key)) {
        at.at("key").invalid(fault, key);
      }
      for (const fault of validateLabelValue(value)) {
        at.at("value").invalid(fault, value);
      }
      if (effect !== "" && !taintEffects.includes(effect)) {
        at.at("effect").say(`must be one of ${taintEffects.join(", ")}; got ${JSON.stringify(effect)}`, {
          cause: "unsupported",
          value: effect,
        });
      }
      if (timeAdded !== undefined) {
        at.at("timeAdded").say("must not be set", { atKey: true, cause: "forbidden" });
      }
    }
  },
);

export const taintRules: readonly Rule<{ registerWithTaints?: Taint[] }>[] = [wellFormed];
