/**
 * Starts a new rule: adds it to the file of its area, and creates its page and its fixture. docs/architecture.md,
 * "Adding a rule", describes the remaining steps.
 *
 *   npm run new-rule -- AREA/NAME error|warning|info "what must hold" [--root DIRECTORY]
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { upstreamLine } from "./upstream-pages.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: "string" } } });
const root = values.root ?? join(import.meta.dirname, "..");
const [id = "", severity = "", summary = ""] = positionals;
const [, area, name] = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)$/.exec(id) ?? [];
if (!name || !["error", "warning", "info"].includes(severity) || !summary) {
  fail('usage: npm run new-rule -- cron-job/never-fires warning "a schedule has days on which it fires"');
}

/** Matches a kind with a generated type and an empty list of rules. */
const emptyKind = /^export const \w+ = kind\("([\w-]+)\/(\w+)\.(\w+)", \{\s*rules: \[(?=\])/m;

const page = join(root, "docs/rules", `${id}.md`);
if (existsSync(page)) fail(`${id} has a page already: ${relative(root, page)}`);
const constant = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const source = sourceOfArea();
const sample = sampleOfArea();
const fixture = join(dirname(dirname(sample)), "invalid", `${name}.yaml`);
const sampleText = readFileSync(sample, "utf8");

addRule();
write(page, pageText());
write(fixture, sampleText);
const tests = "npx vitest run test/fixtures test/docs/rules.test.ts";
const steps = [
  `${relative(root, source)}: write \`${constant}\`: the accepted objects first, then \`place.at(...)\` and what must hold`,
  `${relative(root, page)}: say why, and break the failing example`,
  `${relative(root, fixture)}: break it`,
  ...(upstreamLine(id) ? [] : [`scripts/upstream-pages.mjs: the page of kubernetes.io about ${area}`]),
  "node scripts/rules-index.mjs    writes the index and the links",
  `${tests} -t ${name}    writes the .diagnostics: read them`,
  `${tests}    where other documents fail, correct the rule or them, and add -u`,
  "a line in CHANGELOG.md, then npm run check",
];
console.log(`\nLeft to do:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n")}`);

/** The file with the most rules of the area, or the file of the kind if the area has no rules. */
function sourceOfArea() {
  const files = filesIn("src", ".ts").map((file) => ({ file, count: rulesIn(readFileSync(file, "utf8")).length }));
  const [most] = files.sort((a, b) => b.count - a.count);
  if (most?.count) return most.file;
  const own = filesIn("src/kinds", `/${area}.ts`).find((file) => emptyKind.test(readFileSync(file, "utf8")));
  return own ?? fail(`no file below src has rules of the area ${area}: add ${area}.ts below src/kinds first`);
}

/**
 * The rules of the area in a file: the name of the constant, the type of the checked object, and the end of the
 * declaration.
 */
function rulesIn(text) {
  const declaration = /^const (\w+) = rule<(.+)>\(\s*\{\s*id: "([a-z0-9-]+)\//gm;
  return [...text.matchAll(declaration)]
    .filter((match) => match[3] === area)
    .map(({ 1: constantName, 2: type, index }) => ({ constantName, type, end: text.indexOf("\n);\n", index) + 4 }));
}

/** The path of a document without findings, of the kind that the rules of the area check. */
function sampleOfArea() {
  const broken = filesIn("fixtures", ".diagnostics").find((file) => readFileSync(file, "utf8").includes(` ${area}/`));
  const folder = broken ? join(dirname(dirname(broken)), "valid/") : `/${area}/valid/`;
  const first = filesIn("fixtures", ".yaml").find((file) => file.includes(folder));
  return (
    first ?? fail(`no fixture of the area ${area}: write a sound document into fixtures/GROUP/${area}/valid first`)
  );
}

/** Inserts the rule after the last rule of the area, in the file and in the list of rules. */
function addRule() {
  const text = readFileSync(source, "utf8");
  const last = rulesIn(text).at(-1);
  if (!last) return addFirstRule(text);
  const { constantName, type, end } = last;
  const [head, tail] = [`${text.slice(0, end)}\n${stubOf(type)}`, text.slice(end)];
  const item = new RegExp(`(\\n *)?\\b${constantName}\\b(?=[,\\]])`);
  const listed = tail.replace(item, (own, line = " ") => `${own},${line}${constant}`);
  if (listed === tail) console.log(`${relative(root, source)} lists its rules elsewhere: add ${constant} there`);
  change(head + listed);
}

/** Inserts the rule before the kind, with the import of its type. */
function addFirstRule(text) {
  const [own, group, version, type] = emptyKind.exec(text);
  const imports = `import type { ${type} } from "../../api/types/${group}-${version}.ts";
import { rule } from "../../rule/rule.ts";
`;
  change(text.replace(own, `${stubOf(type)}\n${own}${constant}`).replace(/^import/m, `${imports}import`));
}

function stubOf(type) {
  return `const ${constant} = rule<${type}>(
  { id: "${id}", severity: "${severity}", summary: ${JSON.stringify(summary)} },
  (_object, _place) => {},
);
`;
}

function change(text) {
  writeFileSync(source, text);
  console.log(`changed ${relative(root, source)}`);
}

function pageText() {
  const yaml = sampleText.replace(/^(?:# (?:options:|clustervet-ignore-file) .*\n)+/, "").trimEnd();
  const example = (use) => `\`\`\`yaml ${use}\n${yaml}\n\`\`\`\n`;
  const title = `# ${summary.charAt(0).toUpperCase()}${summary.slice(1)}`;
  return `${title}\n\n\`${id}\` · ${severity}\n\n${example("failing")}\n${example("passing")}`;
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`written ${relative(root, file)}${file === fixture ? `, from ${basename(sample)}` : ""}`);
}

function filesIn(folder, ending) {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => join(root, folder, file));
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
