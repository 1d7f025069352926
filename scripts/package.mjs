/**
 * Packs what would be published into build/package/clustervet.tgz and uses it as a program of its own would: imports
 * it under tsc and under Node, and starts its command. Needs a build.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const work = join(root, "build/package");
const tarball = join(work, "clustervet.tgz");
const consumer = join(work, "consumer");
/** Its dependencies are found further up, in our own node_modules. */
const installed = join(consumer, "node_modules/clustervet");

const compilerOptions = { module: "NodeNext", target: "ES2023", lib: ["ES2023"], strict: true, types: ["node"] };
const program = `import { createVetter, type FileDiagnostic } from "clustervet";
import { compileExpression, evaluate } from "clustervet/cel";

const role = "apiVersion: rbac.authorization.k8s.io/v1\\nkind: Role\\nmetadata: {name: a, namespace: b}\\nrule: []\\n";
const found: readonly FileDiagnostic[] = createVetter({ target: "1.34" }).vetText(role, "role.yaml");
if (found[0]?.range?.start.line !== 4) throw new Error("finds no unknown field: " + JSON.stringify(found));
const compiled = compileExpression("claims.sub +", { environment: "claims", target: "1.34" });
if (compiled.ok || compiled.error.length !== 1) throw new Error("finds no fault: " + JSON.stringify(compiled));
const sum = evaluate("1 + 1");
if (!sum.ok || sum.value !== 2) throw new Error("computes no sum: " + JSON.stringify(sum));
`;

rmSync(work, { recursive: true, force: true });
mkdirSync(installed, { recursive: true });
const packed = output("npm", "pack", "--json", "--ignore-scripts", "--silent", "--pack-destination", work);
renameSync(join(work, JSON.parse(packed)[0].filename), tarball);
run("tar", "-xzf", tarball, "--strip-components=1", "-C", installed);

writeFileSync(join(consumer, "package.json"), JSON.stringify({ type: "module" }));
writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions }));
writeFileSync(join(consumer, "program.ts"), program);
run(join(root, "node_modules/.bin/tsc"), "-p", consumer);
run(process.execPath, join(consumer, "program.js"));
run(process.execPath, join(installed, "dist/clustervet.mjs"), "--version");

function output(command, ...args) {
  return execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function run(command, ...args) {
  execFileSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
}
