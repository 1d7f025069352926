import { basename, dirname, join, parse } from "node:path";
import { expect, test } from "vitest";
import { shownPath } from "../../src/cli/shown-path.ts";

const here = process.cwd();

test.each([
  [here, "."],
  [join(here, "a", "b.yaml"), "a/b.yaml"],
  ["./a/../b.yaml", "b.yaml"],
  ["../other/b.yaml", "../other/b.yaml"],
  [join(dirname(here), "other", "b.yaml"), "../other/b.yaml"],
  [`${here}-other/b.yaml`, `../${basename(here)}-other/b.yaml`],
  // The relative path would have a `..` for each parent folder, so the absolute path is shown.
  [join(parse(here).root, "e", "x.conf"), "/e/x.conf"],
])("%s is shown as %s", (path, shown) => {
  expect(shownPath(path)).toBe(shown);
});
