import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { openLmdbStorage } from "../../src/storage/lmdb.ts";
import { storageContract } from "./contract.ts";

let directory: string;
let count = 0;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "clustervet-lmdb-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

storageContract(() => openLmdbStorage(join(directory, String(count++))));
