import { expect, test } from "vitest";
import { createVetter } from "../../src/index.ts";

const resources = [
  ...["pods", "services", "configmaps", "secrets", "events", "nodes", "endpoints", "namespaces", "limitranges"],
  ...["resourcequotas", "serviceaccounts", "persistentvolumes"],
];

/** Returns how many kinds the error names for an expression that fits none of the policy's kinds. */
function namedKindCount(count: number): number {
  const rules = resources.slice(0, count).map((resource) => `{ ${coreCreation}, resources: [${resource}] }`);
  const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a }
spec:
  matchConstraints: { resourceRules: [${rules.join(", ")}] }
  validations: [{ expression: object.nope == 1 }]
`;
  const found = createVetter()
    .vetText(policy)
    .filter(({ message }) => message.includes("nope"));
  const [{ message } = { message: "" }] = found;
  return /^for v1 (.*?):/.exec(message)?.[1]?.split(", ").length ?? 0;
}

const coreCreation = 'apiGroups: [""], apiVersions: [v1], operations: [CREATE]';

test("the types of a policy are checked for at most 10 kinds, as in the API server (maxCheckedKinds)", () => {
  expect(namedKindCount(9)).toBe(9);
  expect(namedKindCount(12)).toBe(10);
});
