import { expect, test } from "vitest";
import { definitionLifecycle, maxDefinitions } from "../../../src/server/admission/definition-lifecycle.ts";
import type { AdmissionAttributes } from "../../../src/server/registry/parts.ts";
import { firstRound } from "./rounds.ts";

const requestFor = (resource: object, operation: string) =>
  ({
    operation,
    resource: { group: "example.com", resource: "toys", definition: {}, ...resource },
    target: { name: "a" },
  }) as unknown as AdmissionAttributes;
const definition = { kind: "CustomResourceDefinition" };

test.each([
  {
    name: "one more definition",
    resource: definition,
    operation: "CREATE",
    count: maxDefinitions - 1,
    code: undefined,
  },
  { name: "one object more than allowed", resource: definition, operation: "CREATE", count: maxDefinitions, code: 403 },
  {
    name: "an update of a definition",
    resource: definition,
    operation: "UPDATE",
    count: maxDefinitions,
    code: undefined,
  },
  {
    name: "an object of a definition that is being deleted",
    resource: { isTerminating: true },
    operation: "CREATE",
    count: 1,
    code: 403,
  },
  {
    name: "an update of an object of a definition that is being deleted",
    resource: { isTerminating: true },
    operation: "UPDATE",
    count: 1,
    code: undefined,
  },
])("definitions: $name", async ({ resource, operation, count, code }) => {
  const refused = definitionLifecycle(() => count).mutate?.(requestFor(resource, operation), firstRound);
  const answer = await refused?.then(
    () => undefined,
    (error: { code: number }) => error.code,
  );
  expect(answer).toBe(code);
});
