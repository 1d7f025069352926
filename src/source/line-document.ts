/**
 * A document that was read line by line for its values; its nodes are read once somebody asks for places.
 *
 * @module
 */
import { BlockReader } from "./block-reader.ts";
import type { SourceDocument, SourceNode } from "./source-file.ts";
import { TreeBuilder } from "./tree-builder.ts";

type Extent = Pick<SourceDocument, "index" | "start" | "end">;

/** The part of it that was read. */
interface Values {
  readonly value: unknown;
  /** The start of the text, or after a `---`. */
  readonly contentStart: number;
}

export class LineDocument implements SourceDocument {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly #text: string;
  readonly #contentStart: number;
  #root: SourceNode | undefined;

  constructor(text: string, { index, start, end }: Extent, { value, contentStart }: Values) {
    this.index = index;
    this.start = start;
    this.end = end;
    this.value = value;
    this.#text = text;
    this.#contentStart = contentStart;
  }

  /** The text has no aliases and nothing to report, and is less deep than any limit. */
  get root(): SourceNode | undefined {
    this.#root ??= new BlockReader(this.#text, treeOf(this.#text)).read(this.#contentStart)?.root;
    return this.#root;
  }
}

function treeOf(text: string): TreeBuilder {
  const builder = new TreeBuilder(text, { maxDepth: Number.POSITIVE_INFINITY, maxAliasNodes: 0 }, () => {});
  builder.startDocument(0);
  return builder;
}
