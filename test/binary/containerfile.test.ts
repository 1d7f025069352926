/** Checks the steps of the Containerfile, as far as they run without a container engine. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { directoryWith } from "../cli/run-cli.ts";
import { isBuilt } from "./program.ts";

const stages = readFileSync("Containerfile", "utf8")
  .split(/^(?=FROM )/m)
  .slice(1);
const [build = "", image = ""] = stages;
const linesOf = (stage: string, word: string) =>
  [...stage.matchAll(new RegExp(`^${word} (.*)$`, "gm"))].map(([, rest = ""]) => rest.split(" "));
/** Paths of the repository that the build stage copies. */
const sources = linesOf(build, "COPY").flatMap((words) => words.slice(0, -1));

test("the build copies files that exist, and nothing of dist or node_modules", () => {
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.filter((source) => !existsSync(source))).toEqual([]);
  expect(sources.filter((source) => /^(dist|node_modules|build|\.)/.test(source))).toEqual([]);
});

test("the image runs as nonroot, and its stage has no RUN, USER or ADD", () => {
  expect(stages).toHaveLength(2);
  expect(image).toMatch(/^FROM \S+:nonroot\n/);
  expect(image).not.toMatch(/^(RUN|USER|ADD) /m);
  expect(image).toContain('ENTRYPOINT ["/usr/local/bin/clustervet"]');
});

test("the build uses a release of Node that the package supports", () => {
  const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(engines.node).toBe(">=20.19");
  expect(build).toMatch(/^FROM docker\.io\/library\/node:20\.(19|[2-9]\d)-/);
});

test.skipIf(!isBuilt)("the copied files are enough to build the executable", { timeout: 600_000 }, () => {
  const cwd = directoryWith({});
  for (const source of sources) cpSync(source, join(cwd, source), { recursive: true });
  symlinkSync(resolve("node_modules"), join(cwd, "node_modules"));
  const steps = linesOf(build, "RUN").filter(([program]) => program === "node");
  expect(steps).toHaveLength(2);
  for (const [, ...args] of steps)
    execFileSync(process.execPath, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  for (const source of linesOf(image, "COPY").flatMap((words) => words.slice(1, -1))) {
    expect(existsSync(join(cwd, source.replace("/src/", ""))), source).toBe(true);
  }
});
