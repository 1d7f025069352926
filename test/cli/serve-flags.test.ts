/** `serve` takes the command lines of kube-apiserver. */
import { Command } from "commander";
import { expect, test } from "vitest";
import { addServeCommand } from "../../src/cli/commands/serve.ts";
import { UsageError } from "../../src/cli/exit.ts";
import { givenOtherFlags, otherFlagNames, warnOfOtherFlags } from "../../src/cli/serve-other-flags.ts";
import { flagTable } from "../../src/flags/flag-table.ts";

function serveCommand(): Command {
  const program = new Command();
  addServeCommand(program, new URL("file:///nowhere/"), () => {});
  const [command] = program.commands;
  if (!command) throw new Error("there is the command");
  return command;
}

/** Flags that the newest release has. */
const current = Object.entries(flagTable["kube-apiserver"]).flatMap(([name, { until }]) => (until ? [] : [name]));

test("each flag of kube-apiserver is one of serve, once", () => {
  const { options } = serveCommand();
  // Every command has it.
  const known = [...options.map(({ long }) => long?.slice(2) ?? ""), "help"];
  expect(current.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name, index) => known.indexOf(name) !== index)).toEqual([]);
  expect(otherFlagNames.filter((name) => !current.includes(name))).toEqual([]);
});

const parsed = (...args: readonly string[]) => {
  const command = serveCommand();
  command.action(() => {});
  command.parse(args, { from: "user" });
  return givenOtherFlags(command);
};

test("each that changes nothing here says what it would do", () => {
  for (const name of otherFlagNames) {
    const [warning] = warnOfOtherFlags(parsed(`--${name}=1`).filter(isTaken));
    if (warning !== undefined)
      expect(warning).toMatch(new RegExp(`^--${name} has no effect: in kube-apiserver it would `));
  }
});

/** Whether 1 is a value of it. */
function isTaken(flag: string): boolean {
  try {
    return warnOfOtherFlags([flag]).length > 0;
  } catch {
    return false;
  }
}

test("flags with and without values, and several times", () => {
  const given = parsed(
    "--allow-privileged",
    "--profiling=false",
    "-v",
    "4",
    "--watch-cache-sizes=a#1",
    "--watch-cache-sizes",
    "b#2",
  );
  expect(given.toSorted()).toEqual([
    "--allow-privileged",
    "--profiling=false",
    "--v=4",
    "--watch-cache-sizes=a#1",
    "--watch-cache-sizes=b#2",
  ]);
  expect(warnOfOtherFlags(given)).toHaveLength(4);
});

test.each([
  "--delete-collection-workers=x",
  "--shutdown-delay-duration=7",
  "--profiling=maybe",
  "--tls-min-version=VersionTLS99",
])("%s is refused, as by kube-apiserver", (flag) => {
  expect(() => warnOfOtherFlags([flag])).toThrow(UsageError);
});
