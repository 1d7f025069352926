/** The whole server while its etcd is killed or paused, and comes back. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProcess } from "../../cli/run-cli.ts";
import { type EtcdServer, skipsEtcd, startEtcd } from "../../storage/etcd-server.ts";
import { openWatch } from "../watch-client.ts";
import { effort, proofTimeoutMs } from "./effort.ts";
import { Follower } from "./follower.ts";
import { expectWholeHistory, listVersions, replayWatch } from "./history.ts";
import { killAll, type Served, serve } from "./served.ts";
import { expectAcknowledged, Writers } from "./writers.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const rounds = effort(2, 10);

describe.skipIf(skipsEtcd)("etcd", () => {
  let dataDir: string;
  let etcd: EtcdServer;
  let server: Served;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "clustervet-etcd-faults-"));
    etcd = await startEtcd();
    server = await serve(dataDir, { args: ["--storage", "etcd", "--etcd-servers", etcd.endpoint] });
  }, proofTimeoutMs);
  afterEach(async () => {
    await killAll();
    await etcd.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("etcd killed: requests get 503 at once, watches wait, and both work again after its restart", async () => {
    const { json: first } = await server.call("POST", maps, { metadata: { name: "first" } });
    const watch = await openWatch(
      server.access,
      `${maps}?watch=true&resourceVersion=${first.metadata.resourceVersion}`,
    );
    await etcd.kill();
    const refused = await Promise.all([
      server.call("POST", maps, { metadata: { name: "lost" } }),
      server.call("PUT", `${maps}/first`, first),
      server.call("DELETE", `${maps}/first`),
      server.call("GET", `${maps}/first`),
      server.call("GET", maps),
      server.call("GET", `${maps}?watch=true`),
    ]);
    for (const { code, headers, json } of refused) {
      expect({ code, retryAfter: headers["retry-after"] }).toEqual({ code: 503, retryAfter: "1" });
      expect(json).toMatchObject({ kind: "Status", reason: "ServiceUnavailable" });
    }
    expect((await server.call("GET", `${maps}?resourceVersion=0`)).json.items).toHaveLength(1);
    const health = await server.call("GET", "/readyz");
    expect(health.code).toBe(500);
    expect(health.text).toMatch(/^\[-\]etcd failed/m);
    await etcd.restart();
    await untilReady(server);
    const { json: second } = await server.call("POST", maps, { metadata: { name: "second" } });
    await watch.until(1);
    expect(watch.events).toEqual(["ADDED second"]);
    expect(watch.objects[0].metadata.resourceVersion).toBe(second.metadata.resourceVersion);
    watch.stop();
  });

  test("etcd paused: requests end with their timeout, /readyz fails soon, and everything works again afterwards", async () => {
    const { json: first } = await server.call("POST", maps, { metadata: { name: "first" } });
    const watch = await openWatch(
      server.access,
      `${maps}?watch=true&resourceVersion=${first.metadata.resourceVersion}`,
    );
    etcd.pause();
    const beginning = Date.now();
    const answers = await Promise.all([
      server.call("POST", `${maps}?timeout=1s`, { metadata: { name: "second" } }),
      server.call("GET", `${maps}/first?timeout=1s`),
      server.call("GET", `${maps}?timeout=1s`),
    ]);
    for (const { code, json } of answers) {
      expect({ code, reason: json.reason }).toEqual({ code: 504, reason: "Timeout" });
    }
    expect((await server.call("GET", "/readyz")).code).toBe(500);
    expect(Date.now() - beginning).toBeLessThan(10_000);
    etcd.goOn();
    await untilReady(server);
    const { code, json } = await server.call("POST", maps, { metadata: { name: "third" } });
    expect(code).toBe(201);
    // etcd may have done the write that timed out.
    const { json: list } = await server.call("GET", maps);
    await watch.until(list.items.length - 1);
    expect(watch.events.at(-1)).toBe("ADDED third");
    expect(watch.objects.at(-1).metadata.resourceVersion).toBe(json.metadata.resourceVersion);
    watch.stop();
  });

  test(
    `killed ${rounds} times under load: nothing acknowledged is lost, watches have no gap`,
    async () => {
      const { json } = await server.call("GET", maps);
      const follower = new Follower(maps, Number(json.metadata.resourceVersion), async () => server.access);
      const writers = new Writers(8);
      for (let round = 0; round < rounds; round++) {
        writers.start(server, round);
        await writers.acknowledged(50 + round * 20);
        await etcd.kill();
        await writers.stopped();
        await etcd.restart();
        await untilReady(server);
        await expectAcknowledged(server, writers);
      }
      const { json: last } = await server.call("POST", maps, { metadata: { name: "last" } });
      await follower.until(Number(last.metadata.resourceVersion));
      await follower.stop();
      expect(follower.faults).toEqual([]);
      expectWholeHistory(follower.changes, writers);
      expect(replayWatch(follower.changes)).toEqual(await listVersions(server, maps));
    },
    proofTimeoutMs,
  );
});

test("an etcd that cannot be reached is reported at the start", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "clustervet-no-etcd-"));
  const args = ["--storage", "etcd", "--etcd-servers", "http://127.0.0.1:1", "--log-level", "silent"];
  expect(runProcess(["serve", "--data-dir", dataDir, "--secure-port", "0", ...args])).toEqual({
    code: 2,
    stdout: "",
    stderr: "clustervet: the store cannot be used: etcd: no connection to it\n",
  });
  rmSync(dataDir, { recursive: true });
});

async function untilReady(server: Served): Promise<void> {
  while ((await server.call("GET", "/readyz")).code !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
}
