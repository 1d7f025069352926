/**
 * `clustervet completion`: prints scripts with which shells complete command lines.
 *
 * @module
 */
import { Argument, type Command } from "commander";
import { settle } from "../../engine/options.ts";
import { ruleCatalog } from "../../engine/rule-catalog.ts";
import { gateNames } from "../../release/feature-gates.ts";
import { minorOf, newestTarget, oldestTarget } from "../../release/release.ts";
import { completionScript, type Names, type Shell } from "../completion.ts";
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
      print(completionScript(shell, program, knownNames()));
    });
}

function knownNames(): Names {
  const { catalog } = settle({});
  const kinds = [...new Set(catalog.kinds.map(({ kind }) => kind))].sort();
  const rules = ruleCatalog(catalog.kinds).map(({ id }) => id);
  return {
    kinds,
    targets: releases(),
    areas: [...new Set(rules.map((id) => id.slice(0, id.indexOf("/"))))],
    subjects: [...rules, ...kinds],
    gates: gateNames(newestTarget).flatMap((gate) => [`${gate}=true`, `${gate}=false`]),
  };
}

/** The newest release first. */
function releases(): readonly string[] {
  const [oldest, newest] = [oldestTarget, newestTarget].map((release) => minorOf(release) ?? 0) as [number, number];
  return Array.from({ length: newest - oldest + 1 }, (_, index) => `1.${newest - index}`);
}

const examples = `
Examples:
  source <(clustervet completion bash)                                   in ~/.bashrc
  clustervet completion zsh > "\${fpath[1]}/_clustervet"                  once
  clustervet completion fish > ~/.config/fish/completions/clustervet.fish`;
