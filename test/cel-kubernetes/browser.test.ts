import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Engine from "../../src/cel.ts";
import { bundleEngine } from "./bundle-engine.ts";

/**
 * Limits for the code that a web page loads to check and evaluate expressions, without and with the regular expression
 * engine.
 */
const maxGzipBytes = 72 * 1024;
const maxGzipBytesWithRegex = 118 * 1024;

const folder = mkdtempSync(join(tmpdir(), "clustervet-browser-"));
let files: Awaited<ReturnType<typeof bundleEngine>>;

beforeAll(async () => {
  files = await bundleEngine();
  for (const { path, code } of [...files.atOnce, ...files.later]) writeFileSync(join(folder, basename(path)), code);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true }));

const gzipBytes = (parts: readonly { readonly gzipBytes: number }[]): number =>
  parts.reduce((sum, part) => sum + part.gzipBytes, 0);

describe("the expression engine in a web page", () => {
  test("uses no API of Node", () => {
    for (const { code } of [...files.atOnce, ...files.later])
      expect(code).not.toMatch(/["']node:|\bprocess\.|\brequire\(/);
  });

  test("is small, and loads the regular expression engine separately", () => {
    expect(files.later).toHaveLength(1);
    expect(gzipBytes(files.atOnce)).toBeLessThanOrEqual(maxGzipBytes);
    expect(gzipBytes([...files.atOnce, ...files.later])).toBeLessThanOrEqual(maxGzipBytesWithRegex);
  });

  test("loads regular expressions when an expression needs them", async () => {
    const entry = pathToFileURL(join(folder, basename(files.atOnce[0]?.path ?? ""))).href;
    const { evaluate, prepare } = (await import(entry)) as typeof Engine;
    await prepare("1 + 1 == 2");
    expect(evaluate("1 + 1 == 2")).toMatchObject({ value: true });
    expect(() => evaluate("'a'.matches('^a')")).toThrow("await prepare()");
    await prepare("1 + 1 == 2", "'a'.matches('^a')");
    expect(evaluate("'a'.matches('^a')")).toMatchObject({ value: true });
  });
});
