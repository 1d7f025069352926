import { describe, expect, test } from "vitest";
import { isInternal } from "../../src/rule/fault.ts";
import { resolveNodePath } from "../../src/rule/host.ts";
import { rule } from "../../src/rule/rule.ts";
import { capSeverity, type RuleFinding, runRules, runRulesInto } from "../../src/rule/run.ts";
import { levelOf } from "../../src/rule/severity.ts";
import { Tally } from "../../src/rule/tally.ts";
import { ruleContext } from "./rule-ids.ts";

const info = { severity: "warning", summary: "" } as const;
const finding = { path: ["a"], message: "m" };
const reportingRule = rule<unknown>({ ...info, id: "a/speaks" }, (_object, place) => place.at("a").say("m"));
const repeats = rule<unknown>({ ...info, id: "a/repeats", cause: "too-long" }, (object, place, { target }) => {
  for (let index = 0; index < 3; index++) place.at("a").say(`${object} ${target}`);
});
const failingRule = rule<unknown>({ ...info, id: "a/fails" }, () => {
  throw new TypeError("secret");
});
const overridingRule = rule<unknown>({ ...info, id: "a/overrides" }, (_object, place) =>
  place.at("a").say("m", { severity: "error", cause: "required" }),
);

describe("a run of several rules", () => {
  test("gives findings the id, severity and cause of the rule, unless they set severity and cause themselves", () => {
    expect(runRules([reportingRule, repeats, overridingRule], "it", ruleContext)).toEqual([
      { ...finding, rule: "a/speaks", severity: "warning", cause: "invalid" },
      ...[1, 2, 3].map(() => ({
        path: ["a"],
        message: "it 1.37",
        rule: "a/repeats",
        severity: "warning",
        cause: "too-long",
      })),
      { ...finding, rule: "a/overrides", severity: "error", cause: "required" },
    ]);
  });

  test("reports a rule that throws as an internal fault and runs the remaining rules", () => {
    const [first, second] = runRules([failingRule, reportingRule], {}, ruleContext);
    expect(first).toMatchObject({ rule: "internal/fault", severity: "error", cause: "internal", path: [] });
    expect(first?.message).toBe("not vetted in full: clustervet failed in rule a/fails (TypeError)");
    expect(first?.thrown).toBeInstanceOf(TypeError);
    expect(second?.rule).toBe("a/speaks");
  });

  test.each([
    { rules: [repeats, reportingRule], enough: 2, taken: ["a/repeats", "a/repeats"] },
    { rules: [repeats, reportingRule], enough: 3, taken: ["a/repeats", "a/repeats", "a/repeats"] },
    { rules: [repeats, reportingRule], enough: 9, taken: ["a/repeats", "a/repeats", "a/repeats", "a/speaks"] },
    { rules: [failingRule, reportingRule], enough: 1, taken: ["internal/fault"] },
  ])("stops after $enough findings: $taken", ({ rules, enough, taken }) => {
    const found: RuleFinding[] = [];
    runRulesInto((each) => found.push(each) < enough, rules, { object: {}, context: ruleContext });
    expect(found.map(({ rule: id }) => id)).toEqual(taken);
  });
});

test("atMost limits the severity of a finding", () => {
  const findingOf = (severity: RuleFinding["severity"]): RuleFinding => ({
    ...finding,
    rule: "a/b",
    cause: "invalid",
    severity,
  });
  expect(
    (["error", "warning", "info"] as const).map((each) => capSeverity("warning", findingOf(each)).severity),
  ).toEqual([...["warning", "warning", "info"]]);
  expect(capSeverity(undefined, findingOf("error"))).toEqual(findingOf("error"));
});

test.each([
  { levels: {}, level: "warning" },
  { levels: { "*": "off" }, level: "off" },
  { levels: { "*": "off", "role/*": "info" }, level: "info" },
  { levels: { "role/*": "info", "role/name": "error", "*": "off" }, level: "error" },
  { levels: { "cluster-role/*": "off", role: "off" }, level: "warning" },
] as const)("with $levels the level of a rule is $level", ({ levels, level }) => {
  expect(levelOf("role/name", "warning", levels)).toBe(level);
  expect(levelOf("internal/fault", "error", { ...levels, "internal/fault": "off" })).toBe("error");
  expect([isInternal({ rule: "internal/fault" }), isInternal({ rule: "role/name" })]).toEqual([true, false]);
});

test("a tally keeps a number of findings of each severity, and is spent after a number of errors", () => {
  const tally = new Tally({ kept: 2, counted: 4 });
  expect([1, 2, 3].map(() => tally.countFinding("error"))).toEqual([true, true, false]);
  expect([tally.countFinding("warning", 2), tally.countFinding("info", 3), tally.isExhausted]).toEqual([
    true,
    false,
    false,
  ]);
  expect(tally.surpluses).toEqual([
    { severity: "error", count: 1, isLeast: false },
    { severity: "info", count: 1, isLeast: false },
  ]);
  tally.countFinding("error");
  expect([tally.isExhausted, tally.surpluses[0]]).toEqual([true, { severity: "error", count: 2, isLeast: true }]);
  expect(tally.surpluses[1]?.isLeast).toBe(false);
});

test.each([
  { from: "c.yaml", path: "/etc/a.pem", expected: "/etc/a.pem" },
  { from: "c.yaml", path: "pki/a.pem", expected: "/etc/kubernetes/pki/a.pem" },
  { from: "elsewhere.yaml", path: "a.pem", expected: undefined },
])("the node path of $path in $from is $expected", ({ from, path, expected }) => {
  const nodePathOf = (name: string) => (name === "c.yaml" ? "/etc/kubernetes/c.yaml" : undefined);
  expect(resolveNodePath({ nodePathOf }, from, path)).toBe(expected);
  expect(resolveNodePath({}, from, path)).toBe(path.startsWith("/") ? path : undefined);
});
