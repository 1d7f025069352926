/**
 * Compares admission webhooks with a real kube-apiserver: both servers call the same webhooks. Requires one on this
 * machine, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- webhooks
 *
 * PARITY_SEED: another seed; PARITY_WEBHOOKS: the number of cases; PARITY_AUDIT_LOG: the audit log of the real server,
 * for the annotations; PARITY_REPORT: a file for the differences; PARITY_PROGRESS: a file for all responses, from which
 * a later run continues; PARITY_MINUTES: the time after which no batch begins.
 */
import { writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { type HookRequest, type HookServer, startHookServer } from "../server/webhook/hook-server.ts";
import { type AnnotatedServer, AuditLog, openAnnotatedServer } from "./annotated-server.ts";
import {
  type ComparableAnswer,
  comparableAnswer,
  differenceLines,
  differingParts,
  withoutGenerated,
} from "./comparable-answer.ts";
import { Excuses, type knownDifferences } from "./known-differences.ts";
import { Pieces } from "./pieces.ts";
import { type Request, definition as widgetDefinition } from "./policy-cases.ts";
import { Random } from "./random.ts";
import { openRealServer, type RealServer, userOf } from "./real-server.ts";
import { definition, type Side, type WebhookCase, webhookCase } from "./webhook-cases.ts";
import { handle } from "./webhook-plays.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const timeoutMs = 3_600_000;
/**
 * The number of cases that are set up together, because new webhooks take a moment to be effective in the real server.
 */
const batchSize = 24;
const refreshMs = 1500;
/** The number of cases whose requests are sent in parallel. */
const concurrency = 6;
const leastSameVerdict = 0.995;
const leastSameResult = 0.99;

interface Outcome {
  readonly namespace: string;
  readonly setup: readonly Request[];
  readonly request: Request;
  readonly real: HookCalls;
  readonly own: HookCalls;
}

/** A response with the webhook requests that preceded it. */
interface HookCalls extends ComparableAnswer {
  readonly questions: readonly unknown[];
}

interface Sides {
  readonly real: RealServer;
  readonly own: AnnotatedServer;
  readonly hook: HookServer;
}

test.skipIf(kubeconfig === undefined)(
  "webhooks get the same requests as from kube-apiserver, and their responses have the same effect",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    const hook = await startHookServer(handle);
    onTestFinished(() => {
      real.close();
      hook.close();
    });
    const sides: Sides = { real, own: await openAnnotatedServer(await userOf(real)), hook };
    const seed = Number(env["PARITY_SEED"] ?? 1);
    const count = Number(env["PARITY_WEBHOOKS"] ?? 300);
    const random = new Random(seed);
    const cases = Array.from({ length: count }, (_, index) => webhookCase(random, `hooks-${seed}-${index}`, hook));
    const batches = Array.from({ length: Math.ceil(count / batchSize) }, (_, index) =>
      cases.slice(index * batchSize, (index + 1) * batchSize),
    );
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    for (const body of [definition, widgetDefinition]) await sendToBoth(sides, () => ({ method: "POST", path, body }));
    const log = env["PARITY_AUDIT_LOG"];
    const auditLog = log === undefined ? undefined : new AuditLog(log);
    const pieces = new Pieces<Outcome>(`seed ${seed}, ${count} cases`);
    await pieces.each(batches, async (batch) => {
      const outcomes = await compareBatch(sides, batch);
      const annotations = auditLog?.read();
      return outcomes.map((outcome) => ({
        ...outcome,
        real: { ...outcome.real, annotations: annotations?.get(outcome.real.auditId) ?? (annotations && {}) },
      }));
    });
    report(pieces.all);
  },
  timeoutMs,
);

const sendToBoth = ({ real, own }: Sides, requestFor: (side: Side) => Request) =>
  Promise.all(
    (["real", "own"] as const).map((side) => {
      const { method, path, body, type } = requestFor(side);
      return (side === "real" ? real : own).call(method, path, body, type);
    }),
  );

async function compareBatch(sides: Sides, batch: readonly WebhookCase[]): Promise<readonly Outcome[]> {
  sides.hook.requests.length = 0;
  for (const each of batch) await setUp(sides, each);
  await setTimeout(refreshMs);
  const outcomes: Outcome[] = [];
  for (let start = 0; start < batch.length; start += concurrency) {
    const some = batch.slice(start, start + concurrency).map((each) => compareCase(sides, each));
    outcomes.push(...(await Promise.all(some)).flat());
  }
  for (const each of batch) await tearDown(sides, each);
  return outcomes;
}

async function setUp(sides: Sides, { namespace, labels, setupFor }: WebhookCase): Promise<void> {
  const body = { metadata: { name: namespace, labels } };
  await sendToBoth(sides, () => ({ method: "POST", path: "/api/v1/namespaces", body }));
  const requests = { real: setupFor("real"), own: setupFor("own") };
  for (const index of requests.real.keys()) {
    const answers = await sendToBoth(sides, (side) => requests[side][index] as Request);
    if (new Set(answers.map(({ code }) => code)).size > 1) {
      console.log(
        "set up differs",
        answers.map(({ code, body: { message } }) => `${code} ${message}`),
        JSON.stringify(requests.own[index]),
      );
    }
  }
}

async function tearDown(sides: Sides, { namespace, setupFor }: WebhookCase): Promise<void> {
  for (const { path, body } of setupFor("own").toReversed()) {
    const { name } = (body as { readonly metadata: { readonly name: string } }).metadata;
    await sendToBoth(sides, () => ({ method: "DELETE", path: `${path}/${name}` }));
  }
  await sendToBoth(sides, () => ({ method: "DELETE", path: `/api/v1/namespaces/${namespace}` }));
}

async function compareCase(sides: Sides, { namespace, requests, setupFor }: WebhookCase): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const setup = setupFor("own");
  for (const request of requests) {
    const [theirs, ours] = await sendToBoth(sides, () => request);
    if (!theirs || !ours) continue;
    outcomes.push({
      namespace,
      setup,
      request,
      real: { ...comparableAnswer(theirs, comparable), questions: questionsOf(sides.hook, `/real/${namespace}-`) },
      own: {
        ...comparableAnswer(ours, comparable),
        annotations: sides.own.annotationsOf(ours),
        questions: questionsOf(sides.hook, `/own/${namespace}-`),
      },
    });
  }
  return outcomes;
}

/** Replaces texts that differ from run to run. */
const comparable = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uid>")
    .replace(/127\.0\.0\.1:\d+->127\.0\.0\.1:\d+/g, "127.0.0.1:PORT->127.0.0.1:PORT")
    .replace(/^.* is invalid: .*$/s, "invalid")
    // Error messages of Go's libraries for JSON, media types and patches.
    .replace(
      /(failed to call webhook: |response: )(?:couldn't get version\/kind; json parse|json:|illegal base64|response|[^ ]*: must).*$/s,
      "$1...",
    )
    .replace(/(certificate has expired)(?: or is not yet valid:)? .*$/, "$1 ...")
    .replace(/(undecodable patch in webhook response: ).*$/s, "$1...")
    .replace(/mime: .*$/, "mime: ...")
    .replace(/(Internal error occurred: )(?!failed calling|admission webhook|no kind).*$/s, "$1...")
    .replace(/(https:\/\/127\.0\.0\.1:\d+)\/(?:real|own)\//g, "$1/");

/** Removes the requests of one server from the webhook's log and returns them. */
function questionsOf({ requests: asked }: HookServer, prefix: string): readonly unknown[] {
  const questions = asked.filter(({ path }) => path.startsWith(prefix));
  const others = asked.filter(({ path }) => !path.startsWith(prefix));
  asked.splice(0, asked.length, ...others);
  const changing = questions.filter(({ path }) => isMutating(path)).map(comparableRequest);
  // Validating webhooks are called in parallel.
  const checking = questions.filter(({ path }) => !isMutating(path)).map(comparableRequest);
  return [...changing, ...checking].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** The objects of a collection are deleted in parallel. */
const orderOf = ({ path, review }: ReturnType<typeof comparableRequest>): string =>
  isMutating(path) && review.request.operation !== "DELETE" ? "" : `${review.request.oldObject?.metadata.name} ${path}`;

const isMutating = (path: string): boolean => path.includes("/mutating/");

function comparableRequest({ path, query, headers, review }: HookRequest) {
  const { object, oldObject, ...request } = review.request;
  return {
    path: path.replace(/^\/(?:real|own)/, ""),
    query,
    headers: [headers["content-type"], headers["accept"], headers["user-agent"]],
    review: {
      ...review,
      request: { ...request, uid: typeof request.uid, object: plainObject(object), oldObject: plainObject(oldObject) },
    },
  };
}

const serverAnnotations: ReadonlySet<string> = new Set([
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "deletionTimestamp",
  "managedFields",
]);

/** Replaces values that each server generates by their type. */
function plainObject(object: unknown): unknown {
  if (!isPlainObject(object) || !isPlainObject(object["metadata"])) return object;
  const metadata = Object.entries(object["metadata"]).map(([name, value]) => [
    name,
    serverAnnotations.has(name) ? typeof value : value,
  ]);
  const text = JSON.stringify({ ...object, metadata: Object.fromEntries(metadata) });
  return JSON.parse(withoutGenerated(text));
}

const hasSameRequests = ({ real, own }: Outcome): boolean => isDeepStrictEqual(real.questions, own.questions);
const isSameOutcome = (outcome: Outcome): boolean =>
  differingParts(outcome.real, outcome.own).length === 0 && hasSameRequests(outcome);

/** The largest status code that HTTP allows. */
const maxCode = 999;

/** Returns the known difference that explains an outcome. */
function excuseOf(outcome: Outcome): keyof typeof knownDifferences | undefined {
  const { request, real, own } = outcome;
  const others = differingParts(real, own).filter((name) => name !== "annotations");
  const hookNames = [real, own].map(({ message }) => /"h\d\.[^"]*"/.exec(String(message))?.[0]);
  const bothRefuse = real.code >= 400 && own.code >= 400;
  if (bothRefuse && hasSameRequests(outcome) && hookNames[0] && hookNames[1] && hookNames[0] !== hookNames[1])
    return "firstRefusal";
  if (request.method === "DELETE" && /\/pods\b/.test(request.path) && real.questions.length > own.questions.length) {
    return others.length === 0 ? "askedTwice" : undefined;
  }
  const closed = own.questions.filter((question) => /\/(?:close|half)$/.test((question as { path: string }).path));
  if (real.code === 0 && own.code === maxCode) return "largeCode";
  const isAskedAgain = closed.length > 1 && own.questions.length > real.questions.length;
  return isAskedAgain && others.length === 0 ? "closedConnection" : undefined;
}

function report(outcomes: readonly Outcome[]): void {
  const excuses = new Excuses();
  const different = outcomes.filter((outcome) => {
    const excuse = isSameOutcome(outcome) ? undefined : excuseOf(outcome);
    if (excuse) excuses.note(excuse);
    return !excuse && !isSameOutcome(outcome);
  });
  const text = different.map(describeOutcome).join("\n\n");
  const file = env["PARITY_REPORT"];
  if (file === undefined) console.log(text);
  else writeFileSync(file, text);
  const sameVerdict = outcomes.length - different.filter(({ real, own }) => real.code !== own.code).length;
  const callCount = outcomes.reduce((sum, { real }) => sum + real.questions.length, 0);
  const refused = outcomes.filter(({ real }) => real.code >= 400).length;
  const cases = new Set(outcomes.map(({ namespace }) => namespace)).size;
  console.log(
    `${cases} cases, ${outcomes.length} requests, ${callCount} questions to webhooks, ${refused} refused; ` +
      `verdict equal: ${sameVerdict}, all equal: ${outcomes.length - different.length}, ` +
      `with known differences ${JSON.stringify(excuses)}`,
  );
  expect(sameVerdict / outcomes.length).toBeGreaterThanOrEqual(leastSameVerdict);
  expect(1 - different.length / outcomes.length).toBeGreaterThanOrEqual(leastSameResult);
}

function describeOutcome(outcome: Outcome): string {
  const { setup, request, real, own } = outcome;
  const webhooks = setup
    .filter(({ path }) => path.startsWith("/apis/admissionregistration"))
    .flatMap(({ body }) => (body as { readonly webhooks: readonly Record<string, unknown>[] }).webhooks)
    .map(({ clientConfig, ...rest }) => JSON.stringify({ url: (clientConfig as { url: string }).url, ...rest }));
  const requestLines = hasSameRequests(outcome)
    ? []
    : [
        "  questions:",
        ...[real, own].map(({ questions }, side) => `    ${side === 0 ? "real" : "own "} ${JSON.stringify(questions)}`),
      ];
  const title = `${request.method} ${request.path} ${JSON.stringify(request.body)}`;
  return [title, ...webhooks.map((webhook) => `  ${webhook}`), ...differenceLines(real, own), ...requestLines].join(
    "\n",
  );
}
