import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLmdbStorage } from "../../src/storage/lmdb.ts";
import { directoryWith, runProcess } from "./run-cli.ts";

async function dataDirectory(): Promise<string> {
  const directory = directoryWith({});
  const storage = await openLmdbStorage(directory);
  const created = await storage.put("/a", Buffer.alloc(100), 0);
  await storage.put("/a", Buffer.alloc(100), created);
  await storage.put("/b", Buffer.alloc(100), 0);
  await storage.close();
  return directory;
}

test("storage check accepts an undamaged directory", async () => {
  const directory = await dataDirectory();
  const { code, stdout, stderr } = runProcess(["storage", "check", directory]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`${directory}: 2 keys, 3 versions, revision 4, history from 1 on\nall is well\n`);
});

test("storage check accepts the data directory of a server", async () => {
  const directory = directoryWith({});
  const storage = await openLmdbStorage(join(directory, "storage"));
  await storage.close();
  expect(runProcess(["storage", "check", directory])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("0 keys"),
  });
});

test("storage check reports damage, as text and as JSON", async () => {
  const directory = await dataDirectory();
  truncateSync(join(directory, "storage.mdb"), 2 * 4096);
  expect(runProcess(["storage", "check", directory])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("damaged: restore a backup of the directory\n"),
  });
  const { code, stdout } = runProcess(["storage", "check", directory, "--format", "json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ directory, faults: [expect.any(String)] });
});

test("storage check reports damage that makes LMDB end its process", async () => {
  const directory = await dataDirectory();
  const path = join(directory, "storage.mdb");
  const content = readFileSync(path);
  const pageBytes = content.readUInt32LE(48);
  // Overwrites everything after the first two pages, which are the two roots.
  content.fill(0xff, 2 * pageBytes);
  writeFileSync(path, content);
  const { code, stdout, stderr } = runProcess(["storage", "check", directory]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toContain("damaged: restore a backup of the directory\n");
});

test("storage check cannot check a storage that is absent or in use", async () => {
  const empty = directoryWith({});
  expect(runProcess(["storage", "check", empty])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("holds no storage.mdb"),
  });
  const storage = await openLmdbStorage(empty);
  const { code, stderr } = runProcess(["storage", "check", empty]);
  await storage.close();
  expect({ code, stderr }).toEqual({ code: 2, stderr: `clustervet: ${empty} is in use by another process\n` });
});
