import { expect, test } from "vitest";
import { isGateEnabled, minorOf, reaches } from "../../src/engine/feature-gates.ts";

test.each([
  ["1.34", "1.34", true],
  ["1.34", "1.9", true],
  ["1.9", "1.34", false],
  ["v1.34.2", "1.34", true],
  ["next", "1.34", false],
  ["1.34", "next", false],
])("%s reaches %s: %s", (target, release, expected) => {
  expect(reaches(target, release)).toBe(expected);
});

test.each([
  ["1.37", 37],
  ["v1.30.1", 30],
  ["2.1", undefined],
  ["1", undefined],
])("the minor number of %s is %s", (release, expected) => {
  expect(minorOf(release)).toBe(expected);
});

const beta = "StructuredAuthenticationConfigurationEgressSelector";
const graduated = "AnonymousAuthConfigurableEndpoints";

test.each([
  { name: "beta is on", gate: beta, target: "1.34", overrides: {}, expected: true },
  { name: "before it existed", gate: beta, target: "1.33", overrides: {}, expected: false },
  { name: "set off", gate: beta, target: "1.34", overrides: { [beta]: false }, expected: false },
  { name: "all beta off", gate: beta, target: "1.34", overrides: { AllBeta: false }, expected: false },
  {
    name: "its own setting wins",
    gate: beta,
    target: "1.34",
    overrides: { AllBeta: false, [beta]: true },
    expected: true,
  },
  { name: "alpha is off", gate: graduated, target: "1.31", overrides: {}, expected: false },
  { name: "all alpha on", gate: graduated, target: "1.31", overrides: { AllAlpha: true }, expected: true },
  { name: "stable is not beta", gate: graduated, target: "1.35", overrides: { AllBeta: false }, expected: true },
  { name: "unknown", gate: "Nope", target: "1.37", overrides: { AllAlpha: true }, expected: false },
])("$name", ({ gate, target, overrides, expected }) => {
  expect(isGateEnabled(gate, target, overrides)).toBe(expected);
});
