/**
 * Taints that the node agent registers its node with.
 *
 * @module
 */
import { validateLabelValue, validateQualifiedName } from "../../lexical/names.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { type Static, struct, text, time } from "../../schema/fields.ts";

export const taint = struct({
  key: text({ "x-required": true, description: "Key of the taint." }),
  value: text({ description: "Its value." }),
  effect: text({
    "x-required": true,
    description: "What happens to pods that don't tolerate it: `NoSchedule`, `PreferNoSchedule` or `NoExecute`.",
  }),
  timeAdded: time({ "x-pointer": true, description: "Set by the server only." }),
});
type Taint = Static<typeof taint>;

const effects: readonly string[] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

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
      if (effect !== "" && !effects.includes(effect)) {
        at.at("effect").say(`must be one of ${effects.join(", ")}; got ${JSON.stringify(effect)}`, {
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
