/**
 * Accidents that an LMDB directory survives: a killed process, a full disk, a second process, damaged or read-only
 * files.
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockDirectory } from "../../src/storage/directory-lock.ts";
import { openLmdbStorage } from "../../src/storage/lmdb.ts";
import type { Storage, WatchEvent } from "../../src/storage/storage.ts";
import { verifyDirectory } from "../../src/storage/verify.ts";
import { bytes, codeOf, takeEvents, text } from "./observe.ts";
import { buildProgram, start } from "./programs.ts";

let root: string;
let writer: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "clustervet-durability-"));
  // Other users must be able to reach the directories of the tests.
  chmodSync(root, 0o755);
  writer = await buildProgram("writer");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Acknowledged {
  readonly key: string;
  readonly revision: number;
  readonly value: string;
}

function acknowledgedIn(lines: readonly string[]): Acknowledged[] {
  return lines.slice(1).map((line) => {
    const [key = "", revision, value = ""] = line.split(" ");
    return { key, revision: Number(revision), value };
  });
}

describe("a killed process", () => {
  test("20 times under load: keeps all acknowledged writes, leaves no partial ones, and revisions continue", async () => {
    const directory = join(root, "killed");
    let seen = 1;
    for (let round = 0; round < 20; round++) {
      const program = start(process.execPath, [writer, directory, String(round)]);
      await program.waitForLines(2 + round * 23);
      program.process.kill("SIGKILL");
      await program.ended;
      const written = acknowledgedIn(program.lines());
      expect(program.lines()[0]).toBe("open");
      const storage = await openLmdbStorage(directory);
      await expectAll(storage, written);
      const revision = await storage.currentRevision();
      expect(revision).toBeGreaterThanOrEqual(Math.max(seen, ...written.map((write) => write.revision)));
      await expectHistory(storage, seen, revision);
      await storage.close();
      seen = revision;
    }
    expect(await verifyDirectory(directory)).toMatchObject({ faults: [], span: { revision: seen } });
  }, 120_000);

  async function expectAll(storage: Storage, written: readonly Acknowledged[]): Promise<void> {
    for (const { key, revision, value } of written) {
      const { entry } = await storage.get(key, { revision });
      expect(entry).toMatchObject({ key, modRevision: revision });
      expect(text(entry)).toBe(`${value} ${"x".repeat(600)}`);
    }
  }

  /** Expects one event per revision, each consistent with the previous ones. */
  async function expectHistory(storage: Storage, after: number, last: number): Promise<void> {
    const events = await takeEvents(storage.watch({ prefix: "", after }), last - after);
    expect(events.map(({ revision }) => revision)).toEqual(
      Array.from({ length: last - after }, (_, i) => after + 1 + i),
    );
    const newest = new Map<string, WatchEvent>();
    for (const event of events) {
      expect(event.previous?.modRevision).toBe(newest.get(event.key)?.revision);
      newest.set(event.key, event);
    }
  }
});

const strace = spawnSync("strace", ["-V"]);
const isCi = process.env["CI"] !== undefined;

describe.skipIf(strace.error !== undefined && !isCi)("traced system calls (apt-get install strace)", () => {
  test("the disk is flushed before each acknowledgement", async () => {
    const trace = join(root, "trace");
    const calls = "trace=fdatasync,fsync,msync,pwrite64,pwritev,write,writev,openat";
    const program = start("strace", [
      ...["-f", "-e", calls, "-o", trace, "-s", "64"],
      ...[process.execPath, writer, join(root, "traced"), "0", "1", "10"],
    ]);
    await program.ended;
    expect(program.lines()).toHaveLength(21);
    let unflushed = true;
    let rootWritten = false;
    let acknowledgements = 0;
    for (const line of readFileSync(trace, "utf8").split("\n")) {
      if (/\bfdatasync\(|\bfsync\(|\bmsync\(/.test(line)) unflushed = false;
      // The root page is written through a descriptor that was opened with O_DSYNC, which flushes each write.
      else if (/\bpwrite64\(.*, 128, (?:40|4136)\)/.test(line)) rootWritten = true;
      else if (/\bpwritev?6?4?\(/.test(line)) unflushed = true;
      if (/\bwrite\(1, "\/(?:key|counter)\//.test(line)) {
        expect({ unflushed, rootWritten }, line).toEqual({ unflushed: false, rootWritten: true });
        acknowledgements++;
        unflushed = true;
        rootWritten = false;
      }
    }
    expect(acknowledgements).toBe(20);
    expect(readFileSync(trace, "utf8")).toMatch(/storage\.mdb", [A-Z_|]*O_DSYNC/);
  });
});

describe("one process at a time", () => {
  test("a second process is rejected while the first runs, and accepted after the first is killed", async () => {
    const directory = join(root, "locked");
    const program = start(process.execPath, [writer, directory, "0"]);
    await program.waitForLines(2);
    expect(await codeOf(openLmdbStorage(directory))).toBe("locked");
    expect(await codeOf(verifyDirectory(directory))).toBe("locked");
    program.process.kill("SIGKILL");
    await program.ended;
    const storage = await openLmdbStorage(directory);
    expect(await codeOf(openLmdbStorage(directory))).toBe("locked");
    await storage.close();
    await (await openLmdbStorage(directory)).close();
    expect(readdirSync(directory).filter((name) => name.startsWith("lock-"))).toEqual([]);
  });

  test("at most one of several simultaneous lock attempts succeeds, repeatedly", async () => {
    const directory = mkdtempSync(join(root, "race-"));
    for (let round = 0; round < 20; round++) {
      const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => lockDirectory(directory)));
      const holders = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
      expect(holders.length).toBeLessThanOrEqual(1);
      await Promise.all(holders.map((release) => release()));
    }
  });

  test("the path of the directory may be longer than that of a socket", async () => {
    const directory = join(root, ...Array.from({ length: 4 }, () => "d".repeat(60)));
    await (await openLmdbStorage(directory)).close();
  });

  test("the socket of another server in the directory is left alone", async () => {
    const directory = mkdtempSync(join(root, "other-"));
    const server = createServer().listen(join(directory, "other.sock"));
    await once(server, "listening");
    await (await openLmdbStorage(directory)).close();
    expect(readdirSync(directory)).toContain("other.sock");
    server.close();
  });
});

/** Whether this process can mount a small file system to fill. */
const canMount =
  spawnSync("unshare", ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", tmpdir()]).status === 0;

describe.skipIf(!canMount)("a disk of 4 MiB (where file systems may be mounted)", () => {
  test("writes to a full disk are rejected without losing data, and succeed once there is room", async () => {
    const directory = mkdtempSync(join(root, "full-"));
    const script = `mount -t tmpfs -o size=4m,mode=0700 none ${directory} && exec ${process.execPath} ${await buildProgram("fill")} ${directory}`;
    const program = start("unshare", ["--map-root-user", "--mount", "sh", "-c", script]);
    await program.ended;
    expect(program.lines()).toEqual([
      "filled: full",
      "still: full",
      "reads: 0 lost",
      "with room again: written",
      "opened again: 0 lost",
      "check: 0 faults",
    ]);
  });
});

/** The user id of nobody, since root may write everywhere. */
const nobodyUid = 65534;

describe("files", () => {
  test("a read-only directory is rejected and left unchanged", async () => {
    const directory = mkdtempSync(join(root, "read-only-"));
    await (await openLmdbStorage(directory)).close();
    const before = readdirSync(directory);
    chmodSync(directory, 0o500);
    const options = process.getuid?.() === 0 ? { uid: nobodyUid } : {};
    const program = start(process.execPath, [writer, directory, "0", "1", "1"], options);
    await program.ended;
    expect(program.lines()).toEqual(["error read-only"]);
    expect(readdirSync(directory)).toEqual(before);
    chmodSync(directory, 0o700);
  });

  test.each([
    { name: "text", content: "not a database\n".repeat(1000) },
    { name: "zeros", content: "\0".repeat(16_384) },
    { name: "one byte", content: "x" },
  ])("a database file of $name is rejected as corrupt", async ({ content }) => {
    const directory = mkdtempSync(join(root, "foreign-"));
    writeFileSync(join(directory, "storage.mdb"), content);
    expect(await codeOf(openLmdbStorage(directory))).toBe("corrupt");
    expect(readFileSync(join(directory, "storage.mdb"), "utf8")).toBe(content);
    expect((await verifyDirectory(directory)).faults).toHaveLength(1);
    expect(readdirSync(directory)).toEqual(["storage.mdb"]);
  });

  test("an empty database file becomes a new store", async () => {
    const directory = mkdtempSync(join(root, "empty-"));
    writeFileSync(join(directory, "storage.mdb"), "");
    const storage = await openLmdbStorage(directory);
    expect(await storage.put("/a", bytes("one"), 0)).toBe(2);
    await storage.close();
  });

  async function fill(directory: string): Promise<void> {
    const storage = await openLmdbStorage(directory);
    const value = bytes("v".repeat(3000));
    await Promise.all(Array.from({ length: 300 }, (_, i) => storage.put(`/k${i}`, value, 0)));
    await storage.close();
  }

  test("a truncated file is detected without crashing the process", async () => {
    for (const keptPages of [2, 5, 50, 150]) {
      const directory = mkdtempSync(join(root, "cut-"));
      await fill(directory);
      truncateSync(join(directory, "storage.mdb"), keptPages * 4096);
      expect((await verifyDirectory(directory)).faults, `${keptPages} pages`).not.toEqual([]);
    }
  });

  test("reads and the check detect a flipped bit in a value", async () => {
    const directory = mkdtempSync(join(root, "flipped-"));
    await fill(directory);
    const path = join(directory, "storage.mdb");
    const content = readFileSync(path);
    const place = content.indexOf("/k77v") + 1000;
    content[place] = (content[place] ?? 0) ^ 1;
    writeFileSync(path, content);
    const { faults } = await verifyDirectory(directory);
    expect(faults).not.toEqual([]);
    expect(faults.every((fault) => /revision \d+ does not match its checksum/.test(fault))).toBe(true);
    const storage = await openLmdbStorage(directory);
    expect(await codeOf(storage.get("/k77"))).toBe("corrupt");
    expect(await codeOf(storage.get("/k78"))).toBe("none");
    await storage.close();
  });

  test("a store whose recorded revision is older than its writes is rejected, so no write is overwritten", async () => {
    const directory = mkdtempSync(join(root, "set-back-"));
    await fill(directory);
    const path = join(directory, "storage.mdb");
    const content = readFileSync(path, "latin1");
    writeFileSync(path, content.replaceAll('"revision":301', '"revision":201'), "latin1");
    expect(await codeOf(openLmdbStorage(directory))).toBe("corrupt");
    expect((await verifyDirectory(directory)).faults).not.toEqual([]);
  });
});
