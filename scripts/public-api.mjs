/**
 * Writes the public API of the library into one file, docs/internals/public-api.md, so that reviews show changes to it.
 * Reads the declarations that tsc writes, so it needs a build.
 *
 *   node scripts/public-api.mjs           writes the file
 *   node scripts/public-api.mjs --check   fails if the file is stale
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import typescript from "typescript";

const root = join(import.meta.dirname, "..");
const page = join(root, "docs/internals/public-api.md");
const printer = typescript.createPrinter({ removeComments: true });

const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const entries = Object.entries(exports).flatMap(([name, { types }]) =>
  types ? [{ name, file: join(root, types) }] : [],
);
const written = report();

if (!process.argv.includes("--check")) writeFileSync(page, written);
else if (readFileSync(page, "utf8") !== written) {
  console.error(
    `${relative(root, page)} is stale: run \`node scripts/public-api.mjs\`, and review the change of the public API`,
  );
  process.exitCode = 1;
}

function report() {
  const head =
    "# The public API\n\n`node scripts/public-api.mjs` writes this page from the declarations of the package, and `npm run check` finds it stale. " +
    "A change here is a change for\nprograms that use the library: what goes away or asks for more needs a new major version (from 1.0 on).\n";
  return head + entries.map(({ name, file }) => section(name.replace(/^\./, "clustervet"), file)).join("");
}

function section(name, file) {
  return `\n## ${name}\n\n\`\`\`ts\n${sorted(exportsOf(file))}\n\`\`\`\n`;
}

function sorted(texts) {
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text)
    .join("\n");
}

/** @returns the declaration of each name that a module exports, declared in it or re-exported from another module */
function exportsOf(file) {
  const source = parse(file);
  const found = new Map();
  for (const statement of source.statements) {
    if (typescript.isExportDeclaration(statement)) {
      for (const [name, text] of exportedFrom(statement, source)) found.set(name, text);
    } else if (isExported(statement)) {
      for (const name of namesOf(statement)) found.set(name, textOf(name, source));
    }
  }
  return found;
}

function exportedFrom({ exportClause, moduleSpecifier }, source) {
  if (!exportClause) return [...exportsOf(moduleOf(moduleSpecifier, source))];
  if (typescript.isNamespaceExport(exportClause)) {
    const name = exportClause.name.text;
    return [[name, `export declare namespace ${name} {\n${sorted(exportsOf(moduleOf(moduleSpecifier, source)))}\n}`]];
  }
  const names = exportClause.elements.map(({ name, propertyName }) => ({
    name: name.text,
    own: (propertyName ?? name).text,
  }));
  const from = moduleSpecifier && exportsOf(moduleOf(moduleSpecifier, source));
  return names.map(({ name, own }) => [name, from ? required(from, own) : importedText(own, source)]);
}

/**
 * @returns the declaration of a name that the module exports without \`from\`, which it may import from another module
 */
function importedText(name, source) {
  for (const { importClause, moduleSpecifier } of source.statements.filter(typescript.isImportDeclaration)) {
    const named = importClause?.namedBindings?.elements?.find((element) => element.name.text === name);
    if (named) return required(exportsOf(moduleOf(moduleSpecifier, source)), name);
  }
  return textOf(name, source);
}

function moduleOf({ text }, { fileName }) {
  return join(dirname(fileName), text.replace(/(\.d)?\.[jt]s$/, ".d.ts"));
}

function required(texts, name) {
  const text = texts.get(name);
  if (text === undefined) throw new Error(`no declaration of ${name}`);
  return text;
}

/** All declarations of a name; an overloaded function has several. */
function textOf(name, source) {
  const own = source.statements.filter((statement) => namesOf(statement).includes(name));
  return own.map((node) => printer.printNode(typescript.EmitHint.Unspecified, node, source)).join("\n");
}

function namesOf(statement) {
  if (typescript.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.text);
  return statement.name ? [statement.name.text] : [];
}

function isExported(statement) {
  return (statement.modifiers ?? []).some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword);
}

function parse(file) {
  return typescript.createSourceFile(file, readFileSync(file, "utf8"), typescript.ScriptTarget.Latest);
}
