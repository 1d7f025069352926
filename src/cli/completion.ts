/**
 * Generates completion scripts for shells from the commander commands: command names, options and values of options.
 *
 * @part completion
 * @module
 */
import type { Command, Option } from "commander";

export type Shell = "bash" | "zsh" | "fish";

/** The values that complete arguments, by kind of argument. */
export interface Names {
  readonly kinds: readonly string[];
  readonly targets: readonly string[];
  readonly areas: readonly string[];
  /** IDs of rules and names of kinds, which `explain` accepts. */
  readonly subjects: readonly string[];
  /** `NAME=true` and `NAME=false`. */
  readonly gates: readonly string[];
}

/** Returns a script that the shell reads when it starts. */
export function completionScript(shell: Shell, program: Command, names: Names): string {
  return writers[shell](
    program.name(),
    program.commands.map((command) => shapeOf(command, names)),
  );
}

/** The parts of a command that completion needs. */
interface CommandShape {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionShape[];
  /** Words that complete the first argument; empty if the command takes files. */
  readonly words: readonly string[];
}

interface OptionShape {
  /** With leading dashes, the short flag first. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly value: "none" | "file" | "directory" | "word";
  readonly choices: readonly string[];
}

function shapeOf(command: Command, names: Names): CommandShape {
  const [argument] = command.registeredArguments;
  const parts = command.commands.map((part) => part.name());
  const words = parts.length > 0 ? parts : (argument?.argChoices ?? namesFor(argument?.name(), names));
  return {
    name: command.name(),
    summary: command.summary() || command.description(),
    options: [...optionsOf(command).map((option) => optionShape(option, names)), helpOption],
    words,
  };
}

/** Returns the options of a command and of its subcommands. */
function optionsOf(command: Command): readonly Option[] {
  const all = [command, ...command.commands].flatMap(({ options }) => options);
  return [...new Map(all.map((option) => [option.flags, option])).values()];
}

/** @param placeholder - the placeholder of an argument or of an option's value */
function namesFor(placeholder: string | undefined, names: Names): readonly string[] {
  switch (placeholder) {
    case "kind":
      return names.kinds;
    case "release":
      return names.targets;
    case "gates":
      return names.gates;
    case "area":
      return names.areas;
    case "subject":
      return names.subjects;
    default:
      return [];
  }
}

const helpOption: OptionShape = { flags: ["-h", "--help"], description: "help", value: "none", choices: [] };

function optionShape(option: Option, names: Names): OptionShape {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined);
  const placeholder = /<(\w+)>/.exec(option.flags)?.[1];
  const choices = option.argChoices ?? namesFor(placeholder, names);
  return { flags, description: option.description, value: valueKind(option, placeholder, choices), choices };
}

function valueKind(option: Option, placeholder: string | undefined, choices: readonly string[]): OptionShape["value"] {
  if (!option.required && !option.optional) return "none";
  if (choices.length > 0) return "word";
  if (placeholder === "dir") return "directory";
  return placeholder === "file" ? "file" : "word";
}

type Writer = (program: string, commands: readonly CommandShape[]) => string;

const writers: Readonly<Record<Shell, Writer>> = { bash: writeBash, zsh: writeZsh, fish: writeFish };

function writeBash(program: string, commands: readonly CommandShape[]): string {
  const lists = new BashLists(`_${program}`);
  const values = commands.flatMap((command) => bashValues(command, lists));
  const flags = commands.map(({ name, options }) => {
    const all = options.flatMap((option) => option.flags);
    return `    ${name}:-*) COMPREPLY=($(compgen -W ${lists.quoted(all)} -- "$current")) ;;`;
  });
  const words = commands
    .filter((command) => command.words.length > 0)
    .map(
      (command) => `    ${command.name}:*) COMPREPLY=($(compgen -W ${lists.quoted(command.words)} -- "$current")) ;;`,
    );
  const names = quote(commands.map(({ name }) => name).join(" "));
  return `# Completion of ${program} for bash: source <(${program} completion bash)
${lists.lines.join("\n")}
_${program}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${names} -- "$current"))
    return
  fi
  case "$command:$previous" in
${values.join("\n")}
  esac
  case "$command:$current" in
${[...flags, ...words].join("\n")}
  esac
}
complete -o default -F _${program} ${program}
`;
}

/** Maximum length of a list within a line. Longer lists become variables, since many commands share them. */
const maxInlineList = 400;

/** Converts lists of words to quoted text, or to references to variables that contain them. */
class BashLists {
  readonly lines: string[] = [];
  readonly #prefix: string;
  readonly #nameByWords = new Map<string, string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  quoted(list: readonly string[]): string {
    const words = list.join(" ");
    if (words.length <= maxInlineList) return quote(words);
    const known = this.#nameByWords.get(words);
    if (known) return known;
    const variable = `${this.#prefix}_words_${this.lines.length + 1}`;
    const name = `"$${variable}"`;
    this.lines.push(`${variable}=${quote(words)}`);
    this.#nameByWords.set(words, name);
    return name;
  }
}

/** Returns the cases that complete values of options. For options without choices, bash completes file names itself. */
function bashValues({ name, options }: CommandShape, lists: BashLists): readonly string[] {
  const patterns = ({ flags }: OptionShape) => flags.map((flag) => `${name}:${flag}`).join("|");
  const chosen = options.filter(({ choices }) => choices.length > 0);
  const open = options.filter(({ value, choices }) => value !== "none" && choices.length === 0);
  return [
    ...chosen.map((option) => {
      const words = lists.quoted(option.choices);
      return `    ${patterns(option)}) COMPREPLY=($(compgen -W ${words} -- "$current")); return ;;`;
    }),
    ...(open.length > 0 ? [`    ${open.map(patterns).join("|")}) return ;;`] : []),
  ];
}

function writeZsh(program: string, commands: readonly CommandShape[]): string {
  const list = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary.replaceAll(":", "\\:")}`)}`);
  const cases = commands.map(({ name, options, words }) => {
    const specs = options.map((option) => `        ${zshOption(option)} \\`);
    const rest = words.length > 0 ? quote(`*:word:(${words.join(" ")})`) : quote("*:file:_files");
    return `      ${name})\n        _arguments -s \\\n${specs.join("\n")}\n        ${rest}\n        ;;`;
  });
  return `#compdef ${program}
# Completion of ${program} for zsh: source <(${program} completion zsh), or as _${program} in a directory of $fpath
_${program}() {
  local -a commands=(
${list.join("\n")}
  )
  if ((CURRENT == 2)); then
    _describe command commands
  else
    local command=$words[2]
    words=("\${(@)words[2,-1]}")
    ((CURRENT--))
    case $command in
${cases.join("\n")}
    esac
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

/**
 * Returns the specification of an option for `_arguments`, such as `'*'{-f,--format}'[report format]:value:(text
 * json)'`.
 */
function zshOption({ flags, description, value, choices }: OptionShape): string {
  const text = description.replace(/[[\]:\\]/g, "\\$&");
  const action =
    value === "file" ? ":file:_files" : value === "directory" ? ":directory:_files -/" : wordAction(value, choices);
  const name = flags.length > 1 ? `{${flags.join(",")}}` : flags.join("");
  return `'*'${name}${quote(`[${text}]${action}`)}`;
}

function wordAction(value: OptionShape["value"], choices: readonly string[]): string {
  if (value === "none") return "";
  return choices.length > 0 ? `:value:(${choices.join(" ")})` : ":value: ";
}

function writeFish(program: string, commands: readonly CommandShape[]): string {
  const lines = commands.flatMap(({ name, summary, options, words }) => {
    const inside = `-n ${quote(`__fish_seen_subcommand_from ${name}`)}`;
    return [
      `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
      ...(words.length > 0 ? [`complete -c ${program} ${inside} -f -a ${quote(words.join(" "))}`] : []),
      ...options.map((option) => `complete -c ${program} ${inside} ${fishOption(option)}`),
    ];
  });
  return `# Completion of ${program} for fish: ${program} completion fish | source\n${lines.join("\n")}\n`;
}

function fishOption({ flags, description, value, choices }: OptionShape): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const sources = {
    none: [],
    file: ["-r", "-F"],
    directory: ["-x", "-a", quote("(__fish_complete_directories)")],
    word: choices.length > 0 ? ["-x", "-a", quote(choices.join(" "))] : ["-x"],
  };
  return [...names, ...sources[value], "-d", quote(description)].join(" ");
}

/** Puts text in single quotes, which bash, zsh and fish all read literally. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
