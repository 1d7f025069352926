import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";

const script = (shell: string) => runCli(["completion", shell]).stdout;

/** Returns the words that bash offers next. The last given word is the one that the user types. */
function completionsOf(...words: readonly string[]): readonly string[] {
  const list = words.map((word) => `'${word}'`).join(" ");
  const ask = `${script("bash")}\nCOMP_WORDS=(clustervet ${list}); COMP_CWORD=${words.length}; _clustervet; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync("bash", ["--noprofile", "--norc", "-c", ask], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.split("\n").filter((word) => word !== "");
}

test.each([
  { name: "a command", words: ["au"], expected: ["authn", "authz"] },
  { name: "an option", words: ["lint", "--unk"], expected: ["--unknown-kinds"] },
  { name: "the value of an option", words: ["lint", "--format", "js"], expected: ["json"] },
  { name: "the value of an option's short form", words: ["lint", "-f", "sar"], expected: ["sarif"] },
  { name: "an option of another command", words: ["authn", "--cla"], expected: ["--claims"] },
  {
    name: "a kind as a value",
    words: ["lint", "--kind", "AuthenticationC"],
    expected: ["AuthenticationConfiguration"],
  },
  { name: "a kind as an argument", words: ["schema", "VetS"], expected: ["VetSuite"] },
  { name: "a release", words: ["lint", "--target", "1.30"], expected: ["1.30"] },
  {
    name: "a feature gate",
    words: ["lint", "--feature-gates", "DRAPart"],
    expected: expect.arrayContaining([expect.stringMatching(/^DRAPart\w+=true$/)]),
  },
  { name: "a rule", words: ["explain", "rbac/full"], expected: ["rbac/full-access"] },
  { name: "an area of rules", words: ["rules", "daem"], expected: ["daemon-set"] },
  { name: "a format of a list", words: ["rules", "--format", "j"], expected: ["json"] },
  { name: "the subcommands of a command", words: ["merge", "k"], expected: ["kubelet"] },
  { name: "an option of a subcommand", words: ["merge", "--prov"], expected: ["--provenance"] },
  { name: "a choice as an argument", words: ["completion", "f"], expected: ["fish"] },
  { name: "a file is left to the shell", words: ["lint", "-o", ""], expected: [] },
])("bash completes $name", ({ words, expected }) => {
  expect(completionsOf(...words)).toEqual(expected);
});

test("every command and every option that help lists can be completed in every shell", () => {
  const listed = [...runCli(["--help"]).stdout.matchAll(/^ {2}([a-z-]+)(?: |$)/gm)].map(([, name]) => name ?? "");
  const commands = listed.filter((name) => name !== "help");
  expect(commands).toContain("completion");
  for (const shell of ["bash", "zsh", "fish"]) {
    const text = script(shell);
    for (const command of commands) expect(text).toContain(command);
    const flags = runCli(["lint", "--help"]).stdout.match(/(?<=^ {2}(?:-\w, )?--)[a-z-]+/gm) ?? [];
    expect(flags.length).toBeGreaterThan(10);
    for (const flag of flags) expect(text).toMatch(shell === "fish" ? `-l ${flag} ` : `--${flag}`);
  }
});

test.each(["zsh", "fish"])("%s parses its script without errors, if it is installed", (shell) => {
  const directory = directoryWith({ script: script(shell) });
  const { error, status, stderr } = spawnSync(shell, ["-n", `${directory}/script`], { encoding: "utf8" });
  if (error) expect((error as NodeJS.ErrnoException).code).toBe("ENOENT");
  else expect([status, stderr]).toEqual([0, ""]);
});

test("an unknown shell is an error that lists the known ones", () => {
  const { code, stderr } = runCli(["completion", "tcsh"]);
  expect(code).toBe(2);
  expect(stderr).toContain("bash, zsh, fish");
});
