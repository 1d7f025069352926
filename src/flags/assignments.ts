/**
 * Reads command lines from text files: systemd units with their drop-ins, environment files of units, and files that
 * contain only flags.
 *
 * @module
 */
import { type Component, componentOfProgram, components } from "./component.ts";

/** A word of a command line, and its offsets in the text. */
export interface TextWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface TextCommand {
  readonly component: Component;
  readonly args: readonly TextWord[];
}

/**
 * Matches `kubelet.service` and the drop-ins of `kubelet.service.d`; the second pattern matches `kubeadm-flags.env`,
 * `default/kubelet` and `sysconfig/kubelet`.
 */
const unitName = /(?:^|\/)[^/]+\.service(?:\.d\/[^/]+\.conf)?$/;
const variablesName = /(?:^|\/)(?:kubeadm-flags\.env|(?:default|sysconfig)\/kube(?:let|-[a-z-]+))$/;

/** Whether a file with this name may contain command lines. */
export const mayHaveCommandLines = (name: string): boolean =>
  (name.includes(".service") && unitName.test(name)) || (name.includes("kube") && variablesName.test(name));

/** Returns the command lines of components in a file. */
export function textCommands(name: string, text: string): readonly TextCommand[] {
  const settings = unitName.test(name) ? unitSettings(text) : variableSettings(text);
  const variables = new Map<string, TextWord>();
  for (const { key, words } of settings) {
    if (key === "Environment") for (const word of words) assign(word, variables);
  }
  const used = new Set<string>();
  const commands = effectiveStarts(settings).flatMap(({ words }) => commandOf(words, variables, used) ?? []);
  // A variable that no command of the file uses is a part of a command line in another file. The added `$` marks it as
  // incomplete, so that no flag is reported as missing.
  const parts = [...variables].flatMap(([variable, value]): TextCommand[] => {
    const component = used.has(variable) ? undefined : componentOfVariable(variable);
    return component
      ? [{ component, args: [...splitWord(value), { text: "$", start: value.end, end: value.end }] }]
      : [];
  });
  return [...commands, ...parts];
}

/**
 * Reads a file that contains only flags, any number on a line, and comment lines.
 *
 * @param text - with the quotes and escapes of systemd units; may begin with the name of the program
 */
export function fileCommand(component: Component, text: string): TextCommand {
  const args: TextWord[] = [];
  for (let at = 0; at < text.length; at++) {
    commentLine.lastIndex = at;
    const comment = commentLine.exec(text);
    const line = comment ? { words: [], end: at + comment[0].length } : readWords(text, at);
    for (const word of line.words) args.push(word);
    at = line.end;
  }
  const isNamed = args[0] !== undefined && componentOfProgram(args[0].text) === component;
  return { component, args: isNamed ? args.slice(1) : args };
}

const commentLine = /[ \t]*#[^\r\n]*/y;

interface Setting {
  readonly key: string;
  readonly words: readonly TextWord[];
}

const lineStart = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=/gm;

/** Reads settings `Key=words`; a backslash at the end of a line continues the setting on the next line. */
function unitSettings(text: string): Setting[] {
  return [...text.matchAll(lineStart)].map((match) => {
    const { words } = readWords(text, match.index + match[0].length);
    return { key: match[1] ?? "", words };
  });
}

/** Reads variables as settings of `Environment`, one for each. */
function variableSettings(text: string): Setting[] {
  return [...text.matchAll(lineStart)].map((match) => {
    const start = match.index + match[0].length;
    const { words } = readWords(text, start);
    const [first] = words;
    const last = words.at(-1);
    const isOne = words.length === 1 && first;
    const value = isOne ? first.text : text.slice(start, last?.end ?? start);
    const valueStart = isOne ? first.end - closingQuoteLength(text, first) - first.text.length : start;
    const name = `${match[1]}=`;
    const word = { text: name + value, start: valueStart - name.length, end: valueStart + value.length };
    return { key: "Environment", words: [word] };
  });
}

/** Returns 1 if the word ends with a quote, else 0. */
const closingQuoteLength = (text: string, { end }: TextWord): number => (/["']/.test(text.charAt(end - 1)) ? 1 : 0);

/** Reads words up to the end of the line, by the quoting and escaping rules of systemd. */
function readWords(text: string, from: number): { readonly words: readonly TextWord[]; readonly end: number } {
  const words: TextWord[] = [];
  let at = from;
  for (;;) {
    const [space = ""] = /^(?:[ \t]|\\\r?\n(?:[ \t]*#[^\n]*\n)*)*/.exec(text.slice(at, at + maxWordLength)) ?? [];
    at += space.length;
    if (at >= text.length || text.charAt(at) === "\n" || text.charAt(at) === "\r") return { words, end: at };
    const word = readWord(text, at);
    words.push(word);
    at = Math.max(word.end, at + 1);
  }
}

/** Longest word, and longest space between two, in characters. */
const maxWordLength = 65_536;

function readWord(text: string, start: number): TextWord {
  let value = "";
  let quote = "";
  let at = start;
  for (; at < text.length && at - start < maxWordLength; at++) {
    const character = text.charAt(at);
    if (character === "\n" || (quote === "" && /\s/.test(character))) break;
    if (character === "\\" && quote !== "'") {
      if (/[\r\n]/.test(text.charAt(at + 1))) break;
      value += text.charAt(++at);
    } else if (character === quote) quote = "";
    else if (quote === "" && (character === '"' || character === "'")) quote = character;
    else value += character;
  }
  return { text: value, start, end: at };
}

/** Returns the settings of `ExecStart` that are in force: an empty `ExecStart=` resets those before it. */
function effectiveStarts(settings: readonly Setting[]): readonly Setting[] {
  const starts = settings.filter(({ key }) => key === "ExecStart");
  return starts.slice(starts.findLastIndex(({ words }) => words.length === 0) + 1);
}

function commandOf(
  words: readonly TextWord[],
  variables: ReadonlyMap<string, TextWord>,
  used: Set<string>,
): TextCommand | undefined {
  // systemd allows special prefixes before the path, such as `-` and `@`.
  const at = words.findIndex(({ text }) => componentOfProgram(text.replace(/^[-@:+!|]+/, "")) !== undefined);
  const program = words[at];
  const component = program && componentOfProgram(program.text.replace(/^[-@:+!|]+/, ""));
  if (!component) return undefined;
  const args = words.slice(at + 1).flatMap((word): readonly TextWord[] => {
    const [, name = ""] = /^\$(?:\{(\w+)\}|\w+)$/.exec(word.text) ? [word.text, word.text.replace(/[${}]/g, "")] : [];
    const value = variables.get(name);
    if (!value) return [word];
    used.add(name);
    return word.text.startsWith("${") ? [value] : splitWord(value);
  });
  return { component, args };
}

function assign(word: TextWord, variables: Map<string, TextWord>): void {
  const equals = word.text.indexOf("=");
  if (equals < 0) return;
  const text = word.text.slice(equals + 1);
  const isQuoted = word.end - word.start > word.text.length;
  const start = word.end - (isQuoted ? 1 : 0) - text.length;
  variables.set(word.text.slice(0, equals), { text, start, end: start + text.length });
}

/** Splits the value of a variable at white space, as systemd does. */
function splitWord({ text, start }: TextWord): TextWord[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word.replace(/^(["'])(.*)\1$/, "$2"),
    start: start + index,
    end: start + index + word.length,
  }));
}

/** Matches the rest of a variable's name after the name of the component. */
const variableEnd = /^_(?:[A-Z0-9_]+_)?(?:ARGS|OPTS|OPTIONS|FLAGS)$/;

/** Returns the component that reads a variable such as `KUBELET_EXTRA_ARGS`. */
function componentOfVariable(name: string): Component | undefined {
  return components.find((component) => {
    const prefix = component.toUpperCase().replaceAll("-", "_");
    return name.startsWith(prefix) && variableEnd.test(name.slice(prefix.length));
  });
}
