/**
 * `clustervet completion`: scripts that complete command lines.
 *
 * @module
 */
import { Argument, type Command } from "commander";
import { settle } from "../../engine/options.ts";
import { completionScript, type Shell } from "../completion.ts";
import { print } from "../terminal.ts";

const shells: readonly Shell[] = ["bash", "zsh", "fish"];

export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .summary("print a script that completes command lines")
    .description("Prints a script for a shell that completes commands, options and their values.")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .addHelpText("after", examples)
    .action((shell: Shell) => {
      const kinds = settle({}).catalog.kinds.map(({ kind }) => kind);
      print(completionScript(shell, program, { kinds: [...new Set(kinds)].sort() }));
    });
}

const examples = `
Examples:
  source <(clustervet completion bash)                                   in ~/.bashrc
  clustervet completion zsh > "\${fpath[1]}/_clustervet"                  once
  clustervet completion fish > ~/.config/fish/completions/clustervet.fish`;
