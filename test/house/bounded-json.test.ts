/**
 * `JSON.parse` accepts any depth of nesting, and code that walks over the value is recursive. So JSON from outside is
 * read with a bound: by `json/parse-bounded.ts`, `wire/parse-json.ts` or `source/json.ts`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** The files that read JSON without a bound, with the reason. */
const unbounded: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "json/parse-bounded.ts": "it is the bound",
    "wire/parse-json.ts": "its text was measured",
    "source/json.ts": "one string",
    "schema/type-schema.ts": "one value",
    "patch/apply/path-element.ts": "an element that readElement has read",
    "kind/editor-schema.ts": "written by this program",
    "cli/program-files.ts": "written by this program",
    "cli/refusals.ts": "written by this program",
    "cli/result-cache.ts": "written by this program, with a checksum",
    "cli/commands/storage.ts": "written by this program",
    "storage/lmdb.ts": "nothing walks over it",
    "server/request/continue-token.ts": "nothing walks over it",
    "server/handlers/patch-object.ts": "nothing walks over it",
    "server/authn/token-issuer.ts": "nothing walks over it",
  }),
);

test("only the listed files call JSON.parse without a bound", () => {
  const source = join(import.meta.dirname, "../../src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const found = files.filter((file) => readFileSync(join(source, file), "utf8").includes("JSON.parse("));
  expect(files.length).toBeGreaterThan(100);
  expect(found.sort()).toEqual([...unbounded.keys()].sort());
});
