import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxFileMiB } from "../../src/cli/file-size.ts";
import { readBytes } from "../../src/cli/read-bytes.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a file is read whole", () => {
  const file = join(folder, "file");
  writeFileSync(file, "x".repeat(300_000));
  expect(readBytes(file)).toHaveLength(300_000);
});

test("a device without content is read as empty", () => {
  expect(readBytes("/dev/null")).toHaveLength(0);
});

test("reading a device without end fails (maxFileMiB)", () => {
  expect(() => readBytes("/dev/zero")).toThrow(`does not end after ${maxFileMiB} MiB`);
});

test("a pipe is read to its end", () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  // Opening the pipe waits for a writer.
  execFileSync("sh", ["-c", `(printf '%s' "$0" > "$1" &) `, "y".repeat(100_000), pipe], { stdio: "ignore" });
  expect(readBytes(pipe)).toHaveLength(100_000);
});
