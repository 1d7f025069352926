import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LogFile, type LogFileOptions } from "../../../src/server/audit/log-file.ts";

let folder: string;
let nowMs: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-log-"));
  nowMs = Date.parse("2026-05-01T12:00:00Z");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const openLog = (options: Partial<LogFileOptions> = {}) => {
  const path = join(folder, "deep", "audit.log");
  return new LogFile({ path, maxBytes: 20, maxAgeMs: 0, maxBackups: 0, nowMs: () => nowMs++, ...options });
};
const contents = () =>
  Object.fromEntries(
    readdirSync(join(folder, "deep")).map((name) => [name, readFileSync(join(folder, "deep", name), "utf8")]),
  );

test("lines are appended, also to an existing file, and only the owner may read the file", () => {
  openLog().write("one");
  openLog().write("two");
  expect(contents()).toEqual({ "audit.log": "one\ntwo\n" });
  expect(statSync(join(folder, "deep", "audit.log")).mode & 0o777).toBe(0o600);
});

test("a full file is renamed with the time, a longer line has its own file, and no line is lost", () => {
  const file = openLog();
  for (const line of ["1234567890", "123456789", "b", "x".repeat(30), "é".repeat(9), "c"]) file.write(line);
  expect(contents()).toEqual({
    "audit-2026-05-01T12-00-00.000.log": "1234567890\n",
    "audit-2026-05-01T12-00-00.001.log": "123456789\nb\n",
    "audit-2026-05-01T12-00-00.002.log": `${"x".repeat(30)}\n`,
    "audit-2026-05-01T12-00-00.003.log": `${"é".repeat(9)}\n`,
    "audit.log": "c\n",
  });
});

test("without a size limit, the file is never rotated", () => {
  const file = openLog({ maxBytes: 0 });
  for (let line = 0; line < 10; line++) file.write("x".repeat(30));
  expect(Object.keys(contents())).toEqual(["audit.log"]);
});

test("at most maxBackups full files are kept, for at most maxAgeMs", () => {
  const file = openLog({ maxBackups: 2, maxAgeMs: 60_000 });
  for (const line of ["a", "b", "c", "d"]) file.write(line.repeat(15));
  expect(Object.values(contents()).map((text) => text[0])).toEqual(["b", "c", "d"]);
  nowMs = Date.now();
  const [oldest = ""] = readdirSync(join(folder, "deep"));
  utimesSync(join(folder, "deep", oldest), 1, 1);
  file.write("e".repeat(15));
  expect(Object.values(contents()).map((text) => text[0])).toEqual(["c", "d", "e"]);
  expect(existsSync(join(folder, "deep", oldest))).toBe(false);
});

test("opening a file that cannot be written throws", () => {
  expect(() => openLog({ path: folder })).toThrow("EISDIR");
});
