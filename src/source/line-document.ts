/**
 * A document of which the line reader read only the values. Its nodes are read when positions are needed.
 *
 * @module
 */
import { BlockReader } from "./block-reader.ts";
import type { SourceDocument, SourceNode } from "./source-file.ts";
import { TreeBuilder } from "./tree-builder.ts";

type Extent = Pick<SourceDocument, "index" | "start" | "end">;

/** The result of the line reader. */
interface Values {
  readonly value: unknown;
  /** The start of the text, or the offset after a `---`. */
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

  /**
   * Reads the nodes on first use. Needs no limits: the text has no aliases and no faults, and is not as deep as any
   * limit.
   */
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
