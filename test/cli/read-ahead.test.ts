import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { readAhead, type SharedFiles, slotBytes, slotCount } from "../../src/cli/read-ahead.ts";
import { directoryWith, runCli } from "./run-cli.ts";

const reader = pathToFileURL("dist/parts/reader.cjs");
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

test("files are read before the run needs them, also far more files than there are slots", async () => {
  const contents = Object.fromEntries(
    Array.from({ length: 4 * slotCount }, (_none, index) => [`${index}.yaml`, `a: ${index}\n`]),
  );
  const directory = directoryWith(contents);
  const files = readAhead(
    Object.keys(contents).map((name) => join(directory, name)),
    reader,
  );
  let ahead = 0;
  for (const [index, [name, content]] of Object.entries(contents).entries()) {
    if (index % 8 === 0) await wait(2);
    const bytes = files.bytesOf(join(directory, name));
    if (bytes === undefined) continue;
    ahead++;
    expect(textOf(bytes)).toBe(content);
  }
  files.close();
  expect(ahead).toBeGreaterThan(slotCount);
});

test("the thread skips files that are too large, not regular or unreadable, and fills no more than its slots", async () => {
  const small = Object.fromEntries(
    Array.from({ length: 2 * slotCount }, (_none, index) => [`small-${index}.yaml`, `${index}`]),
  );
  const directory = directoryWith({
    ...small,
    "empty.yaml": "",
    "fits.yaml": "#".repeat(slotBytes - 1),
    "full.yaml": "#".repeat(slotBytes),
    "folder/file.yaml": "a: 1\n",
  });
  execFileSync("mkfifo", [join(directory, "pipe")]);
  const first = ["0", "1", "2", "3", "empty.yaml", "fits.yaml", "full.yaml", "folder", "pipe", "missing.yaml"];
  const names = [...first, ...Object.keys(small)].map((name) => join(directory, name));
  const position = new Int32Array(new SharedArrayBuffer(4));
  const sizes = new Int32Array(new SharedArrayBuffer(4 * names.length));
  const slots = new Uint8Array(new SharedArrayBuffer(slotBytes * slotCount));
  const shared: SharedFiles = { names, position, sizes, slots };
  const thread = new Worker(reader, { workerData: shared });
  const ended = new Promise((resolve) => thread.on("exit", resolve));
  while (Atomics.load(sizes, slotCount - 1) === 0) await wait(1);
  await wait(20);
  expect([...sizes.slice(0, first.length)]).toEqual([0, 0, 0, 0, 1, slotBytes, 0, 0, 0, 0]);
  expect(textOf(slots.subarray(5 * slotBytes, 6 * slotBytes - 1))).toBe("#".repeat(slotBytes - 1));
  expect(sizes.findLastIndex((size) => size > 0)).toBe(slotCount - 1);
  Atomics.store(position, 0, 10);
  while (Atomics.load(sizes, slotCount + 9) === 0) await wait(1);
  expect(textOf(slots.subarray(9 * slotBytes, 9 * slotBytes + 3))).toBe(String(slotCount + 9 - first.length));
  Atomics.store(position, 0, names.length);
  await ended;
});

test("without the thread, take returns undefined and nothing fails", async () => {
  const files = readAhead(["package.json"], pathToFileURL("dist/parts/no-such-part.cjs"));
  await wait(100);
  expect(files.bytesOf("package.json")).toBeUndefined();
  files.close();
});

test("a long run reads ahead, and reports findings for the right files", () => {
  const manifest = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: team}\n`;
  const count = 1200;
  const directory = directoryWith(
    Object.fromEntries(
      Array.from({ length: count }, (_none, index) => [`${index}.yaml`, manifest(index % 3 ? "sound" : `Bad${index}`)]),
    ),
  );
  writeFileSync(join(directory, "large.yaml"), `${manifest("Large")}data: {text: ${"x".repeat(2 * slotBytes)}}\n`);
  const { code, stdout } = runCli(["lint", "--format", "json"], { cwd: directory });
  expect(code).toBe(1);
  const { files, diagnostics } = JSON.parse(stdout);
  expect(files).toHaveLength(count + 1);
  const wrong = diagnostics.map(
    ({ file, message }: { file: string; message: string }) => `${file} ${/Bad\d+|Large/.exec(message)?.[0]}`,
  );
  const expected = Array.from({ length: count / 3 }, (_none, index) => `${index * 3}.yaml Bad${index * 3}`);
  expect(wrong.sort()).toEqual([...expected, "large.yaml Large"].sort());
});
