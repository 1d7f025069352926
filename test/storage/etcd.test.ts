import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Clock } from "../../src/storage/compactor.ts";
import { type EtcdOptions, openEtcdStorage } from "../../src/storage/etcd.ts";
import { isProgressReliable } from "../../src/storage/etcd-watch.ts";
import { isStorageError, type Storage } from "../../src/storage/storage.ts";
import { storageContract } from "./contract.ts";
import { type EtcdServer, type EtcdTlsFiles, skipsEtcd, startEtcd } from "./etcd-server.ts";
import { bytes, codeOf, eventLine, takeEvents, text } from "./observe.ts";

test.each([
  ["3.4.30", false],
  ["3.4.31", true],
  ["3.5.0", false],
  ["3.5.12", false],
  ["3.5.13", true],
  ["3.5.13-rc.0", true],
  ["3.6.0", true],
  ["3.3.27", false],
  ["4.0.0", true],
  ["", false],
])("the progress notifications of etcd %s are reliable: %s", (version, expected) => {
  expect(isProgressReliable(version)).toBe(expected);
});

test.each(["", "localhost", "ftp://localhost:1", "http://localhost:1/path", "http://a:1,http://b:2"])(
  "%j is not a valid endpoint",
  (endpoint) => {
    expect(() => openEtcdStorage({ endpoints: [endpoint] })).toThrow("an endpoint of etcd is http(s)://host:port");
  },
);

describe.skipIf(skipsEtcd)("etcd", () => {
  let etcd: EtcdServer;
  beforeAll(async () => {
    etcd = await startEtcd();
  });
  afterAll(() => etcd.stop());

  const openStorage = (options: Partial<EtcdOptions> = {}) =>
    openEtcdStorage({ endpoints: [etcd.endpoint], ...options });
  storageContract(async () => openStorage(), { openAnother: async () => openStorage(), runs: 15 });

  test("keys are stored under the prefix, and keys outside of it are invisible", async () => {
    const ours = openStorage({ prefix: "/ours" });
    const all = openStorage({ prefix: "" });
    const before = await all.currentRevision();
    const created = await ours.put("/a", bytes("one"), 0);
    await all.put("/ours2", bytes("other"), 0);
    await all.put("/ours/b", bytes("two"), 0);
    expect(text((await all.get("/ours/a")).entry)).toBe("one");
    expect((await ours.range({ prefix: "/" })).entries.map(({ key }) => key)).toEqual(["/a", "/b"]);
    const events = await takeEvents(ours.watch({ prefix: "/", after: before }), 2);
    expect(events.map(eventLine)).toEqual(["/a=one", "/b=two"]);
    expect(await ours.delete("/a", created)).toBeGreaterThan(created);
    await ours.close();
    await all.close();
  });

  test("two servers see each other's writes in their watches", async () => {
    const stores = [openStorage(), openStorage()] as const;
    const after = await stores[0].currentRevision();
    const taken = stores.map((store) => takeEvents(store.watch({ prefix: "/shared/", after }), 100));
    const writers = stores.map(async (store, i) => {
      for (let j = 0; j < 50; j++) await store.put(`/shared/${i}-${j}`, bytes(""), 0);
    });
    await Promise.all(writers);
    const [left, right] = await Promise.all(taken);
    expect(left?.map(eventLine)).toEqual(right?.map(eventLine));
    await Promise.all(stores.map((store) => store.close()));
  });

  test("ranges of many megabytes are received", async () => {
    const storage = openStorage();
    const value = new Uint8Array(512 * 1024);
    for (let i = 0; i < 20; i++) await storage.put(`/large/${i}`, value, 0);
    const { entries } = await storage.range({ prefix: "/large/" });
    expect(entries.reduce((sum, entry) => sum + entry.value.length, 0)).toBe(20 * value.length);
    await storage.close();
  });

  describe("compaction", () => {
    /** A clock that ticks when the test calls it. */
    function handClock(): Clock & { tick: () => void } {
      const clock = {
        tick: () => {},
        every(_intervalMs: number, tick: () => void) {
          clock.tick = tick;
          return () => {};
        },
      };
      return clock;
    }

    const timeOf = async (all: Storage) => (await all.get("compact_rev_key")).entry;

    /** Waits until the compaction key changes after the revision. */
    async function waitForCompactionKey(all: Storage, after: number): Promise<void> {
      await takeEvents(all.watch({ prefix: "compact_rev_key", after }), 1);
    }

    test("at each tick one of several servers compacts to the revision of the previous tick", async () => {
      const all = openStorage({ prefix: "" });
      const clocks = [handClock(), handClock()] as const;
      const stores = clocks.map((clock) => openStorage({ clock }));
      const start = await all.currentRevision();
      clocks[0].tick();
      await waitForCompactionKey(all, start);
      const first = await timeOf(all);
      const put = await all.put("/tick/a", bytes(""), 0);
      // The second server does not know the current value of the compaction key, so it only reads it.
      clocks[1].tick();
      clocks[0].tick();
      await waitForCompactionKey(all, put);
      const second = await timeOf(all);
      expect(Number(text(second))).toBe(first?.modRevision);
      await untilCompacted(all, (first?.modRevision ?? 0) - 1);
      expect(await codeOf(all.get("/tick/a", { revision: first?.modRevision ?? 0 }))).toBe("none");
      await Promise.all([...stores, all].map((store) => store.close()));
    });

    async function untilCompacted(all: Storage, revision: number): Promise<void> {
      while ((await codeOf(all.get("/any", { revision }))) !== "compacted") {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  });
});

describe.skipIf(skipsEtcd)("an unavailable etcd", () => {
  const servers: EtcdServer[] = [];
  const startWithTls = async (tls?: EtcdTlsFiles) => {
    const server = await startEtcd(tls);
    servers.push(server);
    return server;
  };
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  test("calls and watches fail as unavailable, and work again after the restart without lost writes", async () => {
    const etcd = await startWithTls();
    const storage = openEtcdStorage({ endpoints: [etcd.endpoint] });
    const created = await storage.put("/a", bytes("one"), 0);
    const watch = storage.watch({ prefix: "/", after: created });
    const broken = codeOf(watch.next());
    await etcd.kill();
    expect(await broken).toBe("unavailable");
    expect(await codeOf(storage.get("/a"))).toBe("unavailable");
    expect(await codeOf(storage.put("/a", bytes("lost"), created))).toBe("unavailable");
    expect(await codeOf(storage.watch({ prefix: "/", after: created }).next())).toBe("unavailable");
    await etcd.restart();
    await waitUntilBack(storage);
    const updated = await storage.put("/a", bytes("two"), created);
    const [event] = await takeEvents(storage.watch({ prefix: "/", after: created }), 1);
    expect(event && eventLine(event)).toBe("/a=two was one");
    expect(event?.revision).toBe(updated);
    await storage.close();
  });

  test("if etcd is killed under load, acknowledged writes remain, others occur at most once, and watches have no gaps or repeats", async () => {
    const etcd = await startWithTls();
    const storage = openEtcdStorage({ endpoints: [etcd.endpoint] });
    const after = await storage.currentRevision();
    const seen: string[] = [];
    const watching = followWatch(storage, after, seen);
    const acknowledged: string[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let i = 0; !isOver; i++) {
        const key = `/load/${writer}-${i}`;
        const code = await codeOf(storage.put(key, bytes(""), 0));
        if (code === "none") acknowledged.push(key);
        else expect(code).toBe("unavailable");
        if (code !== "none") await waitUntilBack(storage);
      }
    };
    const writing = Promise.all([0, 1, 2, 3].map(write));
    for (let round = 0; round < 3; round++) {
      await waitForLength(acknowledged, 50);
      await etcd.kill();
      await etcd.restart();
      await waitUntilBack(storage);
    }
    isOver = true;
    await writing;
    await storage.put("/load/end", bytes(""), 0);
    await watching;
    const there = (await storage.range({ prefix: "/load/" })).entries.map(({ key }) => key);
    expect(acknowledged.filter((key) => !there.includes(key))).toEqual([]);
    expect(seen.toSorted()).toEqual(there.toSorted());
    await storage.close();
  }, 60_000);

  async function waitForLength(list: readonly unknown[], by: number): Promise<void> {
    const enough = list.length + by;
    while (list.length < enough) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** Follows a watch as a reader does: restarts it after the last received revision until the end key appears. */
  async function followWatch(storage: Storage, start: number, seen: string[]): Promise<void> {
    let after = start;
    for (;;) {
      try {
        for await (const { events, revision } of storage.watch({ prefix: "/load/", after })) {
          seen.push(...events.map(({ key }) => key));
          if (seen.includes("/load/end")) return;
          after = revision;
        }
      } catch (error) {
        if (!isStorageError(error, "unavailable")) throw error;
        await waitUntilBack(storage);
      }
    }
  }

  async function waitUntilBack(storage: Storage): Promise<void> {
    while ((await codeOf(storage.currentRevision())) === "unavailable") {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  test("if an endpoint fails, calls go to the next one, and back to the first if that one fails", async () => {
    const gone = await startWithTls();
    const etcd = await startWithTls();
    await gone.kill();
    const storage = openEtcdStorage({ endpoints: [gone.endpoint, etcd.endpoint] });
    expect(await codeOf(storage.put("/a", bytes("second"), 0))).toBe("none");
    await gone.restart();
    await etcd.kill();
    await waitUntilBack(storage);
    expect((await storage.get("/a")).entry).toBeUndefined();
    await storage.close();
  });

  test("an abort signal ends a pending call", async () => {
    const etcd = await startWithTls();
    const storage = openEtcdStorage({ endpoints: [etcd.endpoint] });
    await storage.currentRevision();
    const controller = new AbortController();
    const call = storage.get("/a", { signal: controller.signal });
    controller.abort(new Error("given up"));
    await expect(call).rejects.toThrow("given up");
    await storage.close();
  });

  test("TLS with certificates works, and calls without a certificate are rejected", async () => {
    const directory = mkdtempSync(join(tmpdir(), "clustervet-etcd-tls-"));
    const files = makeCertificate(directory);
    const etcd = await startWithTls(files);
    const ca = readFileSync(files.ca);
    const certificate = readFileSync(files.certificate);
    const key = readFileSync(files.key);
    const storage = openEtcdStorage({ endpoints: [etcd.endpoint], tls: { ca, certificate, key } });
    await waitUntilBack(storage);
    const created = await storage.put("/a", bytes("secret"), 0);
    expect(text((await storage.get("/a")).entry)).toBe("secret");
    expect((await takeEvents(storage.watch({ prefix: "/", after: created - 1 }), 1)).map(eventLine)).toEqual([
      "/a=secret",
    ]);
    for (const tls of [{}, { ca }]) {
      const stranger = openEtcdStorage({ endpoints: [etcd.endpoint], tls });
      expect(await codeOf(stranger.get("/a"))).toBe("unavailable");
      await stranger.close();
    }
    await storage.close();
    rmSync(directory, { recursive: true });
  });

  /** Creates one certificate that serves as authority, server and client certificate. */
  function makeCertificate(directory: string): EtcdTlsFiles {
    const certificate = join(directory, "certificate.pem");
    const key = join(directory, "key.pem");
    const subject = ["-subj", "/CN=etcd", "-addext", "subjectAltName=IP:127.0.0.1"];
    const usage = ["-addext", "extendedKeyUsage=serverAuth,clientAuth"];
    const form = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
    execFileSync("openssl", ["req", ...form, "-keyout", key, "-out", certificate, ...subject, ...usage], {
      stdio: "ignore",
    });
    return { ca: certificate, certificate, key };
  }
});
