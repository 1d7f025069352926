/**
 * Delivery of audit events: at once or in batches, truncated if they are large, and to a webhook. Lost events are
 * counted.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { AuditBatches, type BatchOptions } from "../../../src/server/audit/audit-batches.ts";
import {
  type AuditOutput,
  auditSink,
  type LossReporter,
  type StagedEvent,
} from "../../../src/server/audit/audit-sink.ts";
import { LogFile } from "../../../src/server/audit/log-file.ts";
import { webhookOutput } from "../../../src/server/audit/webhook-output.ts";
import { WebhookClient } from "../../../src/server/webhook/webhook-client.ts";
import { type HookRequest, type HookResponse, type HookServer, startHookServer } from "../webhook/hook-server.ts";

let losses: (readonly [string, number, string])[];
const reportLoss: LossReporter = (plugin, events, error) =>
  losses.push([plugin, events, error instanceof Error ? error.message : String(error)]);
beforeEach(() => {
  losses = [];
});

const eventTexts = (index: number) => ({ json: `${index}`, line: `${index}` });

/** An output that records batches; each write takes `takesMs` milliseconds. */
class Slow implements AuditOutput {
  readonly batches: string[][] = [];
  readonly startsMs: number[] = [];
  private readonly takesMs: number;

  constructor(takesMs = 0) {
    this.takesMs = takesMs;
  }

  async write(events: Parameters<AuditOutput["write"]>[0]): Promise<boolean> {
    this.startsMs.push(performance.now());
    await sleep(this.takesMs);
    this.batches.push(events.map(({ json }) => json));
    return true;
  }

  async close(): Promise<void> {}
}

const batchesOf = (output: AuditOutput, more: Partial<BatchOptions> = {}) =>
  new AuditBatches(output, { bufferSize: 10, maxBatchSize: 3, maxWaitMs: 60_000, isAsync: false, ...more }, reportLoss);

const sizes = ({ batches }: Slow) => batches.map((batch) => batch.length);

test("events are sent in full batches, and the rest after a while", async () => {
  const output = new Slow();
  const batches = batchesOf(output, { maxWaitMs: 30 });
  for (let index = 0; index < 7; index++) batches.write([eventTexts(index)]);
  await expect.poll(() => sizes(output)).toEqual([3, 3, 1]);
  expect(output.batches.flat()).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  expect(losses).toEqual([]);
});

test("events beyond the buffer are dropped and counted; buffered events are sent before closing", async () => {
  const output = new Slow(20);
  const batches = batchesOf(output);
  for (let index = 0; index < 20; index++) batches.write([eventTexts(index)]);
  await batches.close();
  expect(output.batches.flat()).toEqual(Array.from({ length: 13 }, (_, index) => `${index}`));
  expect(losses).toEqual(Array.from({ length: 7 }, () => ["buffered", 1, "audit buffer queue blocked"]));
  batches.write([eventTexts(99)]);
  expect(losses.at(-1)).toEqual(["buffered", 1, "audit backend shut down"]);
});

test("closing waits for an incomplete batch and for batches being sent", async () => {
  const output = new Slow(50);
  const batches = batchesOf(output, { isAsync: true, maxBatchSize: 1 });
  for (let index = 0; index < 4; index++) batches.write([eventTexts(index)]);
  await batches.close();
  expect(output.batches.flat().sort()).toEqual(["0", "1", "2", "3"]);
  const small = batchesOf(output);
  small.write([eventTexts(5)]);
  await small.close();
  expect(output.batches.at(-1)).toEqual(["5"]);
});

test("batches are throttled by a burst and a rate per second", async () => {
  const output = new Slow();
  const throttle = { perSecond: 20, burst: 2 };
  const batches = batchesOf(output, { throttle, maxBatchSize: 1, isAsync: true });
  for (let index = 0; index < 5; index++) batches.write([eventTexts(index)]);
  await batches.close();
  const [first = 0, second = 0, , , last = 0] = output.startsMs;
  expect(second - first).toBeLessThan(last - second);
  expect(last - first).toBeGreaterThan(120);
});

const event = (length: number, hasBodies = true): StagedEvent => ({
  hasBodies,
  json: () => "x".repeat(length),
  legacy: () => "old",
  shortened: () => "short",
});

test.each([
  ["a small event is unchanged", event(99), ["x".repeat(99)], []],
  ["a large event loses its bodies", event(100), ["short"], []],
  [
    "a large event without bodies is dropped",
    event(100, false),
    [],
    [["truncate", 1, "event is too large even after truncating"]],
  ],
] as const)("with a limit of 100 bytes per event, %s", async (_name, staged, expected, lostThen) => {
  const output = new Slow();
  const sink = auditSink(output, { mode: "blocking", format: "json", truncate: { maxEventBytes: 100 } }, reportLoss);
  expect(await sink.take(staged)).toBe(true);
  expect(output.batches.flat()).toEqual(expected);
  expect(losses).toEqual(lostThen);
});

test("only a strict backend reports that an event is lost", async () => {
  const failing: AuditOutput = { write: async () => false, close: async () => {} };
  const takeWith = (mode: "blocking" | "blocking-strict") =>
    auditSink(failing, { mode, format: "json" }, reportLoss).take(event(1));
  expect(await takeWith("blocking")).toBe(true);
  expect(await takeWith("blocking-strict")).toBe(false);
});

let hook: HookServer;
let handle: (hookRequest: HookRequest) => HookResponse | undefined;
beforeAll(async () => {
  hook = await startHookServer((hookRequest) => handle(hookRequest));
});
afterAll(() => hook.close());

function webhookAt(port = hook.ports.good) {
  const target = { url: `https://127.0.0.1:${port}/audit`, authority: Buffer.from(hook.caBundle, "base64").toString() };
  const client = new WebhookClient(() => {
    throw new Error("no service");
  });
  return webhookOutput({ target, client, firstBackoffMs: 1, apiVersion: "audit.k8s.io/v1" }, reportLoss);
}

const eventWithId = (auditID: string) => {
  const json = JSON.stringify({ kind: "Event", apiVersion: "audit.k8s.io/v1", level: "Metadata", auditID });
  return { json, line: json };
};

test("a webhook receives events as a list", async () => {
  hook.requests.length = 0;
  handle = () => ({ body: "" });
  expect(await webhookAt().write([eventWithId("1"), eventWithId("2")])).toBe(true);
  expect(hook.requests.map(({ path, query, review }) => ({ path, query, review }))).toEqual([
    {
      path: "/audit",
      query: "timeout=30s",
      review: {
        kind: "EventList",
        apiVersion: "audit.k8s.io/v1",
        metadata: {},
        items: [
          { level: "Metadata", auditID: "1" },
          { level: "Metadata", auditID: "2" },
        ],
      },
    },
  ]);
});

test.each<[string, (hookRequest: HookRequest) => HookResponse | undefined]>([
  ["500", () => ({ code: 500, body: "" })],
  ["403", () => ({ code: 403, body: "no" })],
  ["no response", () => ({ ends: "close" })],
  ["a truncated response", () => ({ ends: "half" })],
])("events to which a webhook responds with %s are sent five times in total and then lost", async (_name, play) => {
  hook.requests.length = 0;
  handle = play;
  const output = webhookAt();
  const first = output.write([eventWithId("1"), eventWithId("2")]);
  await output.close();
  expect(await first).toBe(false);
  expect(hook.requests).toHaveLength(5);
  expect(losses).toEqual([["webhook", 2, expect.any(String)]]);
  let left = 4;
  handle = (hookRequest) => (left-- > 0 ? play(hookRequest) : { body: "<html>" });
  expect(await webhookAt().write([eventWithId("1")])).toBe(true);
  expect(losses).toHaveLength(1);
});

test("events are lost if the webhook's certificate expired or no server listens on its port", async () => {
  for (const name of ["expired", "nobody"] as const) {
    losses = [];
    expect(await webhookAt(hook.ports[name]).write([eventWithId("1")])).toBe(false);
    expect(losses).toEqual([["webhook", 1, expect.stringContaining("Post")]]);
  }
});

let folder: string | undefined;
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
});

test("full files are compressed, keep their time, and count toward maxBackups", async () => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-audit-"));
  let nowMs = Date.now();
  const options = { maxBytes: 10, maxAgeMs: 0, maxBackups: 2, isCompressed: true };
  const file = new LogFile({ path: join(folder, "audit.log"), ...options, nowMs: () => nowMs });
  for (let index = 0; index < 5; index++) {
    file.write(`event ${index}`);
    nowMs += 1000;
    await file.close();
  }
  const names = readdirSync(folder).sort();
  expect(names).toEqual([
    expect.stringMatching(/^audit-.*\.log\.gz$/),
    expect.stringMatching(/^audit-.*\.log\.gz$/),
    "audit.log",
  ]);
  const contents = names.map((name) => readFileSync(join(folder ?? "", name)));
  expect([gunzipSync(contents[0] ?? ""), gunzipSync(contents[1] ?? ""), contents[2]].map(String)).toEqual([
    "event 2\n",
    "event 3\n",
    "event 4\n",
  ]);
});

test("a full file that cannot be compressed is kept, and reported with the error", async () => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-audit-"));
  const path = join(folder, "audit.log");
  const failures: unknown[] = [];
  const onUncompressed = (file: string, error: unknown) => failures.push([file, String(error)]);
  const options = { maxBytes: 10, maxAgeMs: 0, maxBackups: 0, isCompressed: true, onUncompressed };
  const file = new LogFile({ path, ...options, nowMs: () => Date.parse("2026-05-01T12:00:00Z") });
  const full = join(folder, "audit-2026-05-01T12-00-00.000.log");
  mkdirSync(`${full}.gz`);
  file.write("event 0");
  file.write("event 1");
  await file.close();
  expect(failures).toEqual([[full, expect.stringContaining("EISDIR")]]);
  expect(readFileSync(full, "utf8")).toBe("event 0\n");
  expect(existsSync(`${full}.gz.new`)).toBe(false);
});
