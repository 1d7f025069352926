/**
 * The parsed files of a run. Findings of policies and of rules across documents, and the next pass of a fix, need files
 * that were parsed much earlier.
 *
 * @module
 */
import { readSource } from "../source/read-source.ts";
import type { ReadOptions, SourceFile } from "../source/source-file.ts";

/**
 * The most UTF-16 units of text whose parsed files are held at the same time: a parsed file takes many times the memory
 * of its text.
 */
const maxHeldText = 128 * 1024;

/** Parsed files by name. Beyond `maxHeldText`, a file is parsed again when it is needed. */
export class Sources {
  readonly #texts = new Map<string, string>();
  readonly #held = new Map<string, SourceFile>();
  readonly #limits: Pick<ReadOptions, "maxBytes">;
  #heldText = 0;

  /** @param limits - default: those of `readSource` */
  constructor(limits: Pick<ReadOptions, "maxBytes"> = {}) {
    this.#limits = limits;
  }

  /** Parses a file. */
  read(name: string, content: string | Uint8Array): SourceFile {
    const file = readSource(name, content, this.#limits);
    this.add(file);
    return file;
  }

  /** Adds a parsed file. Holds it if there is room: a long run does not need most of its files again. */
  add(file: SourceFile): void {
    this.#releaseHeld(file.name);
    this.#texts.set(file.name, file.text);
    if (this.#hasRoomFor(file)) this.#hold(file);
  }

  /** Whether the file was read with this text. */
  knows({ name, text }: SourceFile): boolean {
    return this.#texts.get(name) === text;
  }

  /** Returns the parsed file if it is held. */
  heldFile(name: string): SourceFile | undefined {
    return this.#held.get(name);
  }

  /**
   * Returns a file of the run. Parses it again if it is not held; it then replaces the files that were held longest.
   */
  parsedFile(name: string): SourceFile {
    const held = this.#held.get(name);
    if (held) return held;
    const file = readSource(name, this.#texts.get(name) ?? "", this.#limits);
    for (const oldest of this.#held.values()) {
      if (this.#hasRoomFor(file)) break;
      this.#release(oldest);
    }
    this.#hold(file);
    return file;
  }

  /** Forgets a file whose text has changed, or on which clustervet failed. */
  forget(name: string): void {
    this.#releaseHeld(name);
    this.#texts.delete(name);
  }

  #releaseHeld(name: string): void {
    const held = this.#held.get(name);
    if (held) this.#release(held);
  }

  #hasRoomFor({ text }: SourceFile): boolean {
    return this.#heldText + text.length <= maxHeldText;
  }

  #hold(file: SourceFile): void {
    this.#held.set(file.name, file);
    this.#heldText += file.text.length;
  }

  #release(file: SourceFile): void {
    this.#held.delete(file.name);
    this.#heldText -= file.text.length;
  }
}
