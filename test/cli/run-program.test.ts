/** Programs that render manifests: their limits, and their error messages. */
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { maxOutputMiB, maxProgramMs, runProgram } from "../../src/cli/run-program.ts";
import { failure, success } from "../../src/text/result.ts";

const runScript = (script: string, timeoutMs?: number) =>
  runProgram(process.execPath, ["-e", script], tmpdir(), timeoutMs);

test("a program that prints more than maxOutputMiB is refused", () => {
  expect(maxOutputMiB).toBe(64);
  expect(runScript(`process.stdout.write(Buffer.alloc(${maxOutputMiB + 1} * 1024 * 1024))`)).toEqual(
    failure("printed more than 64 MiB"),
  );
});

test("a program that does not end within maxProgramMs is stopped", () => {
  expect(maxProgramMs).toBe(60_000);
  expect(runScript("setInterval(() => {}, 1000)", 500)).toEqual(failure("did not end within 0.5 s"));
});

test.each([
  ["console.log(process.env.PATH + process.env.HTTPS_PROXY)", success("http://127.0.0.1:9\n")],
  ["console.error('Warning: old\\nerror: no such base'); process.exitCode = 1", failure("no such base")],
  ["console.error('walk.go:75: a link\\nError: in:\\n- a'); process.exitCode = 1", failure("in:\n- a")],
  ["process.exitCode = 3", failure("exit code 3")],
  ["process.kill(process.pid, 'SIGKILL')", failure("ended by SIGKILL")],
])("%s", (script, result) => {
  expect(runScript(script)).toEqual(result);
});
