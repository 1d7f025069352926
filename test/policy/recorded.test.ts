/**
 * Tests the verdicts of kube-apiserver on objects under random policies. The first line of the record describes it.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";

interface Head {
  readonly documents: readonly { readonly kind: string }[];
  readonly namespace: unknown;
  readonly param: unknown;
}

interface Judged {
  readonly document: number;
  readonly policy: object;
  readonly binding: object;
  readonly user: string;
  readonly groups: readonly string[];
  readonly refused: readonly string[];
}

const [head = "", ...lines] = readFileSync(join(import.meta.dirname, "data/judgements.jsonl"), "utf8")
  .trim()
  .split("\n");
const { documents, namespace, param } = JSON.parse(head) as Head;
const admission = { apiVersion: "admissionregistration.k8s.io/v1", metadata: { name: "p" } };

test("policies deny the same objects as in kube-apiserver, with the same messages", () => {
  const different = lines.filter((line) => {
    const judged = JSON.parse(line) as Judged;
    return JSON.stringify(refusals(judged)) !== JSON.stringify(judged.refused);
  });
  expect(different).toEqual([]);
});

function refusals({ document, policy, binding, user, groups }: Judged): readonly string[] {
  const object = documents[document];
  const policies = [
    { ...admission, kind: "ValidatingAdmissionPolicy", spec: policy },
    { ...admission, kind: "ValidatingAdmissionPolicyBinding", spec: binding },
    param,
    ...(object?.kind === "Namespace" ? [] : [namespace]),
  ];
  const vetter = createVetter({ policies, user: { name: user, groups } });
  const { diagnostics } = vetter.vetFiles([{ name: "object.json", content: JSON.stringify(object) }]);
  const found = diagnostics.filter(({ rule }) => rule === "policy/deny").map(({ message }) => message);
  return [...new Set(found)].sort();
}
