import { basename, dirname, join, parse } from "node:path";
import { expect, test } from "vitest";
import { shownPath } from "../../src/cli/shown-path.ts";

const currentDirectory = process.cwd();

test.each([
  [currentDirectory, "."],
  [join(currentDirectory, "a", "b.yaml"), "a/b.yaml"],
  ["./a/../b.yaml", "b.yaml"],
  ["../other/b.yaml", "../other/b.yaml"],
  [join(dirname(currentDirectory), "other", "b.yaml"), "../other/b.yaml"],
  [`${currentDirectory}-other/b.yaml`, `../${basename(currentDirectory)}-other/b.yaml`],
  // The relative path would have a `..` for each parent folder, so the absolute path is shown.
  [join(parse(currentDirectory).root, "e", "x.conf"), "/e/x.conf"],
])("%s is shown as %s", (path, shown) => {
  expect(shownPath(path)).toBe(shown);
});
