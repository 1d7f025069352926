/**
 * Reads a document again that the component's parser refuses. The `yaml` package continues after a fault, so it finds
 * further faults and a tree. Values are still resolved as by the Go parser.
 *
 * @part thorough-reader
 * @module
 */
import { type Alias, type Document, isAlias, isMap, isPair, isScalar, isSeq, parseAllDocuments, Scalar } from "yaml";
import { space } from "./characters.ts";
import { blockScalarEnd } from "./scalar-text.ts";
import type { ScalarStyle, SourceIssue, SourceNode } from "./source-file.ts";
import type { SyntaxFault } from "./syntax-fault.ts";
import { type Limits, type OpenMap, TreeBuilder } from "./tree-builder.ts";

/** The longest document, in UTF-16 units, that is read again; the package reads about 3 MB/s. */
const maxThoroughLength = 262_144;
/** The most further faults that are reported for one document; later faults mostly follow from earlier ones. */
const maxFurtherFaults = 20;

export interface ThoroughReading {
  readonly root?: SourceNode;
  readonly issues: readonly SourceIssue[];
}

interface Part {
  readonly start: number;
  readonly end: number;
  /** Index of the document. */
  readonly index: number;
}

/**
 * Reads one document of the text.
 *
 * @param fault - why the component refuses the document; only faults on later lines are added
 */
export function readThorough(
  text: string,
  part: Part,
  limits: Limits,
  fault: SyntaxFault | undefined,
): ThoroughReading {
  const source = text.slice(part.start, part.end);
  if (source.length > maxThoroughLength) return { issues: [] };
  const documents = parseDocuments(replaceIndentTabs(source));
  const [document] = documents;
  if (document === undefined) return { issues: [] };
  const issues: SourceIssue[] = [];
  const builder = new TreeBuilder(text, limits, (issue) => issues.push(issue));
  builder.startDocument(part.index);
  const root = new TreeReader(text, part.start, builder, limits.maxDepth).read(document);
  const after = fault === undefined ? -1 : lineEnd(text, Math.max(fault.at, fault.start));
  return { root, issues: [...furtherFaults(documents, part, after), ...issues] };
}

/**
 * Parses the text; returns an empty list if its nesting overflows the stack. In that case the depth limit, or another
 * fault, is already reported.
 */
function parseDocuments(source: string): readonly Document.Parsed[] {
  try {
    const documents = parseAllDocuments(source, {
      schema: "failsafe",
      resolveKnownTags: false,
      uniqueKeys: false,
      strict: false,
      prettyErrors: false,
      keepSourceTokens: true,
      logLevel: "silent",
    });
    return "empty" in documents ? [] : documents;
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/**
 * Replaces tabs in indentation with spaces, so that the indented text can be vetted. A line that then fits no
 * collection is blanked, because its place is unclear. Offsets stay the same.
 */
function replaceIndentTabs(source: string): string {
  if (!/^ *\t/m.test(source)) return source;
  const openIndents: number[] = [];
  return source.replace(/^([ \t]*)([^\s#].*)/gm, (line: string, blanks: string, content: string) => {
    const width = blanks.length;
    if (blanks.includes("\t") && width < (openIndents.at(-1) ?? 0) && !openIndents.includes(width))
      return " ".repeat(line.length);
    while ((openIndents.at(-1) ?? -1) > width) openIndents.pop();
    if (openIndents.at(-1) !== width) openIndents.push(width);
    return " ".repeat(width) + content;
  });
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

function furtherFaults(documents: readonly Document.Parsed[], part: Part, after: number): SourceIssue[] {
  const issues: SourceIssue[] = [];
  for (const error of documents.flatMap((document) => document.errors)) {
    const start = Math.min(part.start + error.pos[0], Math.max(part.start, part.end - 1));
    if (start <= after || error.code === "TAG_RESOLVE_FAILED") continue;
    if (issues.length === maxFurtherFaults) break;
    const end = Math.max(start, Math.min(part.start + error.pos[1], part.end));
    issues.push({ rule: "source/syntax", message: error.message, document: part.index, start, end });
  }
  return issues;
}

const styles: Readonly<Record<string, ScalarStyle>> = {
  [Scalar.QUOTE_SINGLE]: "single",
  [Scalar.QUOTE_DOUBLE]: "double",
  [Scalar.BLOCK_LITERAL]: "literal",
  [Scalar.BLOCK_FOLDED]: "folded",
};

/** Converts the nodes of the `yaml` package to source nodes. */
class TreeReader {
  private readonly text: string;
  private readonly base: number;
  private readonly builder: TreeBuilder;
  private readonly maxDepth: number;
  private depth = 0;

  constructor(text: string, base: number, builder: TreeBuilder, maxDepth: number) {
    this.text = text;
    this.base = base;
    this.builder = builder;
    this.maxDepth = maxDepth;
  }

  read(document: Document.Parsed): SourceNode {
    const root = this.node(document.contents, this.base);
    this.builder.refuseInfinity(root);
    return root;
  }

  /** @param fallback - offset for a missing node */
  private node(node: unknown, fallback: number): SourceNode {
    if (isAlias(node)) return this.alias(node, fallback);
    if (isScalar(node)) return this.buildAnchored(node.anchor, () => this.scalar(node, fallback));
    if (this.depth < this.maxDepth && (isMap(node) || isSeq(node))) {
      this.depth++;
      const collection = this.buildAnchored(node.anchor, () => this.collection(node, fallback));
      this.depth--;
      return collection;
    }
    return this.builder.empty(fallback, undefined);
  }

  private buildAnchored(name: string | undefined, build: () => SourceNode): SourceNode {
    const anchor = this.builder.startAnchor(name);
    const node = build();
    this.builder.endAnchor(anchor, node);
    return node;
  }

  private alias(node: Alias, fallback: number): SourceNode {
    const [start = 0, end = 0] = node.range ?? [fallback - this.base, fallback - this.base];
    return this.builder.alias(node.source, this.base + start, this.base + end);
  }

  private scalar(node: Scalar, fallback: number): SourceNode {
    const { range, tag } = node;
    if (!range || range[0] === range[1]) return this.builder.empty(range ? this.base + range[0] : fallback, tag);
    const start = this.base + range[0];
    const style = styles[node.type ?? ""] ?? "plain";
    const isBlock = style === "literal" || style === "folded";
    const indent = isBlock ? this.blockIndent(node, start) : 0;
    const end = isBlock ? blockScalarEnd(this.text, start, indent) : this.base + range[1];
    return this.builder.scalar(start, end, style, indent, tag, false);
  }

  /**
   * Returns the indentation of a block scalar: from the header, or else that of the deepest line up to the first line
   * with content.
   */
  private blockIndent(node: Scalar, start: number): number {
    const token = node.srcToken;
    const outer = token !== undefined && "indent" in token ? Math.max(token.indent, -1) : -1;
    const given = /^[|>][-+]?([1-9])/.exec(this.text.slice(start, start + 3))?.[1];
    if (given !== undefined) return Math.max(outer, 0) + Number(given);
    const lines = /^[^\r\n]*(?:\r\n?|\n)((?: *(?:\r\n?|\n))* *)/.exec(this.text.slice(start))?.[1] ?? "";
    return lines.split(/\r\n?|\n/).reduce((widest, { length }) => Math.max(widest, length), Math.max(outer + 1, 1));
  }

  private collection(node: unknown, fallback: number): SourceNode {
    const [first, last] = isMap(node) || isSeq(node) ? (node.range ?? [0, 0]) : [0, 0];
    const start = this.base + first;
    if (isSeq(node)) {
      const items: SourceNode[] = [];
      for (const item of node.items)
        items.push(isPair(item) ? this.node(item, fallback) : this.node(item, this.endOf(items, start)));
      return this.builder.sequence(items, start, this.isFlow(start) ? this.base + last : this.endOf(items, start));
    }
    const map = this.builder.startMap();
    const end = isMap(node) ? this.addItems(map, node.items, start) : start;
    return this.builder.endMap(map, start, this.isFlow(start) ? this.base + last : end);
  }

  private isFlow(start: number): boolean {
    const first = this.text.charAt(start);
    return first === "[" || first === "{";
  }

  private endOf(items: readonly SourceNode[], start: number): number {
    return items.at(-1)?.end ?? start;
  }

  /** @returns the end of the last item */
  private addItems(
    map: OpenMap,
    pairs: readonly { readonly key: unknown; readonly value: unknown }[],
    start: number,
  ): number {
    let end = start;
    for (const pair of pairs) {
      const isMerge = isScalar(pair.key) && pair.key.type === Scalar.PLAIN && pair.key.source === "<<" && !pair.key.tag;
      const key = this.node(pair.key, end);
      const value = this.node(pair.value, this.afterColon(key.end));
      this.builder.addItem(map, key, isMerge, value);
      end = value.end;
    }
    return end;
  }

  /** Returns the offset at which the value of a key would be. */
  private afterColon(offset: number): number {
    let position = offset;
    while (this.text.charCodeAt(position) === space) position++;
    return this.text.charAt(position) === ":" ? position + 1 : offset;
  }
}
