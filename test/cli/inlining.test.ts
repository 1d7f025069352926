import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { reduceInlining, restoreInlining } from "../../src/cli/inlining.ts";

test("the inlining limit is lowered and then restored, since V8 refuses recorded code with other flags", () => {
  const flags: string[] = [];
  reduceInlining((flag) => flags.push(flag));
  restoreInlining((flag) => flags.push(flag));
  expect(flags).toEqual(["--max-inlined-bytecode-size-cumulative=150", "--max-inlined-bytecode-size-cumulative=920"]);
});

test("V8 knows the flag, and the restored value is its default", () => {
  const options = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  expect(options).toMatch(
    /--max-inlined-bytecode-size-cumulative[^\n]*\n[^\n]*default: --max-inlined-bytecode-size-cumulative=920\n/,
  );
});
