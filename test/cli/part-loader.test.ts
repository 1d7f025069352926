import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { openCode, sealCode } from "../../src/cli/compiled-code.ts";
import { compiledFolder } from "../../src/cli/part-loader.ts";
import { badAuthentication, unknownResource } from "./documents.ts";
import { lintWatched } from "./loaded-parts.ts";
import { directoryWith } from "./run-cli.ts";

const documents = directoryWith({ "authentication.yaml": badAuthentication, "role.yaml": unknownResource });
const partsDirectory = resolve("dist/parts");

interface CompiledFile {
  readonly source: Uint8Array;
  readonly data: Uint8Array;
  readonly file: Uint8Array;
}

/** Runs a copy of the program with other compiled code. Removes a file for which `change` returns undefined. */
function lintWith(change: (compiled: CompiledFile) => Uint8Array | undefined) {
  const copy = directoryWith({});
  cpSync(resolve("dist/clustervet.cjs"), join(copy, "clustervet.cjs"));
  cpSync(partsDirectory, join(copy, "parts"), { recursive: true });
  const folder = compiledFolder(`${join(copy, "parts")}/`);
  for (const name of readdirSync(folder)) {
    const source = readFileSync(join(copy, "parts", name.replace(/\.code$/, "")));
    const file = readFileSync(join(folder, name));
    const data = openCode(source, file);
    if (data === undefined) throw new Error(`${name} is damaged`);
    const changed = change({ source, data, file });
    if (changed === undefined) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), changed);
  }
  return lintIn(copy);
}

function lintIn(folder: string) {
  return lintWatched(join(folder, "clustervet.cjs"), ["."], documents);
}

const lintBuilt = lintIn(resolve("dist"));

test("V8 accepts the code that the build compiled", () => {
  expect(lintBuilt.code).toBe(1);
  expect(lintBuilt.scripts).toEqual(
    expect.arrayContaining(["main.cjs: taken", "base.cjs: taken", "kinds-apiserver.cjs: taken"]),
  );
  expect(lintBuilt.scripts.filter((line) => !line.endsWith("taken"))).toEqual([]);
});

test.each<{ name: string; change: (compiled: CompiledFile) => Uint8Array | undefined; outcome: string }>([
  { name: "missing", change: () => undefined, outcome: "none" },
  { name: "empty", change: () => Buffer.alloc(0), outcome: "none" },
  { name: "truncated", change: ({ file }) => file.subarray(0, file.length - 8), outcome: "none" },
  { name: "damaged", change: ({ file }) => withFlippedByte(file, file.length >> 1), outcome: "none" },
  { name: "compiled from other text", change: ({ data }) => sealCode(Buffer.from("text"), data), outcome: "none" },
  {
    name: "compiled by another V8",
    change: ({ source, data }) => sealCode(source, withFlippedByte(data, 4)),
    outcome: "refused",
  },
  {
    name: "compiled with other flags",
    change: ({ source, data }) => sealCode(source, withFlippedByte(data, 12)),
    outcome: "refused",
  },
])("compiled code that is $name does not change the report", ({ change, outcome }) => {
  const { code, report, scripts } = lintWith(change);
  expect(withoutDuration(report)).toBe(withoutDuration(lintBuilt.report));
  expect(code).toBe(lintBuilt.code);
  expect(new Set(scripts.map((line) => line.split(": ")[1]))).toEqual(new Set([outcome]));
});

test("without compiled code for this version, Node loads the parts itself", () => {
  const copy = directoryWith({});
  cpSync(resolve("dist/clustervet.cjs"), join(copy, "clustervet.cjs"));
  cpSync(partsDirectory, join(copy, "parts"), { recursive: true, filter: (path) => !path.includes("compiled-") });
  const { code, report, scripts } = lintIn(copy);
  expect(withoutDuration(report)).toBe(withoutDuration(lintBuilt.report));
  expect(code).toBe(lintBuilt.code);
  expect(scripts).toEqual([]);
});

function withFlippedByte(bytes: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}

function withoutDuration(report: string): string {
  return report.replace(/, \d+ ms/, "");
}
