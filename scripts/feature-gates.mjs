/**
 * Derives src/release/feature-gate-table.ts from unpacked upstream sources, one tree for each release, oldest first:
 *
 *   node scripts/feature-gates.mjs 1.30.14=FOLDER 1.31.14=FOLDER ...
 *
 * A FOLDER contains the Go modules of the release, named as in the module cache (kubernetes@v1.30.14,
 * apiserver@v0.30.14, apiextensions-apiserver@v0.30.14, component-base@v0.30.14, client-go@v0.30.14,
 * controller-manager@v0.30.14); it may also contain those of other releases. `go mod download -json
 * k8s.io/kubernetes@v1.30.14` downloads a module into the cache. Use the newest patch release: patch releases add gates
 * and never remove any.
 *
 * The table contains the gates that each binary knows without an emulated version; of a versioned gate, the spec in
 * force.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Folders that register gates, by module. */
const folders = {
  kubernetes: ["pkg/features"],
  apiserver: ["pkg/features"],
  "apiextensions-apiserver": ["pkg/features"],
  "component-base": ["logs/api/v1", "metrics/features", "zpages/features"],
  "client-go": ["features"],
  "controller-manager": ["pkg/features"],
};
const stageLetters = { Alpha: "a", Beta: "b", GA: "s", Deprecated: "d" };
const output = join(import.meta.dirname, "../src/release/feature-gate-table.ts");

const trees = process.argv.slice(2).map((argument) => argument.split("="));
if (trees.length === 0 || trees.some(([release, folder]) => !/^1\.\d+\.\d+$/.test(release) || !folder)) {
  console.error("usage: node scripts/feature-gates.mjs 1.30.14=FOLDER 1.31.14=FOLDER ...");
  process.exit(2);
}
const tables = trees.map(([release, folder]) => readTree(release, folder));
const names = [...new Set(tables.flatMap(({ states }) => [...states.keys()]))].sort();
writeFileSync(output, moduleText());
console.log(`${names.length} gates of ${trees.length} releases in ${output}`);

/** Reads the states and the dependencies of all gates in the binaries of one release. */
function readTree(release, folder) {
  const minor = Number(release.split(".")[1]);
  const code = sourcesOf(release, folder)
    .join("\n")
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  const nameByConstant = new Map();
  for (const [, constant, name] of code.matchAll(/^\s*(\w+)\s.*=.*?"(\w+)"\)?$/gm)) {
    nameByConstant.set(constant, name);
  }
  const flags = new Map([...code.matchAll(/^\s*(\w+)\s*=\s*(true|false)$/gm)].map(([, name, value]) => [name, value]));
  const states = new Map();
  const onBefore = new Set();
  const entry = /^\s*(?:\w+\.)?(\w+):\s*\{((?:[^{}]|\{[^{}]*\})*)\}/gm;
  for (const [, constant, body] of code.matchAll(entry)) {
    const name = nameByConstant.get(constant);
    const state = name && body.includes("Default:") ? stateOf(body, minor, flags) : undefined;
    if (state) states.set(name, state);
    if (state && /"1\.0"\),\s*Default:\s*true/.test(body)) onBefore.add(name);
  }
  return { minor, states, onBefore, dependencies: dependenciesOf(code, nameByConstant) };
}

function sourcesOf(release, folder) {
  const found = Object.entries(folders).flatMap(([module, paths]) => {
    const version = module === "kubernetes" ? `v${release}` : `v0.${release.slice("1.".length)}`;
    return paths.map((path) => join(folder, `${module}@${version}`, path));
  });
  return found
    .filter((path) => existsSync(path) || path.includes("zpages"))
    .flatMap((path) => (existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : []))
    .filter((path) => path.endsWith(".go") && !path.endsWith("_test.go"))
    .map((path) => readFileSync(path, "utf8"));
}

/**
 * Renders the state of a gate, such as `a-`, `b+` or `s+!`: the stage, whether the gate is on, and `!` if it is locked.
 */
function stateOf(body, minor, flags) {
  const specs = body.includes("{") ? [...body.matchAll(/\{([^{}]*)\}/g)].map(([, spec]) => spec) : [body];
  const inForce = specs.findLast(
    (spec) => minorIn(spec, "Version") <= minor && minorIn(spec, "MinCompatibilityVersion") < minor,
  );
  if (inForce === undefined) return undefined;
  const written = /Default:\s*(\w+)/.exec(inForce)[1];
  const value = flags.get(written) ?? written;
  const stage = stageLetters[/PreRelease:\s*(?:\w+\.)?(\w+)/.exec(inForce)?.[1]];
  if (!["true", "false"].includes(value) || !stage) throw new Error(`unreadable feature spec: ${inForce}`);
  return `${stage}${value === "true" ? "+" : "-"}${/LockToDefault:\s*true/.test(inForce) ? "!" : ""}`;
}

/** @returns the minor version of a field with `version.MustParse("1.33")`; -1 if the field is absent */
function minorIn(spec, field) {
  const match = new RegExp(`(?:^|[\\s{,])${field}:\\s*version\\.MustParse\\("1\\.(\\d+)"\\)`).exec(spec);
  return match ? Number(match[1]) : -1;
}

function dependenciesOf(code, nameByConstant) {
  const dependencies = new Map();
  const start = code.search(/FeatureGateDependencies\s*=\s*map/);
  if (start < 0) return dependencies;
  const block = code.slice(code.indexOf("{", start) + 1, code.indexOf("\n}", start));
  for (const [, constant, body] of block.matchAll(/^\s*(?:\w+\.)?(\w+):\s*\{([^}]*)\}/gm)) {
    const needed = [...body.matchAll(/\b(\w+)\)?\s*(?:,|$)/g)].map(([, item]) => nameByConstant.get(item) ?? item);
    if (needed.length > 0) dependencies.set(nameByConstant.get(constant) ?? constant, needed);
  }
  return dependencies;
}

/**
 * Renders the line of a gate, such as `Name 30a- 31b+ 34s+! 37x+`: each release in which the state changed, with the
 * new state. `x` means that no binary knows the gate; the sign after it is the behavior before the gate existed (some
 * gates turn off a feature that was always on) or after its removal.
 */
function lineOf(name) {
  const changes = [];
  let last = tables.some(({ onBefore }) => onBefore.has(name)) ? "x+" : "x-";
  if (last === "x+" && !tables[0].states.has(name)) changes.push(`${tables[0].minor}x+`);
  for (const { minor, states } of tables) {
    const state = states.get(name) ?? (last.includes("+") ? "x+" : "x-");
    if (state !== last) changes.push(`${minor}${state}`);
    last = state;
  }
  return `${name} ${changes.join(" ")}`;
}

function dependencyLines() {
  const lines = new Map();
  for (const { minor, dependencies } of tables) {
    for (const [name, needed] of dependencies) {
      for (const other of needed) lines.set(`${name} ${other}`, lines.get(`${name} ${other}`) ?? minor);
    }
  }
  const last = tables.at(-1);
  return [...lines]
    .map(([pair, since]) => {
      const [name, other] = pair.split(" ");
      const until = tables.find(({ minor, dependencies }) => minor > since && !dependencies.get(name)?.includes(other));
      return `${pair} ${since}${until && until.minor <= last.minor ? ` ${until.minor}` : ""}`;
    })
    .sort();
}

function moduleText() {
  return `/**
 * All feature gates of the components, by release. Written by scripts/feature-gates.mjs from the Go sources.
 *
 * @module
 */

/**
 * A line for each gate: its name, then its state in each minor release in which the state changed. The stage is
 * a(lpha), b(eta), s(table), d(eprecated), or x if no component has the gate (not yet, or no longer). A gate with + is
 * on, one with ! is locked.
 */
export const featureGateTable = \`
${names.map(lineOf).join("\n")}
\`;

/**
 * A line for each dependency: a gate, the gate that it requires to be on, the first minor release with the dependency,
 * and the first without it.
 */
export const featureGateDependencies = \`
${dependencyLines().join("\n")}
\`;
`;
}
