/** An error in Node itself, below clustervet, ends no run, whichever options the run has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { directoryWith, runProcess } from "./run-cli.ts";

/** A module that Node loads before the program. */
const brokenDecoder = `const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = function (...given) {
  const text = decode.apply(this, given);
  if (text.includes("name: broken")) throw new RangeError("hunter2");
  return text;
};
`;
const map = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: b, labels: {a: true}}\n`;

function lintBroken(directory: string, ...args: readonly string[]) {
  const env = { NODE_OPTIONS: `--require=${join(directory, "broken.cjs")}` };
  const { code, stdout, stderr } = runProcess(["lint", "-f", "json", ...args, "in"], { cwd: directory, env });
  expect(code).toBe(2);
  expect(stdout + stderr).not.toContain("hunter2");
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { file: string; rule: string }[] };
  return diagnostics.map(({ file, rule }) => `${file} ${rule}`);
}

test("--fix still fixes the other files", () => {
  const directory = directoryWith({
    "in/a.yaml": map("broken"),
    "in/b.yaml": map("sound"),
    "broken.cjs": brokenDecoder,
  });
  expect(lintBroken(directory, "--fix")).toEqual(["in/a.yaml internal/fault"]);
  expect(readFileSync(join(directory, "in/a.yaml"), "utf8")).toBe(map("broken"));
  expect(readFileSync(join(directory, "in/b.yaml"), "utf8")).toBe(map("sound").replace("true", '"true"'));
});

test("--update-baseline does not store the internal error as known", () => {
  const directory = directoryWith({
    "in/a.yaml": map("broken"),
    "in/b.yaml": map("sound"),
    "broken.cjs": brokenDecoder,
  });
  const baseline = ["--baseline", "known.json"];
  expect(lintBroken(directory, ...baseline, "--update-baseline")).toEqual(["in/a.yaml internal/fault"]);
  const { findings } = JSON.parse(readFileSync(join(directory, "known.json"), "utf8"));
  expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(["schema/type"]);
  expect(lintBroken(directory, ...baseline)).toEqual(["in/a.yaml internal/fault"]);
});

test("an uncaught error is reported without its message, which may quote a value", () => {
  const directory = directoryWith({
    "broken.cjs": 'JSON.stringify = () => { throw new RangeError("hunter2"); };\n',
  });
  const { code, stdout, stderr } = runProcess(["schema", "Pod"], {
    cwd: directory,
    env: { NODE_OPTIONS: `--require=${join(directory, "broken.cjs")}` },
  });
  expect(code).toBe(2);
  expect(stdout + stderr).not.toContain("hunter2");
  expect(stderr).toContain("internal error (RangeError)");
});
