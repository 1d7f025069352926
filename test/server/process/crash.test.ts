/** Kills the whole server while clients write and watch: 3 times by default, 20 times in the long form. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProcess } from "../../cli/run-cli.ts";
import { effort, proofTimeoutMs } from "./effort.ts";
import { Follower } from "./follower.ts";
import { expectWholeHistory, listVersions, replayWatch } from "./history.ts";
import { killAll, serve } from "./served.ts";
import { expectAcknowledged, Writers } from "./writers.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "clustervet-crash-"));
});
afterAll(async () => {
  await killAll();
  rmSync(root, { recursive: true, force: true });
});

const maps = "/api/v1/namespaces/default/configmaps";
const rounds = effort(3, 20);

test(
  `killed ${rounds} times under load: nothing acknowledged is lost, nothing is half there, watches go on`,
  async () => {
    const dataDir = join(root, "data");
    let server = await serve(dataDir);
    const { json: first } = await server.call("GET", maps);
    const start = Number(first.metadata.resourceVersion);
    let restarted = Promise.resolve(server);
    const followers = Array.from({ length: 3 }, () => new Follower(maps, start, async () => (await restarted).access));
    const writers = new Writers(8);
    for (let round = 0; round < rounds; round++) {
      await Promise.all(followers.map((follower) => follower.opened()));
      writers.start(server, round);
      await writers.acknowledged(40 + round * 37);
      const killed = server;
      restarted = killed.kill().then(async () => {
        await writers.stopped();
        return serve(dataDir);
      });
      server = await restarted;
      await expectAcknowledged(server, writers);
    }
    const { json: last } = await server.call("POST", maps, { metadata: { name: "last" } });
    const end = Number(last.metadata.resourceVersion);
    for (const follower of followers) {
      await follower.until(end);
      await follower.stop();
      expect(follower.faults).toEqual([]);
      expect(follower.resumptions).toBe(rounds);
      expectWholeHistory(follower.changes, writers);
      expect(replayWatch(follower.changes)).toEqual(await listVersions(server, maps));
    }
    server.child.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    const check = runProcess(["storage", "check", dataDir]);
    expect({ code: check.code, stderr: check.stderr }).toEqual({ code: 0, stderr: "" });
  },
  proofTimeoutMs,
);
