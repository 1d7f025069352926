import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { reportFailure } from "../../src/cli/failure.ts";
import { withIo } from "../../src/cli/io.ts";
import { directoryWith } from "./run-cli.ts";

function explain(error: unknown): string {
  let output = "";
  const stream = {
    write(text: string) {
      output += text;
    },
  };
  const code = withIo({ stdout: stream, stderr: stream, readStdin: () => Buffer.alloc(0) }, () => reportFailure(error));
  return `${code} ${output.split("\n")[0]}`;
}

test.each([
  {
    error: Object.assign(new Error("EACCES: permission denied, open 'a'"), {
      code: "EACCES",
      syscall: "open",
      path: "a",
    }),
    said: "2 clustervet: a: permission denied (open)",
  },
  {
    error: Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE", syscall: "spawn" }),
    said: "2 clustervet: EMFILE: too many open files (spawn)",
  },
  { error: new TypeError("secret"), said: "2 clustervet: internal error (TypeError)" },
  { error: null, said: "2 clustervet: internal error (object)" },
])("$said", ({ error, said }) => {
  expect(explain(error)).toBe(said);
});

test("a removed current directory is an error without a stack trace", () => {
  const cwd = directoryWith({});
  const script = `rmdir "$PWD"; exec "${process.execPath}" "${resolve("dist/clustervet.cjs")}" lint a.yaml`;
  const { status, stderr } = spawnSync("bash", ["-c", script], { cwd, encoding: "utf8" });
  rmSync(cwd, { recursive: true, force: true });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "clustervet: the current directory: no such file or directory (uv_cwd)\n",
  });
});
