/**
 * Holds policies of admission against a real kube-apiserver. Needs one to ask, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- policies
 *
 * PARITY_SEED: other policies; PARITY_POLICIES: how many cases; PARITY_AUDIT_LOG: the audit log of the real server, for the
 * annotations; PARITY_REPORT: a file for the differences; PARITY_PROGRESS: a file for all answers as they come, behind which a
 * later run goes on; PARITY_MINUTES: no batch begins after them.
 *
 * The real server asks policies in a random order, and draws another order when any of them changes. A second server of ours has the
 * policies of a case under each other's names, so in the other order; a case is held against the one that is more like the real one.
 */
import { openSync, readSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { UserInfo } from "../../src/access/user.ts";
import { isOnByDefault } from "../../src/server/admission/plugins.ts";
import type { Authenticator } from "../../src/server/authn/authenticator.ts";
import type { Exchange } from "../../src/server/http/exchange.ts";
import { startTestServer } from "../server/start.ts";
import { Pieces } from "./pieces.ts";
import { definition, keepers, type PolicyCase, policyCase, type Request } from "./policy-cases.ts";
import { Random } from "./random.ts";
import { type Answer, openRealServer, type RealServer, typeOf, userOf } from "./real-server.ts";

const { env } = process;
const kubeconfig = env["PARITY_KUBECONFIG"];
const timeoutMs = 3_600_000;
/** Cases that are set up together: policies take a second to work in the real server. */
const batchSize = 50;
const refreshMs = 2500;
const leastSameVerdict = 0.995;
const leastSameResult = 0.99;

interface Outcome {
  readonly policyCase: PolicyCase;
  readonly request: Request;
  readonly real: Told;
  readonly own: Told;
  /** Whether our policies had each other's names. */
  readonly isTurned: boolean;
}

/** The answer of a server to a request. */
interface Told {
  readonly code: number;
  readonly message: unknown;
  readonly reason: unknown;
  readonly causes: unknown;
  readonly warnings: readonly string[];
  readonly annotations: Readonly<Record<string, string>> | undefined;
  readonly object: unknown;
  readonly auditId: string;
}

test.skipIf(kubeconfig === undefined)(
  "policies refuse, warn, note and change as those of kube-apiserver do",
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    const user = await userOf(real);
    const sides: Sides = { real, own: await openOwnServer(user), turned: await openOwnServer(user) };
    const seed = Number(env["PARITY_SEED"] ?? 1);
    const count = Number(env["PARITY_POLICIES"] ?? 1000);
    const random = new Random(seed);
    const cases = Array.from({ length: count }, (_, index) => policyCase(random, `policies-${seed}-${index}`));
    const batches = Array.from({ length: Math.ceil(count / batchSize) }, (_, index) =>
      cases.slice(index * batchSize, (index + 1) * batchSize),
    );
    for (const request of [definitionRequest, ...keepers]) await everywhere(sides, request);
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

interface OwnServer extends RealServer {
  annotationsOf(answer: Answer): Readonly<Record<string, string>>;
}

interface Sides {
  readonly real: RealServer;
  readonly own: OwnServer;
  readonly turned: OwnServer;
}

/** The answers to the requests of a case, of all three. */
type CaseOutcome = readonly (Omit<Outcome, "isTurned"> & { readonly turned: Told })[];

async function compareBatch(sides: Sides, batch: readonly PolicyCase[]): Promise<readonly CaseOutcome[]> {
  for (const each of batch) await setUp(sides, each);
  await setTimeout(refreshMs);
  const outcomes: CaseOutcome[] = [];
  for (const policyCase of batch) {
    const ofCase = [];
    for (const request of policyCase.requests) {
      const [theirs, ours, turned] = await everywhere(sides, request);
      ofCase.push({
        policyCase,
        request,
        real: told(theirs),
        own: { ...told(ours), annotations: sides.own.annotationsOf(ours) },
        turned: {
          ...told(turnedAbout(policyCase, turned)),
          annotations: turnedAbout(policyCase, sides.turned.annotationsOf(turned)),
        },
      });
    }
    outcomes.push(ofCase);
  }
  for (const each of batch) await tearDown(sides, each);
  return outcomes;
}

/** The same with the names of two policies exchanged. */
function turnedAbout<T>({ namespace }: PolicyCase, value: T): T {
  const names = new RegExp(`(${namespace}-)([01])(?=['"\\\\])`, "g");
  return JSON.parse(
    JSON.stringify(value).replace(names, (_, start, digit) => start + (digit === "0" ? "1" : "0")),
  ) as T;
}

/** With the order of policies that is more like the real one. */
function likelier(
  outcomes: CaseOutcome,
  annotations: ReadonlyMap<string, Readonly<Record<string, string>>> | undefined,
) {
  const [straight = [], turned = []] = [false, true].map((isTurned) =>
    outcomes.map(({ turned: other, own, real, ...rest }) => ({
      ...rest,
      real: { ...real, annotations: annotations?.get(real.auditId) ?? (annotations && {}) },
      own: isTurned ? other : own,
      isTurned,
    })),
  );
  const differences = (all: readonly Outcome[]) => all.filter((outcome) => differencesOf(outcome).length > 0).length;
  return differences(turned) < differences(straight) ? turned : straight;
}

async function openOwnServer(user: UserInfo): Promise<OwnServer> {
  const exchanges = new Map<string, Exchange>();
  const administrator: Authenticator = {
    async authenticate(exchange: Exchange) {
      exchanges.set(exchange.auditId, exchange);
      return { outcome: "user", user };
    },
  };
  const server = await startTestServer({ authenticators: [administrator], isPluginOn: isOnByDefault });
  onTestFinished(() => server.close());
  return {
    async call(method, path, body, type = typeOf(method)) {
      const { code, json, headers } = await server.call(method, path, body, { "content-type": type });
      return { code, body: (json ?? {}) as Record<string, unknown>, headers };
    },
    close() {},
    annotationsOf(answer) {
      const id = auditIdOf(answer);
      const exchange = exchanges.get(id);
      exchanges.delete(id);
      return admissionAnnotations(exchange?.auditAnnotations ?? []);
    },
  };
}

const everywhere = ({ real, own, turned }: Sides, { method, path, body, type }: Request) =>
  Promise.all([real, own, turned].map((side) => side.call(method, path, body, type))) as Promise<
    [Answer, Answer, Answer]
  >;

async function setUp(sides: Sides, policyCase: PolicyCase): Promise<void> {
  const { namespace, labels, setup } = policyCase;
  await everywhere(sides, {
    method: "POST",
    path: "/api/v1/namespaces",
    body: { metadata: { name: namespace, labels } },
  });
  for (const request of setup) {
    const { method, path, body } = request;
    const codes = [
      ...(await Promise.all([sides.real, sides.own].map((side) => side.call(method, path, body)))),
      await sides.turned.call(method, path, turnedAbout(policyCase, body)),
    ].map(({ code }) => code);
    if (new Set(codes).size > 1) console.log("set up differs", codes, JSON.stringify(request));
  }
}

async function tearDown(sides: Sides, { setup, namespace }: PolicyCase): Promise<void> {
  for (const request of setup.toReversed()) await everywhere(sides, deletionOf(request));
  await everywhere(sides, { method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
}

function deletionOf({ path, body }: Request): Request {
  const { name } = (body as { readonly metadata: { readonly name: string } }).metadata;
  return { method: "DELETE", path: `${path}/${name}` };
}

const auditIdOf = ({ headers }: Answer): string => String(headers?.["audit-id"] ?? "");

function told(answer: Answer): Told {
  const { code, body, headers } = answer;
  const isFailure = body["kind"] === "Status" && code >= 400;
  const details = body["details"] as { readonly causes?: readonly Cause[] } | undefined;
  const warning = headers?.["warning"] ?? [];
  return {
    code,
    message: isFailure ? comparable(String(body["message"])) : undefined,
    reason: isFailure ? body["reason"] : undefined,
    causes: isFailure && details?.causes ? causeTexts(details.causes, body["reason"]) : undefined,
    warnings: [warning]
      .flat()
      .flatMap((text) => text.split(/, (?=299 )/))
      .sort(),
    annotations: undefined,
    object: isFailure ? undefined : withoutOwn(body),
    auditId: auditIdOf(answer),
  };
}

interface Cause {
  readonly field?: string;
  readonly message?: string;
}

/** The message of a policy; ours has other words where Go's libraries report patches, and for values that a kind refuses. */
const comparable = (message: string): string =>
  message
    .replace(/(JSON Patch|Internal error occurred|^json): .*$/s, "$1: ...")
    .replace(/^.* is invalid: .*$|^Invalid value: .*$/s, "invalid");

const causeTexts = (causes: readonly Cause[], reason: unknown): readonly string[] =>
  [...new Set(causes.map((cause) => causeText(cause, reason)))].sort();

/** Of a fault of the kind the field counts, and of a fault of a policy its words. */
const causeText = ({ field, message = "" }: Cause, reason: unknown): string =>
  field ?? (reason === "InternalError" ? "" : comparable(message));

/** Values that each server gives out itself. */
function withoutOwn(body: Record<string, unknown>): unknown {
  if (body["kind"] === "Status") return undefined;
  if (Array.isArray(body["items"])) return body["items"].map(withoutOwn);
  const {
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _time,
    deletionTimestamp: _end,
    managedFields: _fields,
    selfLink: _link,
    ...metadata
  } = (body["metadata"] ?? {}) as Record<string, unknown>;
  const text = JSON.stringify({ ...body, metadata });
  return JSON.parse(text.replaceAll(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<made>"));
}

interface AuditEvent {
  readonly auditID: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Reads what has been appended since it was made, or read last. */
class AuditLog {
  private readonly descriptor: number;

  constructor(file: string) {
    this.descriptor = openSync(file, "r");
    this.newText();
  }

  /** Annotations of admission by the id of the request. */
  read(): ReadonlyMap<string, Readonly<Record<string, string>>> {
    const events = this.newText()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as AuditEvent);
    return new Map(
      events.map(({ auditID, annotations = {} }) => [auditID, admissionAnnotations(Object.entries(annotations))]),
    );
  }

  private newText(): string {
    const chunks: Buffer[] = [];
    const chunk = Buffer.alloc(1 << 20);
    for (let size = readSync(this.descriptor, chunk); size > 0; size = readSync(this.descriptor, chunk)) {
      chunks.push(Buffer.from(chunk.subarray(0, size)));
    }
    return Buffer.concat(chunks).toString("utf8");
  }
}

const admissionAnnotations = (annotations: Iterable<[string, string]>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...annotations].filter(([key]) => !/^(?:authorization|apiserver\.latency|pod-security)/.test(key)).sort(),
  );

const isSameVerdict = ({ real, own }: Outcome): boolean => real.code === own.code;

const compared = ["code", "message", "reason", "causes", "warnings", "annotations", "object"] as const;

function differencesOf({ real, own }: Outcome): readonly string[] {
  return compared.filter(
    (name) => !(name === "annotations" && real.annotations === undefined) && !isDeepStrictEqual(real[name], own[name]),
  );
}

function report(outcomes: readonly Outcome[]): void {
  const different = outcomes.filter((outcome) => differencesOf(outcome).length > 0);
  const text = different.map(described).join("\n\n");
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

function described(outcome: Outcome): string {
  const { policyCase, request, real, own, isTurned } = outcome;
  const lines = differencesOf(outcome).map((name) => {
    const key = name as keyof Told;
    return `  ${name}:\n    real ${JSON.stringify(real[key])}\n    own  ${JSON.stringify(own[key])}`;
  });
  const specs = policyCase.setup
    .filter(({ path }) => path.startsWith("/apis/admissionregistration"))
    .map(({ body }) => JSON.stringify((body as { spec: object }).spec));
  const order = isTurned ? " (the other order)" : "";
  return `${request.method} ${request.path} ${JSON.stringify(request.body)}${order}\n  ${specs.join("\n  ")}\n${lines.join("\n")}`;
}
