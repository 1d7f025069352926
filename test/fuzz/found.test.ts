/** Inputs that the fuzzer found, reduced to the smallest ones that still failed. */
import { expect, test } from "vitest";
import { createVetter } from "../../src/index.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { reporters } from "../../src/report/reporters.ts";
import { quickly } from "../quickly.ts";
import { documentWith, fieldsOf } from "../shapes/fields.ts";

test("the finding about a kind that is a number beyond 2^53 belongs to a kind rule", () => {
  const vetter = createVetter({ kind: "AuthenticationConfiguration" });
  const [first] = vetter.vetText("apiVersion: apiserver.config.k8s.io/v1\nkind: 9223372036854775808\n");
  expect(first?.rule).toMatch(/^kind\//);
});

test("the finding about a kind that contains a number beyond 2^53 shows the exact number", () => {
  const vetter = createVetter({ kind: "AuthenticationConfiguration" });
  const [first] = vetter.vetText("apiVersion: a.k8s.io/v1\nkind:\n  A metadata: { a: -9007199254740993 }\n");
  expect(first?.message).toContain("-9007199254740993");
  expect(first?.rule).toMatch(/^kind\//);
});

test("a number beyond 64 bits in any field causes no internal error", () => {
  const vetter = createVetter();
  for (const field of fieldsOf(builtInKinds)) {
    if (field.schema["x-int"] === undefined && !field.schema["x-int-or-string"]) continue;
    const text = JSON.stringify(documentWith(field, 0)).replace(/\b0(?=[\]}]*$)/, "9223372036854775809");
    const faults = vetter.vetText(text).filter(({ cause }) => cause === "internal");
    expect(faults, text).toEqual([]);
  }
});

test("hundreds of findings on one long line are printed quickly", () => {
  const text = `{${"robot,".repeat(600)}}`;
  const { files, diagnostics, summary } = createVetter().vetFiles([{ name: "long.yaml", content: text }]);
  expect(diagnostics.length).toBeGreaterThan(100);
  const report = {
    tool: { name: "clustervet", version: "0.0.0" },
    target: "1.37",
    files,
    diagnostics,
    summary: { ...summary, durationMs: 0 },
  };
  quickly(1_000, () => reporters.text(report, { failLevel: "error", sourceText: () => text, color: false }));
});
