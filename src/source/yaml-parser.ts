/**
 * Parses tokens into nodes, with the grammar of the Go parser of the Kubernetes components. After a fault it still
 * returns the nodes read so far. `yaml.ts` splits the stream into documents.
 *
 * @module
 */
import type { SourceNode } from "./source-file.ts";
import { type SyntaxFault, syntaxFault } from "./syntax-fault.ts";
import { resolveTagHandle, type TagHandles } from "./tag-handles.ts";
import type { Limits, TreeBuilder } from "./tree-builder.ts";
import {
  indentShift,
  scalarStyles,
  styleMask,
  tokenAlias,
  tokenAnchor,
  tokenBlockEnd,
  tokenBlockEntry,
  tokenBlockMap,
  tokenBlockSequence,
  tokenFlowEntry,
  tokenFlowMap,
  tokenFlowMapEnd,
  tokenFlowSequence,
  tokenFlowSequenceEnd,
  tokenKey,
  tokenMapAndKey,
  tokenScalar,
  tokenSlot,
  tokenStride,
  tokenTag,
  tokenValue,
  verbatimFlag,
} from "./yaml-scanner.ts";

/** The tokens of one document. The last one ends the document and is not part of it. */
export interface DocumentTokens {
  readonly tokens: Int32Array;
  /** The used length of `tokens`. */
  readonly length: number;
}

export const tooManyNodes = (limit: number): string => `must have at most ${limit} keys and values`;

/** Parses one document. */
export class YamlParser {
  /** The first fault. After it, parsing skips to the end. */
  fault: SyntaxFault | undefined;
  /** Whether the fault is that the tokens ended too early. */
  hasFailedAtEnd = false;

  private readonly text: string;
  private readonly builder: TreeBuilder;
  private readonly maxDepth: number;
  private readonly maxNodes: number;
  private tokens: Int32Array = new Int32Array(0);
  private last = 0;
  private at = 0;
  private depth = 0;
  private handles: TagHandles = new Map();

  constructor(text: string, builder: TreeBuilder, { maxDepth, maxNodes = Number.POSITIVE_INFINITY }: Limits) {
    this.text = text;
    this.builder = builder;
    this.maxDepth = maxDepth;
    this.maxNodes = maxNodes;
  }

  /** Returns the root node. `rest` is the offset of the unread tokens. */
  parseDocument({ tokens, length }: DocumentTokens, handles: TagHandles): SourceNode {
    this.fault = undefined;
    this.hasFailedAtEnd = false;
    this.tokens = tokens;
    this.last = length - tokenStride;
    this.at = 0;
    this.depth = 0;
    this.handles = handles;
    return this.parseNode(true, false);
  }

  /** Offset of the first token after the root node; undefined if there are no more tokens. */
  get restStart(): number | undefined {
    this.peek();
    return this.at < this.last ? this.start : undefined;
  }

  /** Returns the kind of the next token. */
  private peek(): number {
    let kind = this.tokens[this.at] ?? tokenSlot;
    while (kind === tokenSlot && this.at < this.last) {
      this.at += tokenStride;
      kind = this.tokens[this.at] ?? tokenSlot;
    }
    return kind;
  }

  private get start(): number {
    return this.tokens[this.at + 1] ?? 0;
  }

  private get end(): number {
    return this.tokens[this.at + 2] ?? 0;
  }

  private advance(): void {
    if (this.at < this.last) this.at += tokenStride;
  }

  /** Records the first fault and skips to the end, so that all open collections end. */
  private fail(problem: string, isLimit = false): void {
    if (this.fault === undefined) {
      const fault = syntaxFault(problem, this.start, Math.max(this.end, this.start + 1), this.start);
      this.fault = isLimit ? { ...fault, isLimit } : fault;
      this.hasFailedAtEnd = this.at === this.last;
    }
    this.at = this.last;
  }

  private parseNode(isBlock: boolean, allowsIndentless: boolean): SourceNode {
    if (this.builder.nodeCount > this.maxNodes) this.fail(tooManyNodes(this.maxNodes), true);
    let kind = this.peek();
    if (kind === tokenScalar) return this.parseScalar(undefined);
    if (kind === tokenAlias) return this.parseAlias();
    if (kind !== tokenAnchor && kind !== tokenTag) return this.parseBare(kind, isBlock, allowsIndentless, undefined);
    let anchor: string | undefined;
    let tag: string | undefined;
    let end = this.end;
    while ((kind === tokenAnchor && anchor === undefined) || (kind === tokenTag && tag === undefined)) {
      end = this.end;
      if (kind === tokenAnchor) anchor = this.text.slice(this.start + 1, end);
      else tag = this.parseTag();
      this.advance();
      kind = this.peek();
    }
    const open = this.builder.startAnchor(anchor);
    const node = this.hasContent(kind, isBlock, allowsIndentless)
      ? this.parseBare(kind, isBlock, allowsIndentless, tag)
      : this.builder.empty(end, tag);
    this.builder.endAnchor(open, node);
    return node;
  }

  private parseTag(): string {
    const tag = resolveTagHandle(this.text.slice(this.start, this.end), this.handles);
    if (tag === undefined) this.fail("found undefined tag handle");
    return tag ?? "!";
  }

  private hasContent(kind: number, isBlock: boolean, allowsIndentless: boolean): boolean {
    switch (kind) {
      case tokenScalar:
      case tokenFlowSequence:
      case tokenFlowMap:
        return true;
      case tokenBlockEntry:
        return allowsIndentless;
      case tokenBlockSequence:
      case tokenBlockMap:
      case tokenMapAndKey:
        return isBlock;
      default:
        return false;
    }
  }

  /** Parses a node after its anchor and tag. The decoder ignores tags of collections. */
  private parseBare(kind: number, isBlock: boolean, allowsIndentless: boolean, tag: string | undefined): SourceNode {
    if (!this.hasContent(kind, isBlock, allowsIndentless)) {
      const node = this.builder.empty(this.start, undefined);
      this.fail("did not find expected node content");
      return node;
    }
    if (kind === tokenScalar) return this.parseScalar(tag);
    if (this.depth >= this.maxDepth) return this.refuseDepth();
    this.depth++;
    const node = this.parseCollection(kind);
    this.depth--;
    return node;
  }

  private refuseDepth(): SourceNode {
    const node = this.builder.empty(this.start, undefined);
    this.fail(`must have at most ${this.maxDepth} levels of nesting`, true);
    return node;
  }

  private parseCollection(kind: number): SourceNode {
    switch (kind) {
      case tokenFlowSequence:
        return this.parseFlowSequence();
      case tokenFlowMap:
        return this.parseFlowMap();
      case tokenBlockEntry:
        return this.parseBlockSequence(true);
      case tokenBlockSequence:
        return this.parseBlockSequence(false);
      default:
        return this.parseBlockMap();
    }
  }

  private parseScalar(tag: string | undefined): SourceNode {
    const { tokens, at } = this;
    const details = tokens[at + 3] ?? 0;
    const style = scalarStyles[details & styleMask] ?? "plain";
    this.advance();
    const isVerbatim = (details & verbatimFlag) !== 0;
    return this.builder.scalar(
      tokens[at + 1] ?? 0,
      tokens[at + 2] ?? 0,
      style,
      details >> indentShift,
      tag,
      isVerbatim,
    );
  }

  private parseAlias(): SourceNode {
    const { start, end } = this;
    this.advance();
    return this.builder.alias(this.text.slice(start + 1, end), start, end);
  }

  /** @param isIndentless - whether its `-` are in the column of the key above, so that no block token closes it */
  private parseBlockSequence(isIndentless: boolean): SourceNode {
    if (!isIndentless) this.advance();
    const items: SourceNode[] = [];
    this.peek();
    const start = this.start;
    let end = this.end;
    while (this.peek() === tokenBlockEntry) {
      end = this.end;
      this.advance();
      const node = this.endsEntry(this.peek(), isIndentless)
        ? this.builder.empty(end, undefined)
        : this.parseNode(true, false);
      items.push(node);
      end = node.end;
    }
    if (!isIndentless) this.closeBlock("did not find expected '-' indicator");
    return this.builder.sequence(items, start, end);
  }

  private endsEntry(kind: number, isIndentless: boolean): boolean {
    if (kind === tokenBlockEntry || kind === tokenBlockEnd) return true;
    return isIndentless && (kind === tokenKey || kind === tokenValue);
  }

  private closeBlock(problem: string): void {
    if (this.peek() === tokenBlockEnd) this.advance();
    else this.fail(problem);
  }

  private parseBlockMap(): SourceNode {
    const map = this.builder.startMap();
    let start = -1;
    let end = this.start;
    // The first key either shares its token with the map or follows the map's token.
    if (this.peek() === tokenBlockMap) this.advance();
    for (let kind = this.peek(); kind === tokenKey || (kind === tokenMapAndKey && start < 0); kind = this.peek()) {
      const keyEnd = this.end;
      this.advance();
      const isMerge = this.isMergeKey();
      const key = this.endsItem(this.peek()) ? this.builder.empty(keyEnd, undefined) : this.parseNode(true, true);
      const value = this.parseBlockValue(Math.max(keyEnd, key.end));
      this.builder.addItem(map, key, isMerge, value);
      if (start < 0) start = key.start;
      end = value.end;
    }
    this.closeBlock("did not find expected key");
    return this.builder.endMap(map, start < 0 ? end : start, end);
  }

  /** @param keyEnd - the position of the value if there is no colon */
  private parseBlockValue(keyEnd: number): SourceNode {
    if (this.peek() !== tokenValue) return this.builder.empty(keyEnd, undefined);
    const { end } = this;
    this.advance();
    return this.endsItem(this.peek()) ? this.builder.empty(end, undefined) : this.parseNode(true, true);
  }

  private endsItem(kind: number): boolean {
    return kind === tokenKey || kind === tokenValue || kind === tokenBlockEnd;
  }

  /** Whether the key merges: a plain `<<`, or a quoted one with the merge tag. */
  private isMergeKey(): boolean {
    let kind = this.peek();
    let at = this.at;
    let tag: string | undefined;
    while (kind === tokenAnchor || kind === tokenTag) {
      if (kind === tokenTag) tag = this.text.slice(this.tokens[at + 1], this.tokens[at + 2]);
      at += tokenStride;
      kind = this.tokens[at] ?? tokenSlot;
    }
    if (kind !== tokenScalar) return false;
    const start = this.tokens[at + 1] ?? 0;
    const length = (this.tokens[at + 2] ?? 0) - start;
    if (length === 2) return this.text.startsWith("<<", start) && (tag === undefined || this.isMergeTag(tag));
    return length === 4 && tag !== undefined && this.text.startsWith("<<", start + 1) && this.isMergeTag(tag);
  }

  private isMergeTag(source: string): boolean {
    const tag = resolveTagHandle(source, this.handles);
    return tag === "!" || tag === "tag:yaml.org,2002:merge";
  }

  private parseFlowSequence(): SourceNode {
    const start = this.start;
    const items: SourceNode[] = [];
    this.advance();
    for (let isFirst = true; this.peek() !== tokenFlowSequenceEnd; isFirst = false) {
      if (!isFirst && !this.skipFlowEntry("did not find expected ',' or ']'", start)) break;
      const kind = this.peek();
      if (kind === tokenFlowSequenceEnd) break;
      items.push(kind === tokenKey ? this.parsePair() : this.parseNode(false, false));
    }
    const end = this.closeFlow();
    return this.builder.sequence(items, start, end);
  }

  /** @param start - of the collection, where the fault is reported if the collection never ends */
  private skipFlowEntry(problem: string, start: number): boolean {
    if (this.peek() === tokenFlowEntry) {
      this.advance();
      return true;
    }
    const hadFault = this.fault !== undefined;
    this.fail(problem);
    if (!hadFault && this.hasFailedAtEnd && this.fault !== undefined)
      this.fault = { ...this.fault, start, end: start + 1 };
    return false;
  }

  /** @returns the end of the closing bracket; if it is missing, the end of the text that was read */
  private closeFlow(): number {
    const end = this.fault === undefined ? this.end : this.start;
    this.advance();
    return end;
  }

  /** Parses a single pair in a flow sequence: `[a: b]` contains a map with one item. */
  private parsePair(): SourceNode {
    const start = this.start;
    let end = this.end;
    this.advance();
    const isMerge = this.isMergeKey();
    let kind = this.peek();
    let key: SourceNode;
    if (kind === tokenValue || kind === tokenFlowEntry || kind === tokenFlowSequenceEnd) {
      end = this.end;
      key = this.builder.empty(start, undefined);
      // The Go parser drops this token.
      this.advance();
    } else key = this.parseNode(false, false);
    end = Math.max(end, key.end);
    let value: SourceNode | undefined;
    if (this.peek() === tokenValue) {
      end = this.end;
      this.advance();
      kind = this.peek();
      if (kind !== tokenFlowEntry && kind !== tokenFlowSequenceEnd) value = this.parseNode(false, false);
    }
    value ??= this.builder.empty(end, undefined);
    const map = this.builder.startMap();
    this.builder.addItem(map, key, isMerge, value);
    return this.builder.endMap(map, Math.max(start, key.start), Math.max(end, value.end));
  }

  private parseFlowMap(): SourceNode {
    const { start } = this;
    const map = this.builder.startMap();
    this.advance();
    for (let isFirst = true; this.peek() !== tokenFlowMapEnd; isFirst = false) {
      if (!isFirst && !this.skipFlowEntry("did not find expected ',' or '}'", start)) break;
      const kind = this.peek();
      if (kind === tokenFlowMapEnd) break;
      if (kind === tokenKey) this.advance();
      const isMerge = this.isMergeKey();
      const key =
        kind === tokenKey && this.endsFlowItem(true)
          ? this.builder.empty(this.start, undefined)
          : this.parseNode(false, false);
      const value = kind === tokenKey ? this.parseFlowValue(key.end) : this.builder.empty(key.end, undefined);
      this.builder.addItem(map, key, isMerge, value);
    }
    return this.builder.endMap(map, start, this.closeFlow());
  }

  private parseFlowValue(keyEnd: number): SourceNode {
    if (this.peek() !== tokenValue) return this.builder.empty(keyEnd, undefined);
    const { end } = this;
    this.advance();
    return this.endsFlowItem(false) ? this.builder.empty(end, undefined) : this.parseNode(false, false);
  }

  private endsFlowItem(isKey: boolean): boolean {
    const kind = this.peek();
    return kind === tokenFlowEntry || kind === tokenFlowMapEnd || (isKey && kind === tokenValue);
  }
}
