/** Tests that deprecated and removed versions agree with upstream's life cycle data in each release. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVetter } from "../../../src/engine/vetter.ts";
import { reaches } from "../../../src/release/release.ts";

interface Lifecycle {
  readonly apiVersion: string;
  readonly kind: string;
  readonly introduced?: string;
  readonly deprecated?: string;
  readonly removed?: string;
}

const [, ...lines] = readFileSync(join(import.meta.dirname, "data/lifecycle.jsonl"), "utf8")
  .trim()
  .split("\n");
/** Reviews are sent to webhooks and not served: kube-apiserver 1.37 still sends admission.k8s.io/v1beta1. */
const lifecycles = lines
  .map((line): Lifecycle => JSON.parse(line))
  .filter(({ apiVersion }) => apiVersion !== "admission.k8s.io/v1beta1");

const refusals: ReadonlySet<string> = new Set(["kind/version", "kind/unknown-name", "kind/group", "kind/optional"]);

test("the record has all versions of upstream", () => {
  expect(lifecycles).toHaveLength(103);
});

test.each(["1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"])("%s", (target) => {
  const vetter = createVetter({ target });
  const known = lifecycles.filter(({ introduced = "1.0" }) => reaches(target, introduced));
  const differing = known.filter(({ apiVersion, kind, deprecated, removed }) => {
    const text = `apiVersion: ${apiVersion}
kind: ${kind}
metadata: { name: a, namespace: b }
`;
    const found = vetter.vetText(text, "a.yaml").map(({ rule }) => rule);
    const isRefused = found.some((rule) => refusals.has(rule));
    if (removed !== undefined && reaches(target, removed)) return !isRefused;
    const isDeprecated = deprecated !== undefined && reaches(target, deprecated);
    return found.includes("kind/deprecated") !== isDeprecated && !(isDeprecated && isRefused);
  });
  expect(differing).toEqual([]);
});
