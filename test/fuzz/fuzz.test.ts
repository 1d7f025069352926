/**
 * Vets mutated documents with the whole engine and prints them with every reporter. Expects no internal error, no lost
 * file, no document that takes too much time or memory, and every range inside the text. `npm run fuzz` vets 200,000
 * documents; `FUZZ_SEED` and `FUZZ_DOCUMENTS` select others.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeHost } from "../../src/cli/node-host.ts";
import { createVetter, type FileDiagnostic, type Report, type RunResult, type VetOptions } from "../../src/index.ts";
import { reporters } from "../../src/report/reporters.ts";
import { type Mutation, mutate, mutation } from "./mutation.ts";

const documentCount = Number(process.env["FUZZ_DOCUMENTS"] ?? 300);
const documentsPerChunk = 5_000;
/** The seed of the documents; a failure reports the seed of its chunk. */
const firstSeed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);

const maxDocumentMs = 1_000;
const maxMemoryBytes = (inputBytes: number) => 10 * inputBytes + 150 * 1024 * 1024;

const root = join(import.meta.dirname, "../..");
const host = nodeHost(undefined);
const vetters = (
  [
    {},
    { kind: "AuthenticationConfiguration" },
    { kind: "AuthorizationConfiguration" },
    { target: "1.30", unknownKinds: "error" },
  ] satisfies VetOptions[]
).map((options) => createVetter({ ...options, host }));
const originals = [...authoredTexts(), ...documentsIn(join(root, "fixtures")), ...documentsIn(join(root, "examples"))];

const corruptedFile = fc.record({
  original: fc.nat(originals.length - 1),
  vetter: fc.nat(vetters.length - 1),
  mutations: fc.array(mutation, { minLength: 1, maxLength: 6 }),
});

test(
  `${documentCount} spoiled documents`,
  () => {
    const faults: unknown[] = [];
    for (let done = 0; done < documentCount; done += documentsPerChunk) {
      const numRuns = Math.min(documentsPerChunk, documentCount - done);
      try {
        vetChunk(numRuns, firstSeed + done);
      } catch (fault) {
        // Continues with the other chunks, which may find further failures, but prints this one now in case the run is
        // stopped.
        faults.push(fault);
        console.log(fault);
      }
      if (documentCount > documentsPerChunk) console.log(`${done + numRuns} of ${documentCount} documents`);
    }
    expect(faults).toEqual([]);
  },
  60_000 + documentCount * 100,
);

function vetChunk(numRuns: number, seed: number): void {
  const before = heapBytes();
  fc.assert(
    fc.property(corruptedFile, ({ original, vetter, mutations }) => {
      const content = corrupt(original, mutations);
      vetOne(vetter, content);
      if (heapBytes() - before > maxMemoryBytes(content.length)) checkMemory(vetter, content);
    }),
    { numRuns, seed },
  );
}

function vetOne(vetter: number, content: Buffer): void {
  const startedAt = process.cpuUsage();
  const result = vetters[vetter]?.vetFiles([{ name: "spoiled.yaml", content }, ...otherFiles]);
  if (!result) throw new Error("there is no such vetter");
  printEverywhere(result, content.toString("utf8"));
  checkNothingLost(result);
  const { user, system } = process.cpuUsage(startedAt);
  expect((user + system) / 1_000).toBeLessThan(maxDocumentMs);
  checkRanges(findingsOfFile(result, "spoiled.yaml"), content.length);
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");
const heapBytes = (): number => process.memoryUsage().heapUsed;

/**
 * Vets the document again after a garbage collection: on a busy machine, garbage of earlier documents may stay for
 * long.
 */
function checkMemory(vetter: number, content: Buffer): void {
  collectGarbage();
  const before = heapBytes();
  vetOne(vetter, content);
  expect(heapBytes() - before).toBeLessThan(maxMemoryBytes(content.length));
}

/** Files next to the mutated one. Their findings must not depend on it. */
const otherFiles = [
  { name: "before.yaml", content: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: Upper}\n" },
  { name: "broken.yaml", content: "a: [\n" },
];

const findingsOfFile = ({ diagnostics }: RunResult, name: string): readonly FileDiagnostic[] =>
  diagnostics.filter(({ file }) => file === name);

function checkNothingLost(result: RunResult): void {
  const faults = result.diagnostics.filter(({ cause, message }) => cause === "internal" || /native code/.test(message));
  expect(faults).toEqual([]);
  expect(result.files.map(({ path }) => path)).toEqual(["spoiled.yaml", "before.yaml", "broken.yaml"]);
  for (const { name } of otherFiles) expect(findingsOfFile(result, name).length, name).toBeGreaterThan(0);
}

function corrupt(original: number, mutations: readonly Mutation[]): Buffer {
  return mutations.reduce(mutate, originals[original] ?? Buffer.alloc(0));
}

function printEverywhere(result: RunResult, text: string): void {
  const report: Report = {
    tool: { name: "clustervet", version: "0.0.0" },
    target: "1.37",
    ...result,
    summary: { ...result.summary, durationMs: 0 },
  };
  for (const print of Object.values(reporters)) {
    print(report, { failLevel: "error", sourceText: () => text, color: false, sensitiveSpans: () => [] });
  }
}

/**
 * Checks that ranges are within the text. The number of bytes is an upper limit: a text has no more UTF-16 code units
 * than its UTF-8 has bytes, even if the UTF-8 is broken.
 */
function checkRanges(diagnostics: readonly FileDiagnostic[], length: number): void {
  for (const { range, rule, message } of diagnostics) {
    const { start, end } = range ?? {};
    const isSound =
      start !== undefined &&
      end !== undefined &&
      start.offset >= 0 &&
      start.offset <= end.offset &&
      end.offset <= length &&
      start.line >= 1 &&
      start.column >= 1;
    if (!isSound) throw new Error(`${rule}: ${message}: no place inside the text: ${JSON.stringify(range)}`);
  }
}

function documentsIn(folder: string): Buffer[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
  return names.filter((name) => /\.(ya?ml|json)$/.test(name)).map((name) => readFileSync(join(folder, name)));
}

/** Returns documents with expressions, quoting styles and nesting that the fixtures may lack. */
function authoredTexts(): Buffer[] {
  return [
    `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
jwt:
  - issuer:
      url: https://issuer.example.com
      audiences: [web, &aud "cli"]
      audienceMatchPolicy: MatchAny
    claimValidationRules:
      - expression: >-
          claims.exp - claims.nbf <= 86400 &&
          has(claims.groups)
        message: "too long"
      - claim: hd
        requiredValue: 'example.com'
    claimMappings:
      username:
        expression: "'oidc:' + claims.email"
      groups:
        expression: |
          claims.?roles.orValue("").split(",").filter(g, g.matches('^[a-z]+$')).map(g, 'r:' + g)
      extra:
        - key: example.com/tenant
          valueExpression: claims["tenant"]
    userValidationRules:
      - expression: "!user.username.startsWith('system:')"
        message: reserved
`,
    `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
  - type: Webhook
    name: first
    webhook:
      timeout: 3s
      subjectAccessReviewVersion: v1
      matchConditionSubjectAccessReviewVersion: v1
      failurePolicy: NoOpinion
      connectionInfo: {type: KubeConfigFile, kubeConfigFile: /etc/webhook.kubeconfig}
      matchConditions:
        - expression: has(request.resourceAttributes) && request.resourceAttributes.namespace == "kube-system"
        - expression: "!('system:masters' in request.groups)"
  - {type: Node, name: node}
  - {type: RBAC, name: rbac}
---
apiVersion: v1
kind: List
items:
  - {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "a"}, "rules": []}
`,
  ].map((text) => Buffer.from(text));
}
