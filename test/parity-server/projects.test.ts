/**
 * Compares the custom resources of projects with a real kube-apiserver: their definitions, discovery, OpenAPI, example
 * resources, and the output of kubectl. Requires a server, as its administrator, kubectl (KUBECTL, or on the PATH), and
 * the files of the projects:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig PARITY_PROJECTS=folder npm run parity:server -- projects
 *
 * PARITY_PROJECTS contains a folder for each project, with its definitions in `definitions` and resources in
 * `examples`. PARITY_REPORT: a file for the differences, written during the run.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { startTestServer } from "../server/start.ts";
import { type ComparableAnswer, comparableAnswer } from "./comparable-answer.ts";
import { type Kubectl, kubeconfigOf, kubectlAt } from "./kubectl.ts";
import { differences, type Json } from "./open-api-differences.ts";
import { type ApiDocument, type Definition, definitionOf, type Project, readProjects } from "./project-files.ts";
import { openRealServer, type RealServer, typeOf } from "./real-server.ts";
import { reportLines } from "./run-report.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const folder = env["PARITY_PROJECTS"];
const timeoutMs = 3_600_000;
const leastSame = 0.99;
const establishAttempts = 600;
const pauseMs = 100;
/** The real server publishes OpenAPI some time after discovery. */
const publishMs = 3000;
const publishAttempts = 40;
/** The number of parallel requests. */
const concurrency = 4;

interface Side {
  readonly server: Pick<RealServer, "call">;
  readonly kubectl: Kubectl;
}

interface Sides {
  readonly real: Side;
  readonly own: Side;
}

/** The names of the comparisons in the table. */
const checks = [
  "definition",
  "condition",
  "discovery",
  "openapi v2",
  "openapi v3",
  "example",
  "explain",
  "get",
] as const;
type Check = (typeof checks)[number];

class Scores {
  private readonly all = new Map<Check, { same: number; total: number }>();
  private accepted = 0;

  private readonly project: string;

  constructor(project: string) {
    this.project = project;
  }

  note(check: Check, subject: string, [real, own]: readonly [unknown, unknown]): void {
    const score = this.all.get(check) ?? { same: 0, total: 0 };
    this.all.set(check, score);
    score.total++;
    if (isDeepStrictEqual(real, own)) score.same++;
    else reportLines([`${this.project} ${check} ${subject}`, ...differentParts(real, own).map((line) => `  ${line}`)]);
  }

  wasAccepted(): void {
    this.accepted++;
  }

  get line(): string {
    const cells = checks.map((check) => {
      const { same, total } = this.all.get(check) ?? { same: 0, total: 0 };
      return `${same}/${total}${check === "example" ? ` (${this.accepted} created)` : ""}`;
    });
    return `| ${[this.project, ...cells].join(" | ")} |`;
  }

  get same(): { readonly same: number; readonly total: number } {
    const scores = [...this.all.values()];
    const sum = (name: "same" | "total") => scores.reduce((total, score) => total + score[name], 0);
    return { same: sum("same"), total: sum("total") };
  }
}

const maxParts = 20;
const maxShown = 300;

/** Returns the smallest parts that differ, such as single lines of texts. */
function differentParts(real: unknown, own: unknown, place = ""): readonly string[] {
  if (isDeepStrictEqual(real, own)) return [];
  const [left, right] = [real, own].map((value) => (typeof value === "string" ? value.split("\n") : value));
  const areParts = [left, right].every((value) => isPlainObject(value) || (Array.isArray(value) && value.length > 1));
  if (!areParts) {
    const [theirs, ours] = [real, own].map((value) => String(JSON.stringify(value)).slice(0, maxShown));
    return [`${place}: real ${theirs}, own ${ours}`];
  }
  const [before, after] = [left, right] as [Record<string, unknown>, Record<string, unknown>];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => differentParts(before[name], after[name], `${place}/${name}`)).slice(0, maxParts);
}

test.skipIf(kubeconfig === undefined || folder === undefined)(
  "custom resources of projects behave as in kube-apiserver",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    const server = await startTestServer({ isControllerOn: () => false });
    onTestFinished(() => server.close());
    const sides: Sides = {
      real: { server: real, kubectl: kubectlAt(kubeconfig ?? "") },
      own: {
        server: {
          async call(method, path, body, type = typeOf(method)) {
            const { code, json, headers } = await server.call(method, path, body, { "content-type": type });
            return { code, body: json ?? {}, headers };
          },
        },
        kubectl: kubectlAt(kubeconfigOf(server)),
      },
    };
    const all: Scores[] = [];
    console.log(`| project | ${checks.join(" | ")} |`);
    for (const project of readProjects(folder ?? "")) {
      const scores = new Scores(project.name);
      await compareProject(sides, project, scores);
      console.log(scores.line);
      all.push(scores);
    }
    const same = all.reduce((sum, scores) => sum + scores.same.same, 0);
    const total = all.reduce((sum, scores) => sum + scores.same.total, 0);
    expect(same / total).toBeGreaterThanOrEqual(leastSame);
  },
  timeoutMs,
);

const callBoth = <T>({ real, own }: Sides, ask: (side: Side) => Promise<T>): Promise<readonly [T, T]> =>
  Promise.all([ask(real), ask(own)]);

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

async function compareProject(sides: Sides, project: Project, scores: Scores): Promise<void> {
  const namespace = `parity-${project.name}-${Date.now()}`;
  await callBoth(sides, ({ server }) => server.call("POST", "/api/v1/namespaces", { metadata: { name: namespace } }));
  for (const definition of project.definitions) await compareDefinition(sides, definition, scores);
  await sleep(publishMs);
  await compareDocuments(sides, project, scores);
  await runConcurrently(project.examples, (example, index) =>
    compareExample(sides, { project, namespace, example, index }, scores),
  );
  await runConcurrently(project.definitions, (definition) => compareShown(sides, definition, { namespace, scores }));
  for (const { metadata } of project.definitions) {
    await callBoth(sides, ({ server }) => server.call("DELETE", `${definitionsPath}/${metadata.name}`));
  }
  await callBoth(sides, ({ server }) => server.call("DELETE", `/api/v1/namespaces/${namespace}`));
}

async function runConcurrently<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  const rest = items.entries();
  const worker = async () => {
    for (const [index, item] of rest) await work(item, index);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Compares definitions without the fields that each server generates. */
async function compareDefinition(sides: Sides, definition: Definition, scores: Scores): Promise<void> {
  const { name } = definition.metadata;
  const answers = await callBoth(sides, async ({ server }) =>
    withoutAdvice(withoutStatus(comparableAnswer(await server.call("POST", definitionsPath, definition), String))),
  );
  scores.note("definition", name, answers);
  scores.note("condition", name, await callBoth(sides, ({ server }) => conditionsOf(server, name)));
}

const withoutStatus = ({ auditId: _id, annotations: _annotations, object, ...rest }: ComparableAnswer) => ({
  ...rest,
  object: isPlainObject(object) ? { ...object, status: undefined } : object,
});

/** Removes warnings: advice on definitions is a known difference of this server. */
const withoutAdvice = ({ warnings: _warnings, ...rest }: Omit<ComparableAnswer, "auditId" | "annotations">) => rest;

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
}

const approvalAnnotation = "api-approved.kubernetes.io";

/**
 * Waits until the definition is established and, in a group of Kubernetes, its API approval is checked; controllers do
 * both asynchronously.
 */
async function conditionsOf(server: Side["server"], name: string): Promise<unknown> {
  for (let attempt = 0; attempt < establishAttempts; attempt++) {
    const { body } = await server.call("GET", `${definitionsPath}/${name}`);
    const { conditions: given, ...status } = body["status"] as { readonly conditions: readonly Condition[] | null };
    const { annotations = {} } = body["metadata"] as { readonly annotations?: Readonly<Record<string, string>> };
    const conditions = given ?? [];
    const hasCondition = (wanted: string) =>
      conditions.some(({ type, status: is }) => type === wanted && is === "True");
    const isLookedAt = !(approvalAnnotation in annotations) || hasCondition("KubernetesAPIApprovalPolicyConformant");
    if (hasCondition("Established") && isLookedAt) {
      // Controllers set the conditions in any order, and some messages of this server differ.
      const plain = conditions.map(({ type, status: is, reason }) => `${type}=${is} ${reason}`).sort();
      return { ...status, conditions: plain };
    }
    await sleep(pauseMs);
  }
  return "not established";
}

/** Compares the discovery and OpenAPI documents of the groups and versions. */
async function compareDocuments(sides: Sides, { definitions }: Project, scores: Scores): Promise<void> {
  const served = definitions.flatMap(({ spec }) =>
    spec.versions
      .filter((version) => version.served)
      .map(({ name }) => ({ spec, version: `${spec.group}/${name}`, name })),
  );
  const readBoth = (path: string) => callBoth(sides, async ({ server }) => (await server.call("GET", path)).body);
  const recordDifference = (
    check: Check,
    subject: string,
    documents: readonly [Json, Json],
    partOf: (document: Json) => unknown,
  ) => {
    const found = differences(partOf(documents[0]), partOf(documents[1]), "");
    scores.note(check, subject, [[], found]);
  };
  const models = served.map(({ spec, name }) => modelOf(spec, name));
  const second = await callBoth(sides, ({ server }) => publishedDocument(server, models));
  for (const version of new Set(served.map((each) => each.version))) {
    recordDifference("discovery", version, await readBoth(`/apis/${version}`), ({ resources }) => resources);
    const third = await readBoth(`/openapi/v3/apis/${version}`);
    for (const part of ["paths", "components"])
      recordDifference("openapi v3", `${version} ${part}`, third, (document) => document[part]);
    recordDifference("openapi v2", `${version} paths`, second, ({ paths }) =>
      members(paths, (path) => path.startsWith(`/apis/${version}/`)),
    );
  }
  for (const { spec, name } of served) {
    const model = modelOf(spec, name);
    const parts = [model, `${model}List`];
    recordDifference("openapi v2", model, second, (document) =>
      members(document["definitions"], (part) => parts.includes(part)),
    );
  }
}

/** Returns the name of the schema in OpenAPI. */
const modelOf = ({ group, names }: Definition["spec"], version: string): string =>
  [...group.split(".").reverse(), version, names.kind].join(".");

/** Returns the OpenAPI v2 document once it contains the models. */
async function publishedDocument(server: Side["server"], models: readonly string[]): Promise<Json> {
  for (let attempt = 1; ; attempt++) {
    const { body } = await server.call("GET", "/openapi/v2");
    const definitions = (body["definitions"] ?? {}) as Json;
    if (attempt === publishAttempts || models.every((model) => Object.hasOwn(definitions, model))) return body;
    await sleep(publishMs);
  }
}

const members = (value: unknown, isWanted: (name: string) => boolean): Json =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => isWanted(name)));

interface Example {
  readonly project: Project;
  readonly namespace: string;
  readonly example: ApiDocument;
  readonly index: number;
}

/** Creates an example under a unique name. Warnings name the fields that the definition lacks. */
async function compareExample(
  sides: Sides,
  { project, namespace, example, index }: Example,
  scores: Scores,
): Promise<void> {
  const definition = definitionOf(project, example);
  if (!definition) return;
  const { name, namespace: _given, resourceVersion: _version, ...metadata } = example.metadata;
  const collection = collectionOf(definition, { version: example.apiVersion, namespace });
  const object = { ...example, metadata: { ...metadata, name: typeof name === "string" ? `${name}-${index}` : name } };
  const answers = await callBoth(sides, async ({ server }) =>
    withoutWords(comparableAnswer(await server.call("POST", `${collection}?fieldValidation=Warn`, object), String)),
  );
  if (answers[0].code === 201) scores.wasAccepted();
  scores.note("example", `${example.kind} ${index} ${name}`, answers);
}

/** Removes messages and the details of warnings, whose wording differs in this server. */
const withoutWords = ({
  auditId: _id,
  annotations: _annotations,
  message: _words,
  warnings,
  ...rest
}: ComparableAnswer) => ({
  ...rest,
  warnings: warnings.map((text) => text.replace(/^(299 - "[^ ]*:).*$/, "$1")),
});

const collectionOf = (
  { spec }: Definition,
  { version, namespace }: { readonly version: string; readonly namespace: string },
) => `/apis/${version}${spec.scope === "Namespaced" ? `/namespaces/${namespace}` : ""}/${spec.names.plural}`;

interface Shown {
  readonly namespace: string;
  readonly scores: Scores;
}

/** Compares the output of `kubectl explain` and `kubectl get` for all versions of a resource. */
async function compareShown(sides: Sides, { spec }: Definition, { namespace, scores }: Shown): Promise<void> {
  for (const { name } of spec.versions.filter(({ served }) => served)) {
    const resource = `${spec.names.plural}.${name}.${spec.group}`;
    const kubectl = (...args: readonly string[]) => callBoth(sides, (side) => side.kubectl(...args));
    const explained = ["explain", spec.names.plural, `--api-version=${spec.group}/${name}`];
    for (const options of [[], ["--recursive"]]) {
      const [theirs, ours] = await kubectl(...explained, ...options);
      scores.note("explain", [resource, ...options].join(" "), [withoutOwnTexts(theirs), withoutOwnTexts(ours)]);
    }
    for (const options of [[], ["--output=wide"]]) {
      const [theirs, ours] = await kubectl("get", resource, `--namespace=${namespace}`, ...options);
      scores.note("get", [resource, ...options].join(" "), [withoutAges(theirs), withoutAges(ours)]);
    }
  }
}

/** Removes the descriptions of the fields that every resource has, which differ in this server. */
const withoutOwnTexts = (text: string): string =>
  text.replace(/^( {2}(?:apiVersion|kind|metadata)\t<.*)\n(?: {4}.*\n)+/gm, "$1\n");

/** Replaces ages, and the white space that aligns columns with the longest cell. */
const withoutAges = (text: string): string =>
  text
    .replace(/(?<= )\d+(?:ms|[smhd])(?:\d+[smhd])?(?= |$)/gm, "AGE")
    .replace(/ {2,}/g, "  ")
    .replace(/ +$/gm, "");
