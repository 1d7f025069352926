/**
 * Packs the package as it would be published into build/package/clustervet.tgz, and uses it like another program:
 * imports it with tsc and with Node, starts its command, and installs it with npm into an empty folder. Needs a build.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const work = join(root, "build/package");
const tarball = join(work, "clustervet.tgz");
const consumer = join(work, "consumer");
const installed = join(consumer, "node_modules/clustervet");

const compilerOptions = { module: "NodeNext", target: "ES2023", lib: ["ES2023"], strict: true, types: ["node"] };
const program = `import { createVetter, type FileDiagnostic } from "clustervet";
import { compileExpression, evaluate } from "clustervet/cel";
import { type ApiServer, OptionError, startApiServer } from "clustervet/server";

const role = "apiVersion: rbac.authorization.k8s.io/v1\\nkind: Role\\nmetadata: {name: a, namespace: b}\\nrule: []\\n";
const found: readonly FileDiagnostic[] = createVetter({ target: "1.34" }).vetText(role, "role.yaml");
if (found[0]?.range?.start.line !== 4) throw new Error("finds no unknown field: " + JSON.stringify(found));
const compiled = compileExpression("claims.sub +", { environment: "claims", target: "1.34" });
if (compiled.ok || compiled.error.length !== 1) throw new Error("finds no fault: " + JSON.stringify(compiled));
const sum = evaluate("1 + 1");
if (!sum.ok || sum.value !== 2) throw new Error("computes no sum: " + JSON.stringify(sum));
const server: ApiServer = await startApiServer({ target: "1.34" });
await server.restore(await server.snapshot());
if (!server.kubeconfig.clusters[0].cluster.server.endsWith(":" + server.port)) throw new Error("names no server");
await server.stop();
const refused: unknown = await startApiServer({ target: "0.1" }).catch((error: unknown) => error);
if (!(refused instanceof OptionError)) throw new Error("starts for an unknown release");
`;

rmSync(work, { recursive: true, force: true });
mkdirSync(installed, { recursive: true });
run("tar", "-xzf", pack(root), "--strip-components=1", "-C", installed);
dropOwnScripts();
describeRulePages();
renameSync(pack(installed), tarball);

writeFileSync(join(consumer, "package.json"), JSON.stringify({ type: "module" }));
writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions }));
writeFileSync(join(consumer, "program.ts"), program);
run(join(root, "node_modules/.bin/tsc"), "-p", consumer);
run(process.execPath, join(consumer, "program.js"));
await runAsInBrowser();
run(process.execPath, join(installed, "dist/clustervet.cjs"), "--version");
assertSmallInstall();

/**
 * Removes scripts and development dependencies from package.json. They are only for clones, and npm warns of an
 * unapproved `prepare`.
 */
function dropOwnScripts() {
  const path = join(installed, "package.json");
  const { scripts: _scripts, devDependencies: _packages, ...published } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, `${JSON.stringify(published, null, 2)}\n`);
}

/**
 * Replaces the links to rule pages in the index, since the package contains the pages in one file, which `explain`
 * reads.
 */
function describeRulePages() {
  const path = join(installed, "docs/rules/README.md");
  const index = readFileSync(path, "utf8").replace(/\[([\w-]+\/[\w-]+)\]\([^)]+\)/g, "`$1`");
  const where = "The page of a rule: `clustervet explain RULE`.";
  writeFileSync(path, index.replace(/^# Rules\n/, `# Rules\n\n${where}\n`));
}

/** Checks that the library, bundled for a web page, does not use Node, and loads regular expressions only on demand. */
async function runAsInBrowser() {
  const entry = join(consumer, "page.js");
  writeFileSync(
    entry,
    `import { evaluate, prepare } from "clustervet/cel";
    const expression = "'a'.matches('^a$')";
    let isAtOnce = true;
    try { evaluate(expression); } catch { isAtOnce = false; }
    await prepare(expression);
    if (isAtOnce || evaluate(expression).value !== true) throw new Error("regular expressions are not as in a browser");`,
  );
  const outdir = join(consumer, "page");
  await build({ entryPoints: [entry], bundle: true, splitting: true, format: "esm", platform: "browser", outdir });
  run(process.execPath, join(outdir, "page.js"));
}

/** Checks that an install is small, and that it lints without a package that only the server needs. */
function assertSmallInstall() {
  const maxPackages = 12;
  const maxBytes = 25_000_000;
  /** A limit, since creating files takes most of the time of an install. */
  const maxFiles = 600;
  const maxStartMs = 20_000;
  // Outside of the project, so that Node does not find the project's packages in a parent folder.
  const folder = mkdtempSync(join(tmpdir(), "clustervet-installed-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  writeFileSync(join(folder, "a.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  const flags = ["--offline", "--no-audit", "--no-fund", "--no-update-notifier"];
  const { status, stderr } = spawnSync("npm", ["install", ...flags, tarball], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0 || stderr.includes("npm warn")) throw new Error(`npm install: ${stderr}`);
  const modules = join(folder, "node_modules");
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  const packages = Object.keys(JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")).packages).length;
  console.log(`installed: ${packages} packages, ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
  if (packages > maxPackages || bytes > maxBytes || files.length > maxFiles)
    throw new Error("the install is too large");
  execFileSync(join(modules, ".bin/clustervet"), ["lint", "."], { cwd: folder, stdio: "ignore" });
  const started = spawnSync(join(modules, ".bin/clustervet"), ["serve", "--data-dir", "data"], {
    cwd: folder,
    encoding: "utf8",
    timeout: maxStartMs,
  });
  const saysWhat = started.status === 2 && started.stderr.includes("npm install lmdb");
  if (!saysWhat) throw new Error(`serve without lmdb: ${started.stderr}`);
  rmSync(folder, { recursive: true });
}

function pack(folder) {
  const packed = output("npm", "pack", folder, "--json", "--ignore-scripts", "--silent", "--pack-destination", work);
  return join(work, JSON.parse(packed)[0].filename);
}

function output(command, ...args) {
  return execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function run(command, ...args) {
  execFileSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
}
