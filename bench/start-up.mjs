/**
 * One small file, cold, against `node -e 0`: what a hook or an editor pays for every call. Needs a build.
 *
 *   node bench/start-up.mjs [runs]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, runProcess } from "./measure.mjs";

const runs = Number(process.argv[2] ?? 21);
const program = join(import.meta.dirname, "../dist/clustervet.mjs");
const folder = mkdtempSync(join(tmpdir(), "clustervet-bench-"));

const files = {
  role: `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader
  namespace: web
rules:
  - apiGroups: [""]
    resources: [pods]
    verbs: [get, list, watch]
`,
  expressions: `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
  - issuer:
      url: https://issuer.example.com
      audiences: [web]
    claimMappings:
      username:
        expression: "claims.sub"
`,
};
const commands = { "node -e 0": ["-e", "0"] };
for (const [name, text] of Object.entries(files)) {
  writeFileSync(join(folder, `${name}.yaml`), text);
  commands[`lint ${name}.yaml`] = [program, "lint", join(folder, `${name}.yaml`)];
}

const taken = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let run = 0; run <= runs; run++) {
  for (const [name, args] of Object.entries(commands)) {
    const figures = await runProcess(process.execPath, args);
    if (figures.exitCode !== 0) throw new Error(`${name}: exit code ${figures.exitCode}`);
    if (run > 0) taken[name].push(figures);
  }
}
rmSync(folder, { recursive: true });

const of = (name, figure) => taken[name].map((figures) => figures[figure] ?? Number.NaN);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
console.log(`${runs} runs of each, in turn; ratios to node -e 0 (budget 2.0, then 1.6)\n`);
console.log("command                  wall, median   cpu, mean   wall ratio   cpu ratio");
for (const name of Object.keys(commands)) {
  const wall = median(of(name, "wall"));
  const cpu = mean(of(name, "cpu"));
  const row = [
    name.padEnd(24),
    `${(wall * 1000).toFixed(0)} ms`.padStart(13),
    `${(cpu * 1000).toFixed(0)} ms`.padStart(11),
    (wall / median(of("node -e 0", "wall"))).toFixed(2).padStart(12),
    (cpu / mean(of("node -e 0", "cpu"))).toFixed(2).padStart(11),
  ];
  console.log(row.join(" "));
}
