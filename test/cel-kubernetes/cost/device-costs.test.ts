import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { estimate } from "../../../src/cel/cost/estimate.ts";
import { costProfile } from "../../../src/cel-kubernetes/cost/profile.ts";
import { costRules } from "../../../src/cel-kubernetes/cost/rules.ts";
import { deviceEnvironment, deviceSize } from "../../../src/cel-kubernetes/device-environment.ts";

const target = "1.37";
const environment = deviceEnvironment(target, { consumableCapacity: true, listTypes: false, reach: "portable" });
const rules = costRules(environment, costProfile(target));
const [, ...lines] = readFileSync(join(import.meta.dirname, "vectors/device-costs.jsonl"), "utf8")
  .trim()
  .split("\n");
const vectors = lines.map((line) => JSON.parse(line) as [text: string, max: string]);

test.each(vectors)("%s costs at most %s", (text, max) => {
  const { checked } = compile(environment, text);
  expect(checked && String(estimate(checked, rules, { sizes: deviceSize }).max)).toBe(max);
});
