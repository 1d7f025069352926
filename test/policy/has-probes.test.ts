/**
 * Tests `has()` for fields that are absent, null, empty or zero. The first line of the record describes the recorded
 * results.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";

interface Probes {
  readonly group: string;
  readonly plural: string;
  readonly object: { readonly kind: string; readonly metadata: { readonly name: string } };
  readonly present: readonly string[];
  readonly absent: readonly string[];
}

const [, ...lines] = readFileSync(join(import.meta.dirname, "data/has-probes.jsonl"), "utf8")
  .trim()
  .split("\n");
const records = lines.map((line) => JSON.parse(line) as Probes);
const admission = { apiVersion: "admissionregistration.k8s.io/v1", metadata: { name: "has" } };

test.each(records.map((probes) => [`${probes.object.kind} ${probes.object.metadata.name}`, probes] as const))(
  "%s: has() returns the same as in kube-apiserver",
  (_name, { group, plural, object, present, absent }) => {
    const expressions = [...present, ...absent];
    const matched = { apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: [plural] };
    const validations = expressions.map((field) => ({ expression: `has(${field})`, message: field }));
    const policies = [
      {
        ...admission,
        kind: "ValidatingAdmissionPolicy",
        spec: { matchConstraints: { resourceRules: [matched] }, validations },
      },
      {
        ...admission,
        kind: "ValidatingAdmissionPolicyBinding",
        spec: { policyName: "has", validationActions: ["Warn"] },
      },
    ];
    const { diagnostics } = createVetter({ policies }).vetFiles([
      { name: "object.json", content: JSON.stringify(object) },
    ]);
    const found = diagnostics.filter(({ rule }) => rule.startsWith("policy/")).map(({ message }) => message);
    expect(found.sort()).toEqual([...absent].sort());
  },
);
