/**
 * Holds policies of admission against a real kube-apiserver. Needs one to ask, as its administrator:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server -- policies
 *
 * PARITY_SEED: other policies; PARITY_POLICIES: how many cases; PARITY_AUDIT_LOG: the audit log of the real server, for the
 * annotations; PARITY_REPORT: a file for the differences; PARITY_RECORD: a file for what the server said.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, expect, test } from "vitest";
import type { Authenticator } from "../../src/server/authn/authenticator.ts";
import type { Exchange } from "../../src/server/http/exchange.ts";
import { startTestServer } from "../server/start.ts";
import { definition, keepers, type PolicyCase, policyCase, type Request } from "./policy-cases.ts";
import { Random } from "./random.ts";
import { type Answer, openRealServer, type RealServer, typeOf } from "./real-server.ts";

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
    afterAll(() => real.close());
    const { own, annotationsOf } = await openOwnServer();
    const seed = Number(env["PARITY_SEED"] ?? 1);
    const random = new Random(seed);
    const cases = Array.from({ length: Number(env["PARITY_POLICIES"] ?? 1000) }, (_, index) =>
      policyCase(random, `policies-${seed}-${index}`),
    );
    await both(real, own, {
      method: "POST",
      path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      body: definition,
    });
    for (const request of keepers) await both(real, own, request);
    const outcomes: Outcome[] = [];
    for (let from = 0; from < cases.length; from += batchSize) {
      const batch = cases.slice(from, from + batchSize);
      for (const each of batch) await setUp(real, own, each);
      await setTimeout(refreshMs);
      for (const each of batch) {
        for (const request of each.requests) {
          const [theirs, ours] = await both(real, own, request);
          outcomes.push({
            policyCase: each,
            request,
            real: told(theirs),
            own: { ...told(ours), annotations: annotationsOf(ours) },
          });
        }
      }
      for (const each of batch) await tearDown(real, own, each);
    }
    const log = env["PARITY_AUDIT_LOG"];
    const annotations = log === undefined ? undefined : readAuditLog(log);
    const compared = outcomes.map((outcome) => ({
      ...outcome,
      real: { ...outcome.real, annotations: annotations?.get(outcome.real.auditId) ?? (annotations && {}) },
    }));
    const record = env["PARITY_RECORD"];
    if (record !== undefined) writeFileSync(record, compared.map((each) => `${JSON.stringify(each)}\n`).join(""));
    report(compared);
  },
  timeoutMs,
);

async function openOwnServer() {
  const exchanges = new Map<string, Exchange>();
  const user = { username: "kubernetes-admin", uid: "", groups: ["system:masters", "system:authenticated"], extra: {} };
  const administrator: Authenticator = {
    async authenticate(exchange: Exchange) {
      exchanges.set(exchange.auditId, exchange);
      return { outcome: "user", user };
    },
  };
  const server = await startTestServer({ authenticators: [administrator] });
  afterAll(() => server.close());
  const own: RealServer = {
    async call(method, path, body, type = typeOf(method)) {
      const { code, json, headers } = await server.call(method, path, body, { "content-type": type });
      return { code, body: (json ?? {}) as Record<string, unknown>, headers };
    },
    close() {},
  };
  const annotationsOf = (answer: Answer) => {
    const id = auditIdOf(answer);
    const exchange = exchanges.get(id);
    exchanges.delete(id);
    return admissionAnnotations(exchange?.auditAnnotations ?? []);
  };
  return { own, annotationsOf };
}

const both = (real: RealServer, own: RealServer, { method, path, body }: Request) =>
  Promise.all([real.call(method, path, body), own.call(method, path, body)]);

async function setUp(real: RealServer, own: RealServer, { namespace, labels, setup }: PolicyCase): Promise<void> {
  await both(real, own, {
    method: "POST",
    path: "/api/v1/namespaces",
    body: { metadata: { name: namespace, labels } },
  });
  for (const request of setup) {
    const codes = (await both(real, own, request)).map(({ code }) => code);
    if (!isDeepStrictEqual(codes, [201, 201])) console.log("set up differs or fails", codes, JSON.stringify(request));
  }
}

async function tearDown(real: RealServer, own: RealServer, { setup, namespace }: PolicyCase): Promise<void> {
  for (const request of setup.toReversed()) await both(real, own, deletionOf(request));
  await both(real, own, { method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
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
    causes: isFailure ? details?.causes?.map((cause) => causeText(cause, body["reason"])).sort() : undefined,
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

/** Of a fault of the kind the field counts, and of a fault of a policy its words. */
const causeText = ({ field, message = "" }: Cause, reason: unknown): string =>
  field ?? (reason === "InternalError" ? "" : comparable(message));

/** Values that each server gives out itself. */
function withoutOwn(body: Record<string, unknown>): unknown {
  if (body["kind"] === "Status") return undefined;
  const {
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _time,
    managedFields: _fields,
    ...metadata
  } = body["metadata"] as Record<string, unknown>;
  return { ...body, metadata };
}

/** Annotations of admission by the id of the request. */
function readAuditLog(file: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const found = new Map<string, Readonly<Record<string, string>>>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "") continue;
    const { auditID, annotations = {} } = JSON.parse(line) as { auditID: string; annotations?: Record<string, string> };
    found.set(auditID, admissionAnnotations(Object.entries(annotations)));
  }
  return found;
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
  const denied = outcomes.filter(({ real }) => real.code >= 400).length;
  console.log(
    `${outcomes.length} requests, ${denied} refused; verdict equal: ${same}, all equal: ${outcomes.length - different.length}`,
  );
  expect(same / outcomes.length).toBeGreaterThanOrEqual(leastSameVerdict);
  expect(1 - different.length / outcomes.length).toBeGreaterThanOrEqual(leastSameResult);
}

function described(outcome: Outcome): string {
  const { policyCase, request, real, own } = outcome;
  const lines = differencesOf(outcome).map((name) => {
    const key = name as keyof Told;
    return `  ${name}:\n    real ${JSON.stringify(real[key])}\n    own  ${JSON.stringify(own[key])}`;
  });
  const specs = policyCase.setup.slice(2).map(({ body }) => JSON.stringify((body as { spec: object }).spec));
  return `${request.method} ${request.path} ${JSON.stringify(request.body)}\n  ${specs.join("\n  ")}\n${lines.join("\n")}`;
}
