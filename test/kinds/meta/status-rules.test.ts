import { describe, expect, test } from "vitest";
import { type ConditionForm, statusConditions, statusCounts } from "../../../src/kinds/meta/status-rules.ts";
import type { RuleContext } from "../../../src/rule/context.ts";
import { faultLines } from "../../rule/rule-ids.ts";

const writesStatus: Partial<RuleContext> = { subresource: "status" };

describe("counts", () => {
  const rule = statusCounts<object>(["replicas", "ready"], { parts: [["ready", "replicas"]], hasCollisions: true });
  const collisions = "status.collisionCount invalid";

  test.each<{ status?: object; stored?: object; expected: readonly string[] }>([
    { expected: [] },
    { status: { replicas: 0 }, expected: [] },
    { status: { replicas: 2, ready: 2, unknown: -1 }, expected: [] },
    {
      status: { replicas: -1 },
      expected: [
        "status.replicas invalid: must be 0 or above; got -1",
        "status.ready invalid: must not be above `replicas`; got 0",
      ],
    },
    { status: { replicas: 2n, ready: 3n }, expected: ["status.ready invalid: must not be above `replicas`; got 3"] },
    { status: { ready: 1 }, expected: ["status.ready invalid: must not be above `replicas`; got 1"] },
    { status: { collisionCount: 1 }, expected: [] },
    { status: { collisionCount: 1 }, stored: { collisionCount: 1 }, expected: [] },
    {
      status: { collisionCount: 1 },
      stored: { collisionCount: 2 },
      expected: [`${collisions}: must be 2 or above; got 1`],
    },
    { status: { collisionCount: 3 }, stored: { collisionCount: 2 }, expected: [] },
    { status: {}, stored: { collisionCount: 2 }, expected: [`${collisions}: must stay 2 or above`] },
    { stored: { collisionCount: 0 }, expected: [`${collisions}: must stay 0 or above`] },
  ])("$status after $stored", ({ status, stored, expected }) => {
    const object = { ...(status && { status }) };
    const oldObject = stored && { status: stored };
    expect(faultLines([rule], object, { ...writesStatus, ...(oldObject && { oldObject }) })).toEqual(expected);
    expect(faultLines([rule], object)).toEqual([]);
  });

  test("the collision count may be removed if the rule does not check it", () => {
    const context = { ...writesStatus, oldObject: { status: { collisionCount: 2 } } };
    expect(faultLines([statusCounts<object>([])], { status: {} }, context)).toEqual([]);
  });
});

describe("conditions", () => {
  const sound = { type: "Ready", status: "True", reason: "Up", lastTransitionTime: "2026-01-01T00:00:00Z" };
  const common = "status.conditions[0]";

  test.each<{ form: ConditionForm; conditions: readonly object[]; expected: readonly string[] }>([
    { form: "common", conditions: [{ ...sound, message: "", observedGeneration: 0 }], expected: [] },
    {
      form: "common",
      conditions: [{}],
      expected: ["type", "status", "lastTransitionTime", "reason"].map(
        (name) => `${common}.${name} required: \`${name}\` must be set`,
      ),
    },
    { form: "common", conditions: [{ ...sound, type: "a b" }], expected: [`${common}.type invalid`] },
    { form: "common", conditions: [{ ...sound, status: "Yes" }], expected: [`${common}.status unsupported`] },
    {
      form: "common",
      conditions: [{ ...sound, observedGeneration: -1n }],
      expected: [`${common}.observedGeneration invalid`],
    },
    {
      form: "common",
      conditions: [sound, sound],
      expected: ["status.conditions[1].type duplicate: must be unique; got Ready again"],
    },
    { form: "typed", conditions: [{ type: "a b", status: "Yes" }, { type: "c" }], expected: [] },
    { form: "typed", conditions: [{}], expected: [`${common}.type required`] },
    { form: "typed", conditions: [sound, sound], expected: ["status.conditions[1].type duplicate"] },
    {
      form: "known-status",
      conditions: [{ status: "True" }, { status: "False" }, { status: "Unknown" }],
      expected: [],
    },
    {
      form: "known-status",
      conditions: [{ ...sound, status: "Yes" }, sound],
      expected: [`${common}.status unsupported`],
    },
  ])("$form: $conditions", ({ form, conditions, expected }) => {
    const found = faultLines([statusConditions(form)], { status: { conditions } }, writesStatus);
    expect(found).toEqual(expected.map((fault) => expect.stringContaining(fault)));
    expect(faultLines([statusConditions(form)], { status: { conditions } })).toEqual([]);
  });

  test.each([undefined, {}, { conditions: [] }])("the status %j has no findings about conditions", (status) => {
    expect(faultLines([statusConditions("common")], { ...(status && { status }) }, writesStatus)).toEqual([]);
  });

  test.each([
    ["Up", true],
    ["U", true],
    ["Up_2,b:c", true],
    ["up", true],
    ["_up", false],
    ["2up", false],
    ["up,", false],
    ["up-down", false],
    ["up down", false],
    ["é", false],
    ["a".repeat(1024), true],
    ["a".repeat(1025), false],
  ])("the reason '%s' is valid: %s", (reason, isSound) => {
    const conditions = [{ ...sound, reason }];
    expect(faultLines([statusConditions("common")], { status: { conditions } }, writesStatus)).toHaveLength(
      isSound ? 0 : 1,
    );
  });

  test("a message has at most 32,768 bytes", () => {
    const conditionWithMessage = (message: string) => ({ status: { conditions: [{ ...sound, message }] } });
    expect(faultLines([statusConditions("common")], conditionWithMessage("é".repeat(16_384)), writesStatus)).toEqual(
      [],
    );
    expect(faultLines([statusConditions("common")], conditionWithMessage("é".repeat(16_385)), writesStatus)).toEqual([
      `${common}.message too-long: must have at most 32768 bytes`,
    ]);
  });
});
