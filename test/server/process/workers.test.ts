/** Several worker processes of one server: the effects when a worker, or the process with the store, ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { killAll, type Served, serve } from "./served.ts";
import { expectAcknowledged, Writers } from "./writers.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "clustervet-workers-"));
});
afterEach(async () => {
  await killAll();
  rmSync(dataDir, { recursive: true, force: true });
});

const args = ["--workers", "2"];
const timeoutMs = 60_000;

/** The process IDs of the workers that have reported that they serve, oldest first. */
const pidsOf = (server: Served): readonly number[] =>
  server.log().flatMap(({ msg, pid }) => (msg === "serving" && pid !== undefined ? [pid] : []));

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function waitUntil(isSo: () => boolean): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  while (!isSo() && Date.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 20));
}

test(
  "a killed worker is replaced, and no acknowledged write is lost",
  async () => {
    const server = await serve(dataDir, { args });
    const writers = new Writers(8);
    writers.start(server, 0);
    await writers.acknowledged(50);
    process.kill(pidsOf(server)[0] ?? 0, "SIGKILL");
    await waitUntil(() => pidsOf(server).length === 3);
    expect(server.complaints()).toMatchObject([{ msg: "a worker ended; another one is started" }]);
    await writers.acknowledged(50);
    server.child.kill("SIGTERM");
    expect(await server.ended).toEqual({ code: 0, signal: null });
    await writers.stopped();
    await expectAcknowledged(await serve(dataDir, { args }), writers);
  },
  timeoutMs,
);

test(
  "when the process with the store is killed, its workers end, and a new server has the acknowledged writes",
  async () => {
    const server = await serve(dataDir, { args });
    const writers = new Writers(8);
    writers.start(server, 0);
    await writers.acknowledged(50);
    await server.kill();
    await writers.stopped();
    await waitUntil(() => !pidsOf(server).some(isRunning));
    await expectAcknowledged(await serve(dataDir, { args }), writers);
  },
  timeoutMs,
);

test(
  "the server stops if its workers end again and again (maxRestarts)",
  async () => {
    const server = await serve(dataDir, { args });
    for (let killed = 0; killed < 6; killed++) {
      await waitUntil(() => pidsOf(server).length === killed + 2);
      process.kill(pidsOf(server)[killed] ?? 0, "SIGKILL");
    }
    expect(await server.ended).toEqual({ code: 2, signal: null });
    expect(server.complaints().at(-1)?.msg).toBe("5 workers were started again in a minute; the server stops");
  },
  timeoutMs,
);

test("an address that workers cannot listen on is reported once, and the server ends with 2", async () => {
  const first = await serve(dataDir, { args });
  const other = mkdtempSync(join(tmpdir(), "clustervet-workers-"));
  const port = String(first.access.port);
  await expect(serve(other, { args: [...args, "--secure-port", port] })).rejects.toThrow(
    new RegExp(
      `^ended with 2: clustervet: cannot listen on 127.0.0.1:${port}: another process listens on this address\\n.*\\n$`,
    ),
  );
  rmSync(other, { recursive: true, force: true });
});

test.each([
  [["--audit-log-path", "audit.log"], /--audit-log-path must be - with --workers/],
  [["--workers", "65"], /must be at most 64/],
])("%o is refused (maxWorkers)", async (more, message) => {
  await expect(serve(dataDir, { args: [...args, ...more] })).rejects.toThrow(message);
});
