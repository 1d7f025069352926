/**
 * Compares the built command line with the verdicts of the real components on documents, if the cases are in a folder
 * next to the project. Prints a message and succeeds without them.
 *
 *   npm run parity [-- --list]
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appliesAgree } from "./parity-apply.mjs";
import { evaluationsAgree } from "./parity-expressions.mjs";
import { grammarsAgree } from "./parity-grammars.mjs";
import { patchesAgree } from "./parity-patch.mjs";

const root = join(import.meta.dirname, "..");
const shared = join(root, "../shared");
const list = process.argv.includes("--list") ? ["--list"] : [];
/**
 * Locations are not compared for this kind, since the errors of the real loader name no field of the document
 * (`service.connection`).
 */
const egress = "EgressSelectorConfiguration";
const generatedKinds =
  "AuthenticationConfiguration,AuthorizationConfiguration,TracingConfiguration,EncryptionConfiguration,Policy,PodSecurityConfiguration";

if (!existsSync(join(shared, "tools"))) {
  console.log("no cases beside the project: nothing to hold the command line against");
  process.exit(0);
}

const runs = [
  ["parity-cases.mjs", "config", "--min", "0.99", "--loc", "0.97"],
  ["parity-cases.mjs", "node", "--min", "0.99", "--loc", "0.95"],
  ["parity-dropins.mjs"],
  ["parity-generated.mjs", "config", "--kinds", generatedKinds, "--min", "0.99", "--loc", "0.97"],
  ["parity-generated.mjs", "config", "--kinds", egress, "--min", "0.99"],
  // The tool indents multi-line expressions of match conditions no deeper than their key, so that no YAML parser treats
  // the lines as their value. `matchConditions` compares those rows.
  ["parity-generated.mjs", "cel-check", "--kinds", "AuthenticationConfiguration", "--min", "0.99", "--loc", "0.95"],
];
let failed = 0;
for (const [tool, ...args] of runs) {
  console.log(`\n${tool} ${args.join(" ")}`);
  const { status } = spawnSync(process.execPath, [join(shared, "tools", tool), ...args, ...list], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) failed++;
}
if (!matchConditions()) failed++;
console.log("\nevaluations of cel-eval");
if (!(await evaluationsAgree(join(shared, "cases"), list.length > 0))) failed++;
console.log("\ngrammars");
if (!(await grammarsAgree(join(shared, "cases"), list.length > 0))) failed++;
console.log("\npatches");
if (!(await patchesAgree(join(shared, "cases"), list.length > 0))) failed++;
console.log("\napplies");
if (!(await appliesAgree(join(shared, "cases"), list.length > 0))) failed++;
console.log(failed === 0 ? "\nall scores reached" : `\n${failed} scores not reached`);
process.exit(failed === 0 ? 0 : 1);

/** Compares the expressions of match conditions, written as literal block scalars. */
function matchConditions() {
  console.log("\nmatch conditions of cel-check");
  const lines = readFileSync(join(shared, "cases/generated/cel-check.jsonl"), "utf8").trim().split("\n");
  const rows = lines
    .map((line) => JSON.parse(line))
    .filter(({ env, expr }) => env === "request" && !/^\s|\n\s*\n/.test(expr));
  const head = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: w
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: Deny
    connectionInfo: {type: InClusterConfig}
    matchConditions:
    - expression: |-
`;
  const indent = 8;
  const directory = mkdtempSync(join(tmpdir(), "match-conditions-"));
  for (const [index, { expr }] of rows.entries()) {
    const body = expr.split("\n").map((line) => " ".repeat(indent) + line);
    writeFileSync(join(directory, `${index}.yaml`), `${head}${body.join("\n")}\n`);
  }
  const lint = spawnSync(process.execPath, [join(root, "dist/clustervet.cjs"), "lint", "--format", "json", "."], {
    cwd: directory,
    encoding: "utf8",
    maxBuffer: 1 << 29,
  });
  const errorsByFile = groupByFile(JSON.parse(lint.stdout).diagnostics.filter(({ severity }) => severity === "error"));
  let verdicts = 0;
  let places = 0;
  let placeable = 0;
  for (const [index, row] of rows.entries()) {
    const errors = errorsByFile.get(`${index}.yaml`) ?? [];
    const same = (errors.length === 0) === row.valid;
    if (same) verdicts++;
    else if (list.length > 0) console.log(`VERDICT ${row.valid}: ${row.expr}`);
    const first = row.errors?.[0];
    if (!same || !first) continue;
    placeable++;
    const line = head.split("\n").length - 1 + first.line;
    if (errors.some((error) => error.line === line && error.column === indent + first.column)) places++;
    else if (list.length > 0) console.log(`PLACE ${first.line}:${first.column} ${first.message}: ${row.expr}`);
  }
  console.log(`verdict ${verdicts}/${rows.length}, place ${places}/${placeable}`);
  return verdicts >= 0.99 * rows.length && places >= 0.95 * placeable;
}

function groupByFile(diagnostics) {
  const groups = new Map();
  for (const diagnostic of diagnostics) {
    groups.set(diagnostic.file, [...(groups.get(diagnostic.file) ?? []), diagnostic]);
  }
  return groups;
}
