import { expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { createEnvironment } from "../../../src/cel/environment.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import type { CheckedAst } from "../../../src/cel/types/checked-ast.ts";
import type { Kind } from "../../../src/kind/kind.ts";
import { expressionRules } from "../../../src/kinds/expression/expression-rules.ts";
import type { RuleContext } from "../../../src/rule/context.ts";
import { type Rule, rule } from "../../../src/rule/rule.ts";
import { apiType, list, struct, text } from "../../../src/schema/fields.ts";
import { type Candidate, engineValidation, objectValidation } from "../../../src/server/admission/engine-validation.ts";
import { kindInVersion } from "../../../src/server/request/served-resource.ts";
import type { StatusError } from "../../../src/server/request/status.ts";

interface Box {
  readonly parts?: readonly string[];
}

const version = {
  name: "v1",
  schema: struct({
    apiVersion: text(),
    kind: text(),
    metadata: apiType("meta/v1.ObjectMeta", { "x-proto": 1 }),
    parts: list(text()),
  }),
};
const box: Kind<Box> = {
  kind: "Box",
  group: "toys.example.com",
  versions: [version],
  description: "A box.",
  rules: [
    rule<Box>(
      { id: "box/part", severity: "warning", summary: "a part is better left out" },
      ({ parts = [] }, place) => {
        for (const index of parts.keys()) place.at("parts", index).say("is old");
      },
    ),
  ],
};

interface Given extends Omit<Candidate, "object" | "resource" | "subresource" | "target" | "warn"> {
  readonly object: object;
  readonly subresource?: string;
  readonly rules?: readonly Rule<Box>[];
}

/**
 * Validates a Box. Returns the warnings for the client and the contexts that the rules saw; throws the error if the
 * object is rejected.
 */
function validateBox({ rules, ...given }: Given) {
  const warnings: string[] = [];
  const contexts: RuleContext[] = [];
  const seeing = rule<Box>({ id: "box/seen", severity: "error", summary: "-" }, (_object, _place, visit) => {
    contexts.push(visit.context);
  });
  const definition = { ...box, rules: [...(rules ?? box.rules ?? []), seeing] };
  const contextFor = (version: string, oldObject?: unknown) =>
    ({
      target: "1.37",
      version,
      groupDomain: "k8s.io",
      isEnabled: () => false,
      ...(oldObject ? { oldObject } : {}),
    }) as never;
  objectValidation(contextFor)({
    resource: kindInVersion(definition as Kind, version, "k8s.io"),
    subresource: "",
    target: { name: "in-path" },
    warn: (warning) => warnings.push(warning),
    ...given,
  } as Candidate);
  return { warnings, contexts };
}

const partsOf = (count: number) => ({ metadata: { name: "a" }, parts: Array.from({ length: count }, () => "x") });
const refusingRule = rule<Box>({ id: "box/no", severity: "error", summary: "-" }, ({ parts = [] }, place) => {
  for (const index of [...parts.keys()].reverse()) place.at("parts", index).say("is no part");
});

test.each([
  [10, 10],
  [12, 10],
])("for %i warnings about an object, the client gets %i (maxWarnings)", (warningCount, shownCount) => {
  const { warnings } = validateBox({ object: partsOf(warningCount) });
  expect(warnings).toHaveLength(shownCount);
  expect(warnings[0]).toBe("parts[0]: is old");
});

const environment = createEnvironment({ libraries: [standardLibrary] });
const failingExpression = (length: number) => compile(environment, "1 / 0 == 1".padEnd(length)).checked as CheckedAst;
const checked = failingExpression(0);
const advisingRules = (...expressions: readonly CheckedAst[]) =>
  expressionRules<Box>(({ parts = [] }) =>
    parts.map((_part, index) => ({
      path: ["parts", index],
      checked: expressions[index] ?? checked,
      environment,
      isBounded: true,
    })),
  );

test.each([
  [200, 10],
  [201, 0],
])("for %i failing expressions of an object, the client gets %i warnings (maxAdvised)", (failureCount, shownCount) => {
  const { warnings } = validateBox({ object: partsOf(failureCount), rules: advisingRules() });
  expect(warnings).toHaveLength(shownCount);
  if (shownCount > 0) expect(warnings[0]).toBe("parts[0]: always fails: division by zero");
});

test.each([
  [32 * 1024, 2],
  [32 * 1024 + 1, 0],
])(
  "for failing expressions of %i characters in total, the client gets %i warnings (maxAdvised)",
  (length, shownCount) => {
    const { warnings } = validateBox({
      object: partsOf(2),
      rules: advisingRules(checked, failingExpression(length - checked.ast.text.length)),
    });
    expect(warnings).toHaveLength(shownCount);
  },
);

test("writes of a subresource skip advice on expressions", () => {
  const { warnings } = validateBox({ object: partsOf(2), rules: advisingRules(), subresource: "status" });
  expect(warnings).toEqual([]);
});

function refusalOf(given: Given): StatusError {
  try {
    validateBox(given);
  } catch (error) {
    return error as StatusError;
  }
  throw new Error("it was taken");
}

test("errors of rules reject the object, with the causes in the order of their fields", () => {
  const refusal = refusalOf({ object: partsOf(2), rules: [refusingRule] });
  expect(refusal).toMatchObject({ code: 422, reason: "Invalid" });
  expect(refusal.message).toBe(
    'Box.toys.example.com "a" is invalid: [parts[0]: Invalid value: is no part, parts[1]: Invalid value: is no part]',
  );
});

test.each([
  [100, false],
  [101, true],
])("for %i errors, the client gets 100 causes (maxFindings)", (count, isCut) => {
  const { message, details } = refusalOf({ object: partsOf(count), rules: [refusingRule] });
  expect(details?.causes).toHaveLength(100);
  expect(message.includes("and 1 more")).toBe(isCut);
});

test("the rejection of an object without a name uses the name in the path", () => {
  expect(refusalOf({ object: { metadata: {}, parts: ["x"] }, rules: [refusingRule] }).message).toContain('"in-path"');
});

test("a rule that throws is an internal error, not a validation error", () => {
  const fault = new Error("broken");
  const failing = rule<Box>({ id: "box/broken", severity: "warning", summary: "-" }, () => {
    throw fault;
  });
  expect(() => validateBox({ object: partsOf(1), rules: [failing] })).toThrow(fault);
});

test("rules of an update see the stored object and the written subresource", () => {
  const created = validateBox({ object: partsOf(0) }).contexts[0];
  expect(created?.oldObject).toBeUndefined();
  expect(created).not.toHaveProperty("subresource");
  const update = { object: partsOf(0), oldObject: partsOf(1) as never, subresource: "status" };
  expect(validateBox(update).contexts[0]).toMatchObject({
    subresource: "status",
    oldObject: { apiVersion: "toys.example.com/v1", kind: "Box", parts: ["x"] },
  });
});

test("writes are validated, deletions are not", async () => {
  const seen: unknown[] = [];
  const validate = engineValidation((candidate) => void seen.push(candidate.object));
  const object = { metadata: { name: "a" } };
  await validate({ operation: "CREATE", object } as never);
  await validate({ operation: "DELETE", oldObject: object } as never);
  expect(seen).toEqual([object]);
});

test("the client gets no warning for findings with severity info", () => {
  const advice = rule<Box>({ id: "box/advice", severity: "info", summary: "-" }, (_object, place) =>
    place.say("is fine"),
  );
  expect(validateBox({ object: partsOf(1), rules: [advice] }).warnings).toEqual([]);
});

test("an error about the whole object comes after the errors about its fields", () => {
  const whole = rule<Box>({ id: "box/whole", severity: "error", summary: "-" }, (_object, place) =>
    place.say("is no box"),
  );
  const { details } = refusalOf({ object: partsOf(1), rules: [refusingRule, whole] });
  expect(details?.causes?.map(({ message }) => message)).toEqual([
    expect.stringContaining("is no part"),
    expect.stringContaining("is no box"),
  ]);
});
