import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Kind } from "../../../src/kind/kind.ts";
import { clusterRole } from "../../../src/kinds/rbac/cluster-role.ts";
import { clusterRoleBinding } from "../../../src/kinds/rbac/cluster-role-binding.ts";
import { role } from "../../../src/kinds/rbac/role.ts";
import { roleBinding } from "../../../src/kinds/rbac/role-binding.ts";
import { decodeWithDefaults, findings, projectFindings } from "../../rule/rule-ids.ts";

const kinds: readonly Kind[] = [role, clusterRole, roleBinding, clusterRoleBinding];
const kindCases = kinds.map((kind) => ({ name: kind.kind, kind }));

/** Generates values of the right type, values of a wrong type, and null. */
const orWrongType = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
const word = orWrongType(
  fc.oneof(
    fc.constantFrom(
      "*",
      "",
      "pods",
      "Pod/*",
      "get",
      "create",
      "v1",
      "apps",
      "system:masters",
      "User",
      "Role",
      "a/b",
      "é",
    ),
    fc.string({ unit: "grapheme", maxLength: 12 }),
  ),
);
const words = orWrongType(fc.array(word, { maxLength: 3 }));
const record = (fields: Record<string, fc.Arbitrary<unknown>>) => orWrongType(fc.record(fields, { requiredKeys: [] }));
const listOf = (item: fc.Arbitrary<unknown>) => orWrongType(fc.array(item, { maxLength: 3 }));

const anyObject = record({
  metadata: record({
    name: word,
    generateName: word,
    namespace: word,
    uid: word,
    generation: orWrongType(fc.integer()),
    labels: orWrongType(fc.dictionary(fc.string(), word)),
    annotations: orWrongType(fc.dictionary(fc.string(), word)),
    finalizers: words,
    ownerReferences: listOf(record({ apiVersion: word, kind: word, controller: orWrongType(fc.boolean()) })),
    managedFields: listOf(record({ manager: word, operation: word, fieldsType: word })),
  }),
  rules: listOf(
    record({ verbs: words, apiGroups: words, resources: words, resourceNames: words, nonResourceURLs: words }),
  ),
  aggregationRule: record({
    clusterRoleSelectors: listOf(
      record({
        matchLabels: orWrongType(fc.dictionary(fc.string(), word)),
        matchExpressions: listOf(record({ key: word, operator: word, values: words })),
      }),
    ),
  }),
  subjects: listOf(record({ kind: word, apiGroup: word, name: word, namespace: word })),
  roleRef: record({ apiGroup: word, kind: word, name: word }),
});

describe("documents with any content", () => {
  test.each(kindCases)("$name: rules return findings with a message and never throw", ({ kind }) => {
    fc.assert(
      fc.property(anyObject, (object) => {
        for (const finding of findings(kind, object)) expect(finding.message).not.toBe("");
      }),
    );
  });

  test.each(kindCases)("$name: defaults that are applied twice have the result of one application", ({ kind }) => {
    fc.assert(
      fc.property(anyObject, (object) => {
        const once = decodeWithDefaults(kind, object);
        expect(decodeWithDefaults(kind, once)).toEqual(once);
      }),
    );
  });

  test.each(kindCases)("$name: rules do not change the object", ({ kind }) => {
    fc.assert(
      fc.property(anyObject, (object) => {
        const decoded = decodeWithDefaults(kind, object);
        const before = structuredClone(decoded);
        findings(kind, decoded);
        expect(decoded).toEqual(before);
      }),
    );
  });

  test("project rules have findings only about bindings and never throw", () => {
    const anyRun = fc.array(fc.record({ kind: fc.constantFrom(...kinds), object: anyObject }), { maxLength: 4 });
    fc.assert(
      fc.property(anyRun, (run) => {
        for (const rule of roleBinding.projectRules ?? []) {
          for (const { index } of projectFindings(rule, run)) {
            expect(run[index]?.kind.kind).toMatch(/Binding$/);
          }
        }
      }),
    );
  });
});
