/**
 * Compares admission policies with a real kube-apiserver. Requires one, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- policies
 *
 * PARITY_SEED: another seed; PARITY_POLICIES: the number of cases; PARITY_AUDIT_LOG: the audit log of the real server,
 * for the annotations; PARITY_REPORT: a file for the differences; PARITY_PROGRESS: a file for all responses, from which
 * a later run continues; PARITY_MINUTES: the time after which no batch begins.
 *
 * The real server evaluates policies in a random order, which changes whenever a policy changes. In a second server of
 * this project, the two policies of a case have exchanged names and are therefore evaluated in the other order. Each
 * case is compared with the server whose results are more similar to the real one's.
 */
import { writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type AnnotatedServer, type Annotations, AuditLog, openAnnotatedServer } from "./annotated-server.ts";
import { type ComparableAnswer, comparableAnswer, differenceLines, differingParts } from "./comparable-answer.ts";
import { Pieces } from "./pieces.ts";
import { definition, keepers, type PolicyCase, policyCase, type Request } from "./policy-cases.ts";
import { Random } from "./random.ts";
import { type Answer, openRealServer, type RealServer, userOf } from "./real-server.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const timeoutMs = 3_600_000;
/**
 * The number of cases that are set up together, because new policies take a second to be effective in the real server.
 */
const batchSize = 50;
const refreshMs = 2500;
const leastSameVerdict = 0.995;
const leastSameResult = 0.99;

interface Outcome {
  readonly policyCase: PolicyCase;
  readonly request: Request;
  readonly real: ComparableAnswer;
  readonly own: ComparableAnswer;
  /** Whether the result is from the server whose policies have exchanged names. */
  readonly isTurned: boolean;
}

test.skipIf(kubeconfig === undefined)(
  "policies deny, warn, audit and mutate as those of kube-apiserver do",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    const user = await userOf(real);
    const sides: Sides = { real, own: await openAnnotatedServer(user), turned: await openAnnotatedServer(user) };
    const seed = Number(env["PARITY_SEED"] ?? 1);
    const count = Number(env["PARITY_POLICIES"] ?? 1000);
    const random = new Random(seed);
    const cases = Array.from({ length: count }, (_, index) => policyCase(random, `policies-${seed}-${index}`));
    const batches = Array.from({ length: Math.ceil(count / batchSize) }, (_, index) =>
      cases.slice(index * batchSize, (index + 1) * batchSize),
    );
    for (const request of [definitionRequest, ...keepers]) await sendToAll(sides, request);
    const log = env["PARITY_AUDIT_LOG"];
    const auditLog = log === undefined ? undefined : new AuditLog(log);
    const pieces = new Pieces<Outcome>(`seed ${seed}, ${count} cases`);
    await pieces.each(batches, async (batch) => {
      const outcomes = await compareBatch(sides, batch);
      const annotations = auditLog?.read();
      return outcomes.flatMap((outcomesOfCase) => likelier(outcomesOfCase, annotations));
    });
    report(pieces.all);
  },
  timeoutMs,
);

const definitionRequest: Request = {
  method: "POST",
  path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
  body: definition,
};

interface Sides {
  readonly real: RealServer;
  readonly own: AnnotatedServer;
  readonly turned: AnnotatedServer;
}

/** The responses of all three servers to the requests of a case. */
type CaseOutcome = readonly (Omit<Outcome, "isTurned"> & { readonly turned: ComparableAnswer })[];

async function compareBatch(sides: Sides, batch: readonly PolicyCase[]): Promise<readonly CaseOutcome[]> {
  for (const each of batch) await setUp(sides, each);
  await setTimeout(refreshMs);
  const outcomes: CaseOutcome[] = [];
  for (const policyCase of batch) {
    const ofCase = [];
    for (const request of policyCase.requests) {
      const [theirs, ours, turned] = await sendToAll(sides, request);
      ofCase.push({
        policyCase,
        request,
        real: comparableAnswer(theirs, comparable),
        own: { ...comparableAnswer(ours, comparable), annotations: sides.own.annotationsOf(ours) },
        turned: {
          ...comparableAnswer(withSwappedNames(policyCase, turned), comparable),
          annotations: withSwappedNames(policyCase, sides.turned.annotationsOf(turned)),
        },
      });
    }
    outcomes.push(ofCase);
  }
  for (const each of batch) await tearDown(sides, each);
  return outcomes;
}

/** Exchanges the names of the two policies in a value. */
function withSwappedNames<T>({ namespace }: PolicyCase, value: T): T {
  const names = new RegExp(`(${namespace}-)([01])(?=['"\\\\])`, "g");
  return JSON.parse(
    JSON.stringify(value).replace(names, (_, start, digit) => start + (digit === "0" ? "1" : "0")),
  ) as T;
}

/** Returns the outcomes with the order of policies that is more similar to the real server's. */
function likelier(outcomes: CaseOutcome, annotations: ReadonlyMap<string, Annotations> | undefined) {
  const [straight = [], turned = []] = [false, true].map((isTurned) =>
    outcomes.map(({ turned: other, own, real, ...rest }) => ({
      ...rest,
      real: { ...real, annotations: annotations?.get(real.auditId) ?? (annotations && {}) },
      own: isTurned ? other : own,
      isTurned,
    })),
  );
  const differences = (all: readonly Outcome[]) => all.filter((outcome) => !isSameOutcome(outcome)).length;
  return differences(turned) < differences(straight) ? turned : straight;
}

const sendToAll = ({ real, own, turned }: Sides, { method, path, body, type }: Request) =>
  Promise.all([real, own, turned].map((side) => side.call(method, path, body, type))) as Promise<
    [Answer, Answer, Answer]
  >;

async function setUp(sides: Sides, policyCase: PolicyCase): Promise<void> {
  const { namespace, labels, setup } = policyCase;
  await sendToAll(sides, {
    method: "POST",
    path: "/api/v1/namespaces",
    body: { metadata: { name: namespace, labels } },
  });
  for (const request of setup) {
    const { method, path, body } = request;
    const codes = [
      ...(await Promise.all([sides.real, sides.own].map((side) => side.call(method, path, body)))),
      await sides.turned.call(method, path, withSwappedNames(policyCase, body)),
    ].map(({ code }) => code);
    if (new Set(codes).size > 1) console.log("set up differs", codes, JSON.stringify(request));
  }
}

async function tearDown(sides: Sides, { setup, namespace }: PolicyCase): Promise<void> {
  for (const request of setup.toReversed()) await sendToAll(sides, deletionOf(request));
  await sendToAll(sides, { method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
}

function deletionOf({ path, body }: Request): Request {
  const { name } = (body as { readonly metadata: { readonly name: string } }).metadata;
  return { method: "DELETE", path: `${path}/${name}` };
}

/**
 * Shortens the message of a policy where this server's wording differs: errors of Go's libraries about patches, and
 * values that a kind rejects.
 */
const comparable = (message: string): string =>
  message
    .replace(/(JSON Patch|Internal error occurred|^json): .*$/s, "$1: ...")
    .replace(/^.* is invalid: .*$|^Invalid value: .*$/s, "invalid");

const isSameVerdict = ({ real, own }: Outcome): boolean => real.code === own.code;

const isSameOutcome = ({ real, own }: Outcome): boolean => differingParts(real, own).length === 0;

function report(outcomes: readonly Outcome[]): void {
  const different = outcomes.filter((outcome) => !isSameOutcome(outcome));
  const text = different.map(describeOutcome).join("\n\n");
  const file = env["PARITY_REPORT"];
  if (file === undefined) console.log(text);
  else writeFileSync(file, text);
  const same = outcomes.filter(isSameVerdict).length;
  const turned = outcomes.filter(({ isTurned }) => isTurned).length;
  const denied = outcomes.filter(({ real }) => real.code >= 400).length;
  console.log(
    `${outcomes.length} requests, ${denied} refused; verdict equal: ${same}, all equal: ${outcomes.length - different.length}, ` +
      `of them in the other order ${turned}`,
  );
  expect(same / outcomes.length).toBeGreaterThanOrEqual(leastSameVerdict);
  expect(1 - different.length / outcomes.length).toBeGreaterThanOrEqual(leastSameResult);
}

function describeOutcome(outcome: Outcome): string {
  const { policyCase, request, real, own, isTurned } = outcome;
  const lines = differenceLines(real, own);
  const specs = policyCase.setup
    .filter(({ path }) => path.startsWith("/apis/admissionregistration"))
    .map(({ body }) => JSON.stringify((body as { spec: object }).spec));
  const order = isTurned ? " (the other order)" : "";
  return `${request.method} ${request.path} ${JSON.stringify(request.body)}${order}\n  ${specs.join("\n  ")}\n${lines.join("\n")}`;
}
