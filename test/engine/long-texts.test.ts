/** A long text that many findings quote does not make the report many times as long as the file. */
import { expect, test } from "vitest";
import { maxNameLength } from "../../src/diagnostic/identity.ts";
import { maxPathLength, shortPath } from "../../src/diagnostic/path.ts";
import { maxMessageLength } from "../../src/engine/place-finding.ts";
import { createVetter } from "../../src/index.ts";

const long = "k".repeat(100_000);
const manyLines = (line: (index: number) => string) =>
  Array.from({ length: 200 }, (_none, index) => line(index)).join("");
const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n";

const texts = {
  "an apiVersion": `apiVersion: ${long}\nkind: ConfigMap\n${manyLines((n) => `a${n}: {}\na${n}: {}\n`)}`,
  "a name": `${configMap}  name: ${long}\n  namespace: a\n  labels:\n${manyLines((n) => `    "-${n}": "-"\n`)}`,
  "a key above the fault": `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: as.b.c }
spec:
  group: b.c
  scope: Namespaced
  names: { plural: as, kind: A }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          ? ${long}
          :
${manyLines((n) => `            f${n}: 1\n`)}`,
  "a value by alias": `${configMap}  name: a\n  namespace: b\n  annotations: { a: &a "${long}" }\n  labels:\n${manyLines(
    (n) => `    l${n}: *a\n`,
  )}`,
};

test.each(Object.entries(texts))("%s is cut in findings", async (_name, text) => {
  const vetter = await createVetter();
  const diagnostics = vetter.vetText(text, "a.yaml");
  expect(diagnostics.length).toBeGreaterThan(150);
  expect(JSON.stringify(diagnostics).length).toBeLessThan(3_000_000);
  for (const { message, value, apiVersion = "", name = "" } of diagnostics) {
    for (const each of [apiVersion, name]) expect(each.length).toBeLessThanOrEqual(maxNameLength);
    for (const each of [message, String(value)]) expect(each.length).toBeLessThanOrEqual(maxMessageLength);
  }
});

test("a path within maxPathLength stays whole, and the rest of a longer one becomes an ellipsis", () => {
  const whole = ["a".repeat(maxPathLength - 3), 0];
  expect(shortPath(whole)).toBe(whole);
  expect(shortPath(["a", "b".repeat(maxPathLength), "c", 7])).toEqual(["a", `${"b".repeat(399)}…`]);
});
