/** The commands that the pages show use only options that exist. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runCli } from "../cli/run-cli.ts";

const pages = [
  "README.md",
  ...["docs", "docs/internals"].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

/** Commands with options, without comments and without the flags of the kubelet, which follow `--`. */
const commands = pages.flatMap((page) =>
  [...readFileSync(page, "utf8").matchAll(/clustervet(?:\.mjs|@[\d.]+)? ([a-z-]+ [^\n`|]*)/g)]
    .map(([, words = ""]) => ({ page, command: words.split(/ +#| -- /)[0]?.trim() ?? "" }))
    .filter(({ command }) => command.includes(" -")),
);

const helpByName = new Map<string, string>();
function helpOf(name: string): string {
  const help = helpByName.get(name) ?? runCli([...name.split(" "), "--help"]).stdout;
  helpByName.set(name, help);
  return help;
}

test("the pages show more than 40 commands", () => {
  expect(commands.length).toBeGreaterThan(40);
});

test.each(commands)("$page: $command", ({ command }) => {
  const [name = "", second = ""] = command.split(" ");
  const help = helpOf(name === "merge" ? `${name} ${second}` : name);
  for (const [option] of command.replace(/'[^']*'/g, "").matchAll(/(?<= )--?[a-z][a-z-]*/g)) {
    expect(help, option).toMatch(new RegExp(`[ ,]${option}(?:[ ,]|$)`, "m"));
  }
});
