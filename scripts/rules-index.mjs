/**
 * Writes from the catalog docs/rules/README.md, the index of all rules, and src/engine/rule-ids.ts, the list of their
 * ids; and at the end of each rule page the links to the documentation of Kubernetes.
 *
 *   node scripts/rules-index.mjs [--check]    --check: write nothing, fail if a file is stale
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importSources } from "./import-sources.mjs";
import { unusedIn, upstreamLine } from "./upstream-pages.mjs";

const root = join(import.meta.dirname, "..");
const catalog = await readCatalog();
const ids = catalog.map(({ id }) => id);
const texts = {
  "docs/rules/README.md": renderIndex(catalog),
  "src/engine/rule-ids.ts": renderIds(catalog),
  ...Object.fromEntries(ids.map((id) => [`docs/rules/${id}.md`, withLinks(id)])),
};
const unused = unusedIn(ids);
if (unused.length > 0) throw new Error(`scripts/upstream-pages.mjs: nothing has or uses ${unused.join(", ")}`);
for (const [file, text] of Object.entries(texts)) {
  const target = join(root, file);
  if (!process.argv.includes("--check")) writeFileSync(target, text);
  else if (readFileSync(target, "utf8") !== text) {
    console.error(`${file} is stale: run \`node scripts/rules-index.mjs\``);
    process.exitCode = 1;
  }
}

/** The page of a rule, with its links replaced by the current ones. */
function withLinks(id) {
  const page = readFileSync(join(root, `docs/rules/${id}.md`), "utf8");
  const text = page.replace(/\nDocumentation of Kubernetes: .*\n$/, "");
  const line = upstreamLine(id);
  return line === "" ? text : `${text.trimEnd()}\n\n${line}`;
}

async function readCatalog() {
  const { catalog } = await importSources(`
    import { ruleCatalog } from "./src/engine/rule-catalog.ts";
    import { builtInKinds } from "./src/kinds/index.ts";
    export const catalog = ruleCatalog(builtInKinds);`);
  return catalog;
}

function renderIndex(catalog) {
  const areas = [...new Set(catalog.map(areaOf))];
  const sections = areas.map((area) => {
    const rules = catalog.filter((rule) => areaOf(rule) === area);
    const rows = rules.map(
      ({ id, severity, summary }) => `| [${id}](${id}.md) | ${severity} | ${escapeCell(summary)} |`,
    );
    return `## ${area}\n\n| rule | severity | what must hold |\n|---|---|---|\n${rows.join("\n")}\n`;
  });
  return `# Rules

<!-- Written by scripts/rules-index.mjs; edit the rules, not this file. -->

${catalog.length} rules. An error is what the component that reads the document refuses; a warning is accepted and does
not do what it seems to; an info is advice. The severity here is the usual one: some rules report milder cases as well.
Severities are changed in \`clustervet.yaml\`, by rule, by area (\`role/*\`) or for all (\`*\`); a single finding is
suppressed with a comment: \`# clustervet-ignore rule: reason\`.

${sections.join("\n")}`;
}

function renderIds(catalog) {
  return `/**
 * The ids of all rules, known without the kinds that have them. Written by scripts/rules-index.mjs.
 *
 * @part rule-ids
 * @module
 */
const ids = \`
${catalog.map(({ id }) => `  ${id}`).join("\n")}
\`;

export function writtenRuleIds(): readonly string[] {
  return ids.trim().split(/\\s+/);
}
`;
}

function areaOf({ id }) {
  return id.slice(0, id.indexOf("/"));
}

function escapeCell(text) {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
