/** The HTML report in Chromium, if it is installed: axe-core finds no problems, and the script filters and groups. */
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { expect, test } from "vitest";
import { directoryWith, runProcess } from "../cli/run-cli.ts";

const browser = ["chromium", "chromium-browser", "google-chrome"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

const folder = directoryWith({});
const report = runProcess(["lint", "--format", "html", "examples"]).stdout;

/** Runs a script in the page, and returns its result. */
function runInPage(script: string, ...options: readonly string[]): unknown {
  const file = join(folder, "page.html");
  const run = `<script>${axe.source}</script><script>(async () => { const left = await (${script})();
    document.body.replaceChildren(document.createElement("output"));
    document.body.firstChild.textContent = encodeURIComponent(JSON.stringify(left)); })();</script>`;
  // Adds a script at the end of the page, which is otherwise unchanged: its content security policy allows the script.
  writeFileSync(
    file,
    report.replace("</body>", () => `${run}</body>`),
  );
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=30000", "--dump-dom"];
  const dumped = execFileSync(browser ?? "", [...flags, ...options, pathToFileURL(file).href], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  const [, left = "null"] = /<output>([^<]*)<\/output>/.exec(dumped) ?? [];
  return JSON.parse(decodeURIComponent(left));
}

const violations = `async () => (await axe.run()).violations.map(({ id, nodes }) => id + ": " + nodes[0].html)`;

test.skipIf(browser === undefined).each([
  { look: "wide", options: ["--window-size=1280,1000"] },
  { look: "a phone", options: ["--window-size=500,900"] },
  { look: "dark", options: ["--window-size=1280,1000", "--blink-settings=preferredColorScheme=0"] },
])("axe-core finds no problems in the report, $look", { timeout: 90_000 }, ({ options }) => {
  expect(runInPage(violations, ...options)).toEqual([]);
});

const useReport = `async () => {
  const shown = () => [...document.querySelectorAll("ol.findings > li:not([hidden])")].length;
  const titles = () => [...document.querySelectorAll(".groups section:not([hidden]) h2")].map((title) => title.firstChild.textContent.trim());
  const later = () => new Promise((resolve) => setTimeout(resolve, 300));
  const form = document.querySelector("form");
  const all = shown();
  const files = titles();
  form.elements.words.value = "audience unknown";
  form.dispatchEvent(new Event("input"));
  await later();
  const searched = shown();
  form.elements.words.value = "";
  form.elements.group.value = "rule";
  form.elements.group.dispatchEvent(new Event("input", { bubbles: true }));
  await later();
  const rules = titles();
  document.querySelector("button[data-rule='schema/unknown-field']").click();
  return { all, files, searched, rules, ofRule: titles(), status: document.querySelector("[role=status]").textContent };
}`;

test.skipIf(browser === undefined)("a reader can search, group by rule and select a rule", { timeout: 90_000 }, () => {
  const left = runInPage(useReport) as Readonly<Record<string, unknown>>;
  expect(left).toMatchObject({ all: 16, searched: 1, ofRule: ["schema/unknown-field"] });
  expect(left["files"]).toContain("examples/broken/rbac.yaml");
  expect(left["rules"]).toContain("rbac/api-group");
  expect(left["status"]).toMatch(/^\d of 16 findings shown$/);
});
