/** The system calls of a whole server: a write is on the disk before it is acknowledged. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proofTimeoutMs } from "./effort.ts";
import { killAll, type Served, serve } from "./served.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "clustervet-flush-"));
});
afterAll(async () => {
  await killAll();
  rmSync(root, { recursive: true, force: true });
});

const maps = "/api/v1/namespaces/default/configmaps";
const rounds = 10;
const calls = "fdatasync,fsync,msync,pwrite64,pwritev,write,writev,sendto,sendmsg";
/** A signal that has no effect on the process but is visible in the trace. */
const markerSignal = "SIGWINCH";

const strace = spawnSync("strace", ["-V"]);
const isCi = process.env["CI"] !== undefined;

describe.skipIf(strace.error !== undefined && !isCi)("traced (apt-get install strace)", () => {
  test(
    "each response to a write is sent after its pages are flushed and then the root is written",
    async () => {
      const trace = join(root, "trace");
      const straceArgs = ["-e", `trace=${calls}`, "-e", `signal=${markerSignal}`, "-s", "16", "-o", trace];
      const server = await serve(join(root, "data"), { through: ["strace", "-D", "-f", "-yy", ...straceArgs] });
      const answered = await write(server);
      server.child.kill("SIGTERM");
      await server.ended;
      const [, ...marked] = readFileSync(trace, "utf8").split(new RegExp(`^.*--- ${markerSignal} .*$`, "m"));
      expect(answered).toEqual(Array.from({ length: rounds }, () => [201, 200, 200]).flat());
      expect(marked.map((lines) => untilAnswer(lines.split("\n")))).toEqual(
        answered.map(() => ["pages", "flush", "root", "answer"]),
      );
    },
    proofTimeoutMs,
  );
});

describe.skipIf(strace.error !== undefined && !isCi)("a disk that fails (apt-get install strace)", () => {
  test(
    "a failed flush stops the store: it acknowledges nothing more, is not ready, and keeps what it acknowledged",
    async () => {
      const dataDir = join(root, "failing");
      const first = await serve(dataDir);
      await first.kill();
      const failing = ["-f", "-o", "/dev/null", "-e", "trace=fdatasync,fsync,msync"];
      const inject = ["fdatasync", "fsync", "msync"].flatMap((call) => ["-e", `inject=${call}:error=EIO:when=8+`]);
      const server = await serve(dataDir, { through: ["strace", "-D", ...failing, ...inject] });
      const acknowledged: string[] = [];
      const create = (name: string) => server.call("POST", maps, { metadata: { name } });
      for (let index = 0; index < 100; index++) {
        const { code, json } = await create(`m${index}`);
        if (code === 201) acknowledged.push(`m${index}`);
        else expect({ code, reason: json.reason }).toEqual({ code: 503, reason: "ServiceUnavailable" });
        if (code !== 201) break;
      }
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(acknowledged.length).toBeLessThan(10);
      expect((await create("later")).code).toBe(503);
      expect((await server.call("GET", `${maps}/m0`)).code).toBe(503);
      expect((await server.call("GET", "/readyz")).code).toBe(500);
      expect((await server.call("GET", "/livez")).code).toBe(500);
      await server.kill();
      const { call } = await serve(dataDir);
      const { json } = await call("GET", maps);
      const names = json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
      expect(names).toEqual(expect.arrayContaining(acknowledged));
      expect((await call("POST", maps, { metadata: { name: "again" } })).code).toBe(201);
    },
    proofTimeoutMs,
  );
});

/** Creates, updates and deletes objects, with a mark before each request. Returns the status codes. */
async function write({ call, child }: Served): Promise<number[]> {
  const codes: number[] = [];
  const callWithMarkers = async (method: string, path: string, body?: object) => {
    child.kill(markerSignal);
    codes.push((await call(method, path, body)).code);
  };
  await call("GET", maps);
  for (let round = 0; round < rounds; round++) {
    const metadata = { name: `m${round}` };
    await callWithMarkers("POST", maps, { metadata });
    await callWithMarkers("PUT", `${maps}/m${round}`, { metadata, data: { a: "1" } });
    await callWithMarkers("DELETE", `${maps}/m${round}`);
  }
  return codes;
}

/** Returns the steps of the server until it first writes to a client, without repetitions. */
function untilAnswer(lines: readonly string[]): string[] {
  const steps: string[] = [];
  for (const line of lines) {
    const step = stepOf(line);
    if (step !== undefined && step !== steps.at(-1)) steps.push(step);
    if (step === "answer") break;
  }
  return steps;
}

/**
 * Returns the step that a line of the trace shows. A flush counts when it is complete, all other calls when they begin.
 */
function stepOf(line: string): string | undefined {
  if (/\b(?:write|writev|sendto|sendmsg)\(\d+<TCP:/.test(line)) return "answer";
  // The root is written through a descriptor that flushes each write.
  if (/\bpwrite64\(\d+<[^>]*storage\.mdb>.*, 128, (?:40|4136)\b/.test(line)) return "root";
  if (/\b(?:pwrite64|pwritev|writev)\(\d+<[^>]*storage\.mdb>/.test(line)) return "pages";
  const isFlush = /\b(?:fdatasync|fsync|msync)\b/.test(line);
  return isFlush && !line.includes("<unfinished") ? "flush" : undefined;
}
