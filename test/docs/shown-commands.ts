/**
 * Finds the commands that pages show in fenced shell blocks.
 *
 * @module
 */
import { readFileSync } from "node:fs";

export interface ShownCommand {
  readonly page: string;
  /**
   * The command as printed, including comments. Continued lines are joined. A script with compound commands is one
   * text.
   */
  readonly text: string;
  /** The output shown below the command. */
  readonly output?: string;
}

/** Returns the commands in the shell blocks of a page that run clustervet. */
export function shownCommands(page: string): readonly ShownCommand[] {
  const blocks = readFileSync(page, "utf8").matchAll(/^ *```(sh|console)\n([\s\S]*?)^ *```$/gm);
  return [...blocks]
    .flatMap(([, language, block = ""]) => (language === "sh" ? scriptsOf(block) : samplesOf(block)))
    .filter(({ text }) =>
      /(?:^|[ $(;&|])(?:clustervet(?:@[\d.]+)?|kubectl[ -]vet|dist\/clustervet\.cjs) [a-z]/.test(text),
    )
    .map((command) => ({ page, ...command }));
}

type Command = Omit<ShownCommand, "page">;

const scriptsOf = (block: string): readonly Command[] =>
  /^(?:case|until|for|if|export) /m.test(block)
    ? [{ text: block.trim() }]
    : joined(block)
        .split("\n")
        .map((text) => ({ text: text.trim() }));

const samplesOf = (block: string): readonly Command[] =>
  block.split(/^\$ /m).map((sample) => {
    const [text = "", ...output] = joined(sample).split("\n");
    return { text, ...(output.some((line) => line !== "") ? { output: output.join("\n").trimEnd() } : {}) };
  });

const joined = (block: string): string => block.replace(/\s*\\\n\s*/g, " ");

/** Returns the arguments of a clustervet command without shell syntax; undefined if the command needs a shell. */
export function plainWords({ text }: ShownCommand): readonly string[] | undefined {
  const [command = ""] = text.split(/\s+#\s/);
  const words = command.match(/'[^']*'|[^\s'$|><&;()]+/g) ?? [];
  const isPlain = words.join(" ") === command.replace(/\s+/g, " ").trim() && words[0] === "clustervet";
  return isPlain ? words.slice(1).map((word) => word.replace(/^'|'$/g, "")) : undefined;
}
