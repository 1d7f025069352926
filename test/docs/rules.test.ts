import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../src/diagnostic/diagnostic.ts";
import { ruleCatalog } from "../../src/engine/rule-catalog.ts";
import { createVetter, type VetFile } from "../../src/engine/vetter.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { internalRule } from "../../src/rule/fault.ts";
import { readSource } from "../../src/source/read-source.ts";
import { parseOptions } from "../fixtures/options.ts";
import { type Example, type RulePage, readRulePages } from "./rule-page.ts";

const rulePages = join(import.meta.dirname, "../../docs/rules");
const catalog = ruleCatalog(builtInKinds);
const pages = readRulePages();

test("every rule has a page and every page a rule", () => {
  expect(pages.map(({ id }) => id)).toEqual(catalog.map(({ id }) => id));
});

test.each(catalog)("$id: the page has the summary and the severity of the catalog", ({ id, severity, summary }) => {
  const page = pageOf(id);
  expect(page.title).toBe(`# ${summary.charAt(0).toUpperCase()}${summary.slice(1)}`);
  expect(page.label).toBe(`\`${id}\` · ${severity}`);
});

test.each(pages)("$id: the page has a failing and a passing example", ({ id, examples, fences }) => {
  expect(examples).toHaveLength(fences.length);
  const uses = new Set(examples.map(({ use }) => use));
  // No document is known that makes clustervet itself fail.
  const wanted = id === internalRule ? ["passing"] : ["failing", "passing"];
  for (const use of wanted) expect(uses, use).toContain(use);
});

const cases = pages.flatMap((page) =>
  page.examples
    .filter(({ use }) => use !== "stored")
    .map((example, index) => ({ id: page.id, use: example.use, number: index + 1, page, example })),
);

test.each(cases)("$id: example $number is $use", ({ id, use, page, example }) => {
  const found = vetExample(page, example);
  const own = found.filter(({ rule }) => rule === id);
  if (use === "failing") {
    expect(own.length, describe(found)).toBeGreaterThan(0);
    return;
  }
  expect(own).toEqual([]);
  expect(found.filter(({ severity }) => severity === "error")).toEqual([]);
});

/** Rules without a page upstream: about files, about clustervet's own input, or about other distributions. */
const withoutUpstreamPage = [
  "internal/fault",
  "k3s/file-mode",
  "k3s/flag-value",
  "k3s/replaced-list",
  "kind/unexpected",
  "kind/unknown",
  "policy/project-rule",
  "source/empty",
  "source/encoding",
  "source/extra-document",
  "source/first-document",
  "source/foreign-document",
  "source/limit",
  "source/placeholder",
  "source/repeated-kind",
  "source/syntax",
  "source/tag",
  "source/template",
  "source/too-many",
  "source/value",
  "suppression/malformed",
  "suppression/unknown-rule",
  "suppression/unused",
  "vet-suite/case-name",
  "vet-suite/cases-required",
  "vet-suite/expectation-required",
  "vet-suite/input-required",
  "vet-suite/subject-required",
];

test("each page links to the documentation of Kubernetes, except for rules without upstream pages", () => {
  const link = /\nDocumentation of Kubernetes: \[[^\]]+\]\(https:\/\/kubernetes\.io\/docs\/[\w./-]+\/\)[^\n]*\n$/;
  const without = catalog.filter(({ id }) => !link.test(readFileSync(join(rulePages, `${id}.md`), "utf8")));
  expect(without.map(({ id }) => id)).toEqual(withoutUpstreamPage);
});

test("the index of rules is up to date", () => {
  const script = join(import.meta.dirname, "../../scripts/rules-index.mjs");
  expect(() => execFileSync(process.execPath, [script, "--check"], { stdio: "pipe" })).not.toThrow();
});

/** Vets an example. If the page has a stored object, the example is an update of it. */
function vetExample({ examples }: RulePage, { text, language, options }: Example): readonly Diagnostic[] {
  const vetter = createVetter(parseOptions(options));
  const stored = examples.find(({ use }) => use === "stored");
  if (!stored) return vetter.vetFiles(filesIn(text, `example.${language}`)).diagnostics;
  return vetter.vetObject(objectIn(text), objectIn(stored.text), stored.options || undefined);
}

/** Splits an example of several files, each of which follows a line `# file: NAME`. */
function filesIn(text: string, name: string): readonly VetFile[] {
  const parts = text.split(/^# file: (.+)\n/m).slice(1);
  if (parts.length === 0) return [{ name, content: text }];
  return parts.flatMap((part, index) => (index % 2 === 0 ? [{ name: part, content: parts[index + 1] ?? "" }] : []));
}

function objectIn(text: string): unknown {
  return readSource("example.yaml", text).documents[0]?.root?.value;
}

function pageOf(id: string): RulePage {
  const page = pages.find((each) => each.id === id);
  if (!page) throw new Error(`${id} has no page`);
  return page;
}

function describe(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(({ rule, message }) => `${rule}: ${message}`).join("\n") || "nothing was found";
}
