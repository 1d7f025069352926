/** Damage in an LMDB directory is detected and reported with the affected key; all other keys remain usable. */
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLmdbStorage } from "../../src/storage/lmdb.ts";
import { encodeHead, encodeRevision } from "../../src/storage/record.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { verifyDirectory } from "../../src/storage/verify.ts";
import { bytes, codeOf, text } from "./observe.ts";
import { type RawTables, tamper } from "./tamper.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "clustervet-damage-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Creates a store with writes of `/a` at revisions 2 and 4, and of `/b` at 3. */
async function directoryOfTwo(): Promise<string> {
  const directory = mkdtempSync(join(root, "two-"));
  const storage = await openLmdbStorage(directory);
  await storage.put("/a", bytes("one"), 0);
  await storage.put("/b", bytes("other"), 0);
  await storage.put("/a", bytes("two"), 2);
  await storage.close();
  return directory;
}

async function withStorage(directory: string, use: (storage: Storage) => Promise<void>): Promise<void> {
  const storage = await openLmdbStorage(directory);
  try {
    await use(storage);
  } finally {
    await storage.close();
  }
}

const a = Buffer.from("/a");

test.each<readonly [string, (tables: RawTables) => void, number]>([
  ["a missing head", ({ heads }) => void heads.removeSync(a), 0],
  ["a head with a flipped bit", ({ heads }) => void heads.putSync(a, withFlippedBit(heads.get(a))), 0],
  [
    "the head of another key",
    ({ heads }) => void heads.putSync(a, encodeHead({ key: "/b", revision: 4, isDeleted: false })),
    0,
  ],
  [
    "an outdated head",
    ({ heads }) => void heads.putSync(a, encodeHead({ key: "/a", revision: 2, isDeleted: false })),
    0,
  ],
  ["a missing version", ({ versions }) => void versions.removeSync(encodeRevision(4)), 4],
  ["a version with a flipped bit", ({ versions }) => flipVersion(versions, 4), 4],
])("%s is an error that names the key, and other keys remain usable", async (_name, change, revision) => {
  const directory = await directoryOfTwo();
  await tamper(directory, change);
  expect((await verifyDirectory(directory)).faults).not.toEqual([]);
  await withStorage(directory, async (storage) => {
    const error = await storage.get("/a").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "corrupt", damage: { key: "/a", revision } });
    const range = await storage.range({ prefix: "/" });
    expect(range.entries.map(({ key }) => key)).toEqual(["/b"]);
    expect(range.damaged).toMatchObject([{ key: "/a", revision }]);
    expect(await codeOf(storage.put("/a", bytes("new"), 0))).toBe(revision === 0 ? "corrupt" : "conflict");
    await storage.put("/b", bytes("on"), 3);
    expect(text((await storage.get("/b")).entry)).toBe("on");
    if (revision === 0) return;
    await storage.delete("/a", revision);
    expect((await storage.get("/a")).entry).toBeUndefined();
    await storage.compact(await storage.currentRevision());
    expect(await storage.range({ prefix: "/" })).not.toHaveProperty("damaged");
  });
});

function withFlippedBit(value: Buffer | undefined): Buffer {
  const copy = Buffer.from(value ?? []);
  copy[6] = (copy[6] ?? 0) ^ 1;
  return copy;
}

function flipVersion(versions: RawTables["versions"], revision: number): void {
  const place = encodeRevision(revision);
  versions.putSync(place, withFlippedBit(versions.get(place)));
}

test("a store with a missing version whose key cannot be determined is not opened", async () => {
  const directory = await directoryOfTwo();
  await tamper(directory, ({ heads, versions }) => {
    heads.removeSync(Buffer.from("/b"));
    versions.removeSync(encodeRevision(3));
  });
  await expect(openLmdbStorage(directory)).rejects.toThrow("the write at 3 is missing");
});

test("a watch of history with a missing version ends with an error", async () => {
  const directory = await directoryOfTwo();
  await tamper(directory, ({ versions }) => void versions.removeSync(encodeRevision(2)));
  await withStorage(directory, async (storage) => {
    expect(await codeOf(storage.watch({ prefix: "/b", after: 1 }).next())).toBe("corrupt");
  });
});

test("an outdated root page is detected", async () => {
  const directory = await directoryOfTwo();
  const path = join(directory, "storage.mdb");
  const content = readFileSync(path);
  const page = content.readUInt32LE(48);
  const [first, second] = [0, page].map((at) => content.readBigUInt64LE(at + 152));
  const [older, newer] = (first ?? 0n) < (second ?? 0n) ? [0, page] : [page, 0];
  content.copy(content, newer + 24, older + 24, older + 168);
  writeFileSync(path, content);
  await expect(openLmdbStorage(directory)).rejects.toThrow("one of them is older");
  expect((await verifyDirectory(directory)).faults).toHaveLength(1);
});

test.each([
  ["a revision", { revision: 2 ** 52, compacted: 1, swept: 1 }, "the write at 5 is missing"],
  ["compacted", { revision: 4, compacted: 2 ** 52, swept: 1 }, "its revision is"],
  ["swept", { revision: 4, compacted: 1, swept: 2 ** 52 }, "its revision is"],
])("a root that claims %s far beyond its versions is detected", async (_what, kept, message) => {
  const directory = await directoryOfTwo();
  await tamper(directory, ({ meta }) => {
    meta.putSync(Buffer.from("kept"), Buffer.from(JSON.stringify({ format: 2, ...kept })));
  });
  await expect(openLmdbStorage(directory)).rejects.toThrow(message);
  expect((await verifyDirectory(directory)).faults).not.toEqual([]);
});

test("a store of format 1 is readable and gets checksums as it is written", async () => {
  const directory = await directoryOfTwo();
  const kept = { format: 1, revision: 4, compacted: 1, swept: 1 };
  await tamper(directory, ({ heads, meta }) => {
    for (const key of [a, Buffer.from("/b")]) heads.putSync(key, Buffer.from(heads.get(key)?.subarray(0, 7) ?? []));
    meta.putSync(Buffer.from("kept"), Buffer.from(JSON.stringify(kept)));
  });
  await withStorage(directory, async (storage) => {
    expect(text((await storage.get("/a")).entry)).toBe("two");
    await storage.put("/a", bytes("three"), 4);
  });
  await tamper(directory, ({ heads, meta }) => {
    expect([a, Buffer.from("/b")].map((key) => heads.get(key)?.length)).toEqual([11, 7]);
    expect(meta.get(Buffer.from("kept"))?.toString()).toContain('"format":2');
  });
  expect((await verifyDirectory(directory)).faults).toEqual([]);
});

test("a directory that others can enter is rejected with instructions; its files are made private to the owner", async () => {
  const directory = await directoryOfTwo();
  chmodSync(directory, 0o755);
  await expect(openLmdbStorage(directory)).rejects.toThrow(`run \`chmod 700 ${directory}\``);
  chmodSync(directory, 0o700);
  chmodSync(join(directory, "storage.mdb"), 0o644);
  await withStorage(directory, async () => {
    const modes = readdirSync(directory).map((name) => [
      name.replace(/^lock-.*/, "lock"),
      statSync(join(directory, name)).mode & 0o777,
    ]);
    expect(modes).toEqual([
      ["lock", 0o600],
      ["storage.mdb", 0o600],
      ["storage.mdb-lock", 0o600],
    ]);
  });
});

test.each(["storage.mdb", "storage.mdb-lock"])("nothing is written through a symbolic link: %s", async (name) => {
  const directory = await directoryOfTwo();
  const elsewhere = join(mkdtempSync(join(root, "elsewhere-")), "target");
  renameSync(join(directory, name), elsewhere);
  const before = readFileSync(elsewhere);
  symlinkSync(elsewhere, join(directory, name));
  await expect(openLmdbStorage(directory)).rejects.toThrow("is a symbolic link");
  expect(readFileSync(elsewhere)).toEqual(before);
});

test.skipIf(process.platform !== "linux")(
  "removing the lock file of an open store does not let another process open it",
  async () => {
    const directory = await directoryOfTwo();
    await withStorage(directory, async (storage) => {
      for (const name of readdirSync(directory)) if (name.startsWith("lock-")) rmSync(join(directory, name));
      expect(await codeOf(openLmdbStorage(directory))).toBe("locked");
      await storage.put("/b", bytes("on"), 3);
    });
    await withStorage(directory, async (storage) => expect(await storage.currentRevision()).toBe(5));
  },
);
