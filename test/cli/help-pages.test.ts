/** Help pages state each default once, in readable units, and describe each option without reference to another. */
import { Command, type Option } from "commander";
import { expect, test } from "vitest";
import { addLintCommand } from "../../src/cli/commands/lint.ts";
import { addMoreCommands } from "../../src/cli/more-commands.ts";
import { filesBeside } from "../../src/cli/program-files.ts";

const missingFiles = filesBeside(new URL("file:///nowhere/dist/clustervet.cjs"));

function commands(): Command[] {
  const program = new Command("clustervet");
  addLintCommand(program, missingFiles, () => {});
  addMoreCommands(program, missingFiles, () => {});
  const withChildren = (command: Command): Command[] => [command, ...command.commands.flatMap(withChildren)];
  return withChildren(program);
}

const options = commands().flatMap((command) =>
  command.options.map((option) => ({ name: `${command.name()} ${option.long}`, option })),
);

/** Whether help shows a default as a number of milliseconds, although the user writes `10s`. */
const isBareDuration = ({ flags, defaultValue, defaultValueDescription }: Option) =>
  flags.includes("<duration>") && typeof defaultValue === "number" && defaultValueDescription === undefined;

const hasDefaultTwice = ({ description, defaultValue }: Option) =>
  description.includes("(default") && defaultValue !== undefined;

test("the commands have more than 150 options", () => expect(options.length).toBeGreaterThan(150));

test.each([
  ["says its default in milliseconds", isBareDuration],
  ["says its default twice", hasDefaultTwice],
  ["has no text", ({ description, hidden }: Option) => description.trim() === "" && !hidden],
  [
    "needs the text of another option",
    ({ description }: Option) => /\bthe same\b|\bof old\b|\bsee above\b/.test(description),
  ],
])("no option %s", (_fault, isAtFault) => {
  expect(options.filter(({ option }) => isAtFault(option)).map(({ name }) => name)).toEqual([]);
});
