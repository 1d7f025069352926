import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixWhileVetting } from "../../src/cli/fix.ts";
import { FixedTexts } from "../../src/cli/fixed-texts.ts";
import type { FileDiagnostic } from "../../src/index.ts";

test("edits that cause further edits are made in 5 passes (maxPasses)", () => {
  const file = join(mkdtempSync(join(tmpdir(), "clustervet-")), "a.yaml");
  writeFileSync(file, "");
  let vetted = 0;
  const countVet = () => {
    vetted++;
    const fix = { start: 0, end: 0, text: "x" };
    return { result: { diagnostics: [{ file, severity: "warning", fix } as FileDiagnostic] } };
  };
  expect(fixWhileVetting(new FixedTexts([file], { isDryRun: false }), countVet)).toMatchObject({ edits: 5, files: 1 });
  expect(vetted).toBe(1 + 5);
  expect(readFileSync(file, "utf8")).toBe("xxxxx");
});
