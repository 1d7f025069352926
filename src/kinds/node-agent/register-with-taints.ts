/**
 * Taints that the node agent registers its node with.
 *
 * @module
 */
import { validateLabelValue, validateQualifiedName } from "../../lexical/names.ts";
import type { Rule } from "../../rule/rule.ts";
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

const wellFormed: Rule<{ registerWithTaints?: Taint[] }> = {
  id: "kubelet/taints",
  severity: "error",
  summary: "taints have a qualified key, a label's value, a known effect and no time",
  check({ registerWithTaints: taints = [] }, _context, report) {
    for (const [index, { key = "", value = "", effect = "", timeAdded }] of taints.entries()) {
      const path = ["registerWithTaints", index];
      if (key === "") report({ path: [...path, "key"], cause: "required", message: "`key` must be set" });
      for (const fault of key === "" ? [] : validateQualifiedName(key)) {
        report({ path: [...path, "key"], message: `${fault}; got ${JSON.stringify(key)}`, value: key });
      }
      for (const fault of validateLabelValue(value)) {
        report({ path: [...path, "value"], message: `${fault}; got ${JSON.stringify(value)}`, value });
      }
      if (effect !== "" && !effects.includes(effect)) {
        report({
          path: [...path, "effect"],
          cause: "unsupported",
          message: `must be one of ${effects.join(", ")}; got ${JSON.stringify(effect)}`,
          value: effect,
        });
      }
      if (timeAdded !== undefined) {
        report({ path: [...path, "timeAdded"], atKey: true, cause: "forbidden", message: "must not be set" });
      }
    }
  },
};

export const taintRules: readonly Rule<{ registerWithTaints?: Taint[] }>[] = [wellFormed];
