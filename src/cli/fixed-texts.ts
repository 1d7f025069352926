/**
 * The texts that `--fix` edits: files in place, standard input for standard output; with `--fix-dry-run` nothing is written, and
 * the changes are shown.
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
  /** Keeps edited files in memory. */
  readonly isDryRun: boolean;
  /** Standard input, under its name in reports. Default: it is not vetted. */
  readonly stdin?: { readonly name: string; readonly content: Uint8Array };
}

export class FixedTexts {
  /** Of all texts. */
  readonly names: readonly string[];
  readonly stdinName: string | undefined;
  readonly isDryRun: boolean;
  /** As they were, and as they are: of texts that are not on disk. */
  readonly #before = new Map<string, Uint8Array>();
  readonly #held = new Map<string, Uint8Array>();

  /** @throws {UsageError} when standard input goes by the name of a file, or could not be written again as it is */
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

  /** The text, when it is not that of a file on disk. */
  held(name: string): Uint8Array | undefined {
    return this.#held.get(name);
  }

  /** @throws {UsageError} when a file can't be written */
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

  /** Texts that are not on disk, by name. */
  inMemory(): ReadonlyMap<string, string> {
    return new Map([...this.#held].map(([name, content]) => [name, decodeText(content).text]));
  }

  /** Those of them that were edited, in the order of `names`. */
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

/** Where secrets are, by file, before the edits and after them. */
export interface SecretPlaces {
  readonly before: RunResult["secrets"];
  readonly after: RunResult["secrets"];
}

/** Prints the fixed text of standard input, or the changes of a dry run. @throws {UsageError} */
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

/** Of fixed length, as in reports. */
const mask = "********";

/** The text with secrets masked; lines stay lines. */
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
