/** Commands that run in the caller's process, with the caller's streams. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { type Io, io, processIo } from "../../src/cli/io.ts";
import { runCommand } from "../../src/cli/main.ts";
import { filesBeside } from "../../src/cli/program-files.ts";
import { readSource } from "../../src/source/read-source.ts";
import { directoryWith } from "./run-cli.ts";

vi.mock(import("../../src/source/read-source.ts"), async (original) => {
  const actual = await original();
  return { ...actual, readSource: vi.fn(actual.readSource) };
});
const readSourceMock = vi.mocked(readSource);
const program = filesBeside(pathToFileURL("dist/clustervet.cjs"));

/** Returns streams that record the text written to them. */
function streams(more: Partial<Io["stdout"]> = {}) {
  const written: string[] = [];
  const stream = { ...more, write: (text: string) => void written.push(text) };
  return { stdout: stream, stderr: stream, readStdin: () => Buffer.from("kind: Pod\n"), written };
}

const map = (label: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b, labels: {a: ${label}}}\n`;

test("a command uses the caller's streams and returns the exit code, and the process gets its streams back", () => {
  const own = streams({ isTTY: true, columns: 60 });
  expect(runCommand(["lint", "--color", "auto", "-"], program, own)).toBe(1);
  expect(own.written.join("")).toContain("\u001b[31m");
  expect(io()).toBe(processIo);
});

test("a command that waits returns a promise, and wrong usage gives 2 with or without one", async () => {
  const own = streams();
  await expect(runCommand(["authn", "--config", "no-such-file", "--token", "x"], program, own)).resolves.toBe(2);
  expect(runCommand(["lint", "--no-such-option"], program, own)).toBe(2);
  expect(own.written.join("")).toContain("no-such-file");
  expect(io()).toBe(processIo);
});

test("--fix parses only the files again that it has changed", () => {
  const directory = directoryWith({ "wrong.yaml": map("true"), "sound.yaml": map("x"), "known.json": "" });
  const [wrong, sound, known] = ["wrong.yaml", "sound.yaml", "known.json"].map((name) => join(directory, name));
  readSourceMock.mockClear();
  const args = ["lint", "--fix", "--baseline", known, "--update-baseline", wrong, sound].map(String);
  expect(runCommand(args, program, streams())).toBe(0);
  expect(readFileSync(String(wrong), "utf8")).toBe(map('"true"'));
  const names = readSourceMock.mock.calls.map(([name]) => name.slice(name.lastIndexOf("/") + 1));
  expect(names.filter((name) => name !== "clustervet.yaml")).toEqual(["wrong.yaml", "sound.yaml", "wrong.yaml"]);
});
