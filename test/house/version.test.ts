import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../src/release/version.ts";

const root = join(import.meta.dirname, "../..");

test("the program, the package, its lock file and the action have one version", () => {
  const { version: ofPackage } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { version: ofLock } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const action = readFileSync(join(root, "action.yml"), "utf8");
  expect({ version, ofLock }).toEqual({ version: ofPackage, ofLock: ofPackage });
  expect(action).toContain(`default: ${ofPackage}`);
});
