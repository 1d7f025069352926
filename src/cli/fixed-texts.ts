/**
 * The texts that `--fix` edits. It rewrites files in place and prints standard input fixed; with `--fix-dry-run` it
 * writes no file and prints the changes as a diff.
 *
 * @module
 */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import type { RunResult } from "../engine/conclude.ts";
import { createColors } from "../report/colors.ts";
import { unifiedDiff } from "../report/unified-diff.ts";
import { visibleLines } from "../report/visible.ts";
import { decodeText } from "../source/encoding.ts";
import type { Span } from "../source/locate.ts";
import { replaceFile } from "../storage/durable-file.ts";
import { reasonOf, UsageError } from "./exit.ts";
import { io } from "./io.ts";
import { type ColorChoice, isColorful, print, writeError } from "./terminal.ts";

interface FixedTextsOptions {
  /** Keeps edited texts in memory and writes no file. */
  readonly isDryRun: boolean;
  /** Standard input and its name in reports. Absent if it is not vetted. */
  readonly stdin?: { readonly name: string; readonly content: Uint8Array };
}

export class FixedTexts {
  /** Names of all texts. */
  readonly names: readonly string[];
  readonly stdinName: string | undefined;
  readonly isDryRun: boolean;
  /** Original and current contents of the texts that are kept in memory. */
  readonly #before = new Map<string, Uint8Array>();
  readonly #held = new Map<string, Uint8Array>();

  /** @throws {UsageError} if standard input has the name of a file that is vetted as well, or is not UTF-8 */
  constructor(files: readonly string[], { isDryRun, stdin }: FixedTextsOptions) {
    this.names = stdin ? [stdin.name, ...files] : files;
    this.stdinName = stdin?.name;
    this.isDryRun = isDryRun;
    if (!stdin) return;
    const { name, content } = stdin;
    if (files.includes(name)) throw new UsageError(`--stdin-filename ${name}: that file is vetted as well`);
    if (!isUtf8(content)) throw new UsageError("--fix can write standard input only as UTF-8, and it is not UTF-8");
    this.#before.set(name, content);
    this.#held.set(name, content);
  }

  read(name: string): Uint8Array {
    return this.#held.get(name) ?? readFileSync(name);
  }

  /** Returns the content of a text that is kept in memory; undefined for a file on disk. */
  contentInMemory(name: string): Uint8Array | undefined {
    return this.#held.get(name);
  }

  /** @throws {UsageError} if a file can't be written */
  write(name: string, content: Uint8Array): void {
    if (this.isDryRun || name === this.stdinName) {
      if (!this.#before.has(name)) this.#before.set(name, this.read(name));
      this.#held.set(name, content);
      return;
    }
    try {
      replaceFile(name, content);
    } catch (error) {
      throw new UsageError(`${name}: can't be written (${reasonOf(error)})`);
    }
  }

  /** Returns the texts that are kept in memory, by name. */
  textsInMemory(): ReadonlyMap<string, string> {
    return new Map([...this.#held].map(([name, content]) => [name, decodeText(content).text]));
  }

  /** Returns the texts in memory that were edited, in the order of `names`. */
  changes(): readonly Change[] {
    return this.names.flatMap((name) => {
      const before = this.#before.get(name);
      const after = this.#held.get(name);
      return before && after && !Buffer.from(before).equals(after) ? [{ name, before, after }] : [];
    });
  }
}

interface Change {
  readonly name: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** The spans of secrets in each file, before and after the edits. */
export interface SecretPlaces {
  readonly before: RunResult["secrets"];
  readonly after: RunResult["secrets"];
}

/** Prints the fixed text of standard input, or the changes of a dry run as a diff. @throws {UsageError} */
export function printFixed(texts: FixedTexts, secrets: SecretPlaces, color: ColorChoice): void {
  if (texts.isDryRun) printChanges(texts.changes(), secrets, color);
  else if (texts.stdinName !== undefined) print(Buffer.from(texts.read(texts.stdinName)).toString());
}

function printChanges(changes: readonly Change[], secrets: SecretPlaces, choice: ColorChoice): void {
  const stream = io().stdout;
  const colors = createColors(isColorful(choice, stream));
  let isMasked = false;
  for (const { name, before, after } of changes) {
    const masked = [withMasks(before, secrets.before.get(name)), withMasks(after, secrets.after.get(name))];
    const [old = "", fixed = ""] = stream.isTTY ? masked.map(visibleLines) : masked;
    const diff = unifiedDiff(name, old, fixed, colors);
    isMasked ||= diff === "" || diff.includes(mask);
    print(diff);
  }
  if (isMasked)
    writeError("values of secrets are masked, so `git apply` cannot take this diff; `lint --fix` can do it\n");
}

/** Replaces the characters of a secret within a line; a fixed length, as in reports, hides how long the secret is. */
const mask = "********";

/** Returns the text with secrets masked, and keeps its line breaks. */
function withMasks(content: Uint8Array, spans: readonly Span[] = []): string {
  const { text, hasByteOrderMark } = decodeText(content);
  let result = hasByteOrderMark ? "\ufeff" : "";
  let at = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    result += text.slice(at, Math.max(at, start)) + text.slice(Math.max(at, start), end).replace(/[^\n]+/g, mask);
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}
