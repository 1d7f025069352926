/**
 * Two whole servers that share one etcd: each sees the writes of the other, and the background work of both is done
 * once.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWatch } from "../watch-client.ts";
import { backends, type Cluster } from "./backends.ts";
import { effort, proofTimeoutMs } from "./effort.ts";
import { Follower } from "./follower.ts";
import type { Served } from "./served.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const [onEtcd] = backends.filter(({ name, isSkipped }) => name.startsWith("etcd") && !isSkipped);

describe.skipIf(!onEtcd)("two servers over one etcd", () => {
  let cluster: Cluster;
  let servers: readonly [Served, Served];
  beforeAll(async () => {
    if (onEtcd) cluster = await onEtcd.start();
    const [first, second] = cluster.servers;
    if (!first || !second) throw new Error("two servers run");
    servers = [first, second];
  }, proofTimeoutMs);
  afterAll(() => cluster.stop());

  test(
    "the watches of both servers get the same events in the same order, whichever server writes",
    async () => {
      const { json } = await servers[0].call("GET", maps);
      const version = Number(json.metadata.resourceVersion);
      const followers = servers.map(({ access }) => new Follower(maps, version, async () => access));
      const count = effort(40, 1000);
      const write = async (server: Served, by: string) => {
        for (let index = 0; index < count; index++) {
          await server.call("POST", maps, { metadata: { name: `${by}-${index}` } });
          if (index % 2 === 0) await server.call("DELETE", `${maps}/${by}-${index}`);
        }
      };
      await Promise.all([write(servers[0], "a"), write(servers[1], "b")]);
      const { json: last } = await servers[1].call("POST", maps, { metadata: { name: "last" } });
      for (const follower of followers) await follower.until(Number(last.metadata.resourceVersion));
      await Promise.all(followers.map((follower) => follower.stop()));
      const [first, second] = followers.map(({ changes }) =>
        changes.map(({ type, name, version }) => [type, name, version]),
      );
      expect(first).toHaveLength(count * 3 + 1);
      expect(second).toEqual(first);
    },
    proofTimeoutMs,
  );

  test("a list from one server contains at once the writes that the other acknowledged", async () => {
    for (let index = 0; index < 50; index++) {
      const [writer, reader] = index % 2 === 0 ? servers : [servers[1], servers[0]];
      const { json: made } = await writer.call("POST", maps, { metadata: { name: `seen-${index}` } });
      const { json: list } = await reader.call("GET", `${maps}?fieldSelector=metadata.name=seen-${index}`);
      expect(list.items.map(({ metadata }: { metadata: object }) => metadata)).toEqual([made.metadata]);
      const path = `${maps}?resourceVersion=${made.metadata.resourceVersion}&resourceVersionMatch=NotOlderThan`;
      expect((await reader.call("GET", path)).code).toBe(200);
    }
  });

  test(
    "a deleted namespace loses each of its objects once, and a new namespace of its name keeps its objects",
    async () => {
      for (let round = 0; round < effort(3, 30); round++) {
        const [one, other] = round % 2 === 0 ? servers : [servers[1], servers[0]];
        const { json: created } = await one.call("POST", "/api/v1/namespaces", { metadata: { name: "going" } });
        const inside = "/api/v1/namespaces/going/configmaps";
        for (let index = 0; index < 10; index++) {
          const made = await (index % 2 === 0 ? one : other).call("POST", inside, { metadata: { name: `m${index}` } });
          expect(made.code).toBe(201);
        }
        const from = `watch=true&resourceVersion=${created.metadata.resourceVersion}`;
        const watch = await openWatch(other.access, `${inside}?${from}`);
        const namespaces = await openWatch(
          other.access,
          `/api/v1/namespaces?${from}&fieldSelector=metadata.name=going`,
        );
        expect((await other.call("DELETE", "/api/v1/namespaces/going")).code).toBe(200);
        while ((await one.call("GET", "/api/v1/namespaces/going")).code !== 404) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        // A new namespace of that name is created at once, while both servers may still be busy with the previous one.
        expect((await one.call("POST", "/api/v1/namespaces", { metadata: { name: "going" } })).code).toBe(201);
        expect((await other.call("POST", inside, { metadata: { name: "stays" } })).code).toBe(201);
        await watch.until(21);
        const deletions = watch.events.filter((event) => event.startsWith("DELETED"));
        expect(deletions.toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `DELETED m${index}`));
        expect(namespaces.events.filter((event) => event.startsWith("DELETED"))).toHaveLength(1);
        expect((await one.call("GET", `${inside}/stays`)).code).toBe(200);
        watch.stop();
        namespaces.stop();
        await one.call("DELETE", "/api/v1/namespaces/going");
        while ((await one.call("GET", "/api/v1/namespaces/going")).code !== 404) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      }
      expectNoFailures();
    },
    proofTimeoutMs,
  );

  test("an object without a remaining owner is deleted once; one with another owner stays", async () => {
    const { json: owner } = await servers[0].call("POST", maps, { metadata: { name: "owner" } });
    const { json: keeper } = await servers[1].call("POST", maps, { metadata: { name: "keeper" } });
    const reference = ({ metadata: { name, uid } }: { metadata: { name: string; uid: string } }) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      name,
      uid,
    });
    for (let index = 0; index < 10; index++) {
      const ownerReferences = index % 2 === 0 ? [reference(owner)] : [reference(owner), reference(keeper)];
      await servers[index % 2 === 0 ? 1 : 0].call("POST", maps, {
        metadata: { name: `owned-${index}`, ownerReferences },
      });
    }
    const { json: list } = await servers[0].call("GET", maps);
    const watch = await openWatch(
      servers[1].access,
      `${maps}?watch=true&resourceVersion=${list.metadata.resourceVersion}`,
    );
    await servers[0].call("DELETE", `${maps}/owner`, { propagationPolicy: "Background" });
    // The owner and its five dependents that are deleted, and five that lose a reference.
    await watch.until(11);
    await servers[0].call("POST", maps, { metadata: { name: "afterwards" } });
    await watch.until(12);
    expect(watch.events.slice(0, -1).toSorted()).toEqual(
      [
        "DELETED owner",
        ...[0, 2, 4, 6, 8].map((index) => `DELETED owned-${index}`),
        ...[1, 3, 5, 7, 9].map((index) => `MODIFIED owned-${index}`),
      ].toSorted(),
    );
    watch.stop();
    expectNoFailures();
  });

  /** Checks that neither server logged a warning. */
  function expectNoFailures(): void {
    expect(servers.flatMap(({ complaints }) => complaints())).toEqual([]);
  }
});
