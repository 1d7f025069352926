import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile, costProfile, costRules, deviceEnvironment, deviceSize, estimate } from "../../../src/cel/index.ts";

const target = "1.37";
const environment = deviceEnvironment(target, { consumableCapacity: true, reach: "portable" });
const rules = costRules(environment, costProfile(target));
const [, ...lines] = readFileSync(join(import.meta.dirname, "vectors/device-costs.jsonl"), "utf8")
  .trim()
  .split("\n");
const vectors = lines.map((line) => JSON.parse(line) as [text: string, max: string]);

test.each(vectors)("%s costs at most %s", (text, max) => {
  const { checked } = compile(environment, text);
  expect(checked && String(estimate(checked, rules, { sizes: deviceSize }).max)).toBe(max);
});
