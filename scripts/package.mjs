/**
 * Packs what would be published and looks at it as its users do: publint, attw, and a program of its own that imports
 * it, under tsc and under Node. Needs a build.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const work = join(root, "build", "package");
const consumer = join(work, "consumer");
const installed = join(consumer, "node_modules", "clustervet");

rmSync(work, { recursive: true, force: true });
mkdirSync(installed, { recursive: true });
const [{ filename }] = JSON.parse(
  output("npm", "pack", "--json", "--ignore-scripts", "--silent", "--pack-destination", work),
);
const tarball = join(work, filename);
run(bin("publint"), "run", tarball, "--strict");
run(bin("attw"), tarball, "--profile", "esm-only", "--quiet");

// Its dependencies are found further up, in our own node_modules.
run("tar", "-xzf", tarball, "--strip-components=1", "-C", installed);
writeFileSync(join(consumer, "package.json"), JSON.stringify({ type: "module" }));
writeFileSync(
  join(consumer, "tsconfig.json"),
  JSON.stringify({
    compilerOptions: { module: "NodeNext", target: "ES2023", lib: ["ES2023"], strict: true, types: ["node"] },
  }),
);
writeFileSync(join(consumer, "program.ts"), program());
run(bin("tsc"), "-p", consumer);
run(process.execPath, join(consumer, "program.js"));
run(process.execPath, join(installed, "dist/clustervet.mjs"), "--version");

function program() {
  return `import { createVetter, type FileDiagnostic } from "clustervet";
import { kubernetesEnvironment } from "clustervet/cel";

const text = "apiVersion: rbac.authorization.k8s.io/v1\\nkind: Role\\nmetadata: {name: a, namespace: b}\\nrules: [{verb: []}]";
const found: readonly FileDiagnostic[] = createVetter({ target: "1.34" }).vetText(text, "role.yaml");
const [line] = found.filter(({ rule }) => rule === "schema/unknown-field").map(({ range }) => range?.start.line);
if (line !== 4) throw new Error("the library does not find what it must: " + JSON.stringify(found));
if (typeof kubernetesEnvironment !== "function") throw new Error("clustervet/cel exports no environment");
`;
}

function bin(name) {
  return join(root, "node_modules", ".bin", name);
}

function output(command, ...args) {
  return execFileSync(command, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function run(command, ...args) {
  execFileSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
}
