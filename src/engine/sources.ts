/**
 * The files of a run as they were parsed. Placing what rules across documents and policies find, and the next pass of a
 * fix, need files that were parsed long before.
 *
 * @module
 */
import { readSource } from "../source/read-source.ts";
import type { ReadOptions, SourceFile } from "../source/source-file.ts";

/** UTF-16 units of text whose parsed files are held at the same time: parsed, a text takes many times its size. */
const maxHeldText = 128 * 1024;

/** Parsed files by name. Past `maxHeldText` a text is parsed again when it is needed. */
export class Sources {
  readonly #texts = new Map<string, string>();
  readonly #held = new Map<string, SourceFile>();
  readonly #limits: Pick<ReadOptions, "maxBytes">;
  #heldText = 0;

  /** @param limits - default: those of reading */
  constructor(limits: Pick<ReadOptions, "maxBytes"> = {}) {
    this.#limits = limits;
  }

  /** Parses a file. */
  read(name: string, content: string | Uint8Array): SourceFile {
    const file = readSource(name, content, this.#limits);
    this.add(file);
    return file;
  }

  /** Takes a parsed file, and holds it while there is room: a long run has no use for most of its files. */
  add(file: SourceFile): void {
    this.#releaseHeld(file.name);
    this.#texts.set(file.name, file.text);
    if (this.#hasRoomFor(file)) this.#hold(file);
  }

  /** Whether the file was read with this text. */
  knows({ name, text }: SourceFile): boolean {
    return this.#texts.get(name) === text;
  }

  /** The parsed file, while it is held. */
  held(name: string): SourceFile | undefined {
    return this.#held.get(name);
  }

  /** A file of the run. One that has to be parsed again is held instead of those that were held longest. */
  again(name: string): SourceFile {
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

  /** A file that has another text now, or that clustervet failed on. */
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
