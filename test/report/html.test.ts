import { expect, onTestFinished, test, vi } from "vitest";
import type { FileDiagnostic, Report } from "../../src/diagnostic/diagnostic.ts";
import { reportHtml } from "../../src/report/html.ts";
import { style } from "../../src/report/html-assets.ts";
import { reportText } from "../../src/report/text.ts";
import { directoryWith, runProcess } from "../cli/run-cli.ts";
import { rangeAt } from "./report-of.ts";

const attack = `<script>alert(1)</script><img src=x onerror="alert('2')">]]>`;
const finding: FileDiagnostic = {
  file: `${attack}.yaml`,
  rule: attack,
  severity: "error",
  cause: "invalid",
  message: attack,
  help: attack,
  path: [attack],
  kind: attack,
  name: attack,
  docs: `javascript:${attack}`,
  document: 0,
  range: { start: { offset: 0, line: 1, column: 1 }, end: { offset: 7, line: 1, column: 8 } },
};
const reportOf = (diagnostics: readonly FileDiagnostic[], skipped = "a template"): Report => ({
  tool: { name: "clustervet", version: "1.0.0" },
  target: "1.37",
  files: [
    { path: finding.file, documents: 1 },
    { path: "chart.yaml", documents: 0, skipped },
  ],
  diagnostics,
  summary: {
    ...{ files: 2, documents: 1, errors: diagnostics.length, warnings: 0, infos: 0 },
    ...{ suppressed: 0, unknownKinds: 0, durationMs: 1 },
  },
});

test.each([
  ["page", reportHtml],
  ["text", reportText],
])("a line with hundreds of findings is laid out once: %s", (_name, print) => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
  onTestFinished(() => segment.mockRestore());
  const line = "\u00e9".repeat(1000);
  const findings = Array.from({ length: 300 }, (_, index) => ({ ...finding, range: rangeAt(line, index, index + 1) }));
  print(reportOf(findings), { sourceText: () => line });
  expect(segment.mock.calls.filter(([text]) => text === line)).toHaveLength(1);
});

test("no text of a file becomes markup or script", () => {
  const page = reportHtml(reportOf([finding], attack), { sourceText: () => attack, explainCommand: attack });
  const clean = reportHtml(reportOf([]));
  const tags = (html: string) => html.match(/<(?:script|img)\b/g) ?? [];
  expect(tags(page)).toEqual(tags(clean));
  expect(page).not.toMatch(/href=| onerror="/);
  expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(page.match(/<script>[\s\S]*?<\/script>/)?.[0]).toBe(clean.match(/<script>[\s\S]*?<\/script>/)?.[0]);
});

test("the page loads no resources", () => {
  const page = reportHtml(reportOf([finding]));
  expect(page).toContain(`content="default-src 'none';`);
  expect(page).not.toMatch(/<link|\bsrc="|https?:/);
});

test("markup in names and values is escaped, and secrets are masked", () => {
  const secret = `apiVersion: v1\nkind: Secret\nmetadata: {name: a, namespace: b}\nimmutable: </pre><b\nstringData: {key: hunter2}\n`;
  const directory = directoryWith({ "<i>&.yaml": secret });
  const { code, stdout } = runProcess(["lint", "--format", "html"], { cwd: directory });
  expect(code).toBe(1);
  expect(stdout).toContain("<h2>&lt;i&gt;&amp;.yaml <");
  expect(stdout).toContain("stringData: ********");
  expect(stdout).not.toMatch(/<\/pre><b|<i>|hunter2/);
});

test("of more than 5000 findings (maxFindings), the most severe are shown and the others counted", () => {
  const infos = Array.from({ length: 5000 }, (): FileDiagnostic => ({ ...finding, severity: "info" }));
  const page = reportHtml(reportOf([...infos, finding]));
  expect(page.match(/^<li class="info" data-/gm)).toHaveLength(4999);
  expect(page.match(/^<li class="error" data-/gm)).toHaveLength(1);
  expect(page).toContain("1 finding more, the least grave, not shown here");
});

/** Returns the relative luminance as defined by WCAG 2.2. */
function luminance(color: string): number {
  const hex = color.length === 4 ? color.replace(/[\da-f]/g, "$&$&") : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("texts have a contrast of at least 4.5 in both schemes", () => {
  const schemes = [...style.matchAll(/:root \{([^}]*)\}/g)].map(
    ([, body = ""]) => new Map(Array.from(body.matchAll(/--(\w+): (#[\da-f]+)/g), ([, name, color]) => [name, color])),
  );
  expect(schemes).toHaveLength(2);
  for (const colors of schemes) {
    for (const name of ["text", "dim", "error", "warning", "info", "link"]) {
      for (const behind of ["page", "soft"]) {
        const [dark = 0, light = 0] = [name, behind].map((each) => luminance(colors.get(each) ?? "")).sort();
        expect((light + 0.05) / (dark + 0.05), `${name} on ${behind}`).toBeGreaterThan(4.5);
      }
    }
  }
});
