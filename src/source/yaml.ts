/**
 * Reads a YAML stream into documents, each as the Go parser of the Kubernetes components reads it. Documents in the
 * common style are read line by line, and only for their values. A document that the Go parser refuses is read again by
 * the `yaml` package, which finds further faults and a tree to vet.
 *
 * @module
 */
import { BlockReader, maxBlockDepth } from "./block-reader.ts";
import { LineDocument } from "./line-document.ts";
import type { SourceDocument, SourceIssue, SourceNode, SourceRule } from "./source-file.ts";
import { type SyntaxFault, syntaxFault } from "./syntax-fault.ts";
import { type Directive, parseDirective } from "./tag-handles.ts";
import { readThorough } from "./thorough-reader.ts";
import { type Limits, TreeBuilder } from "./tree-builder.ts";
import { NodeLimit, ValueBuilder } from "./value-builder.ts";
import { tooManyNodes, YamlParser } from "./yaml-parser.ts";
import {
  tokenDirective,
  tokenDocumentEnd,
  tokenDocumentStart,
  tokenStreamEnd,
  tokenStride,
  YamlScanner,
} from "./yaml-scanner.ts";

export interface YamlReading {
  readonly documents: readonly SourceDocument[];
  readonly issues: readonly SourceIssue[];
}

export interface YamlOptions extends Limits {
  /** `fast`: faulty documents are not read again; `thorough`: all documents are; `auto`: only faulty ones are. */
  readonly reader: "auto" | "fast" | "thorough";
  /** Whether documents may be read line by line. The text must not contain line breaks other than line feeds. */
  readonly byLine: boolean;
  /** The number of documents of the file before the text; default 0. */
  readonly documentsBefore?: number;
  /** The most documents that are read; default: all. */
  readonly maxDocuments?: number;
}

/** @param text - without a byte order mark and without NUL */
export function readYaml(text: string, options: YamlOptions): YamlReading {
  return new StreamReader(text, options).read();
}

/**
 * The document to which the current text belongs. `implicit`: the first document, which needs no marker; `explicit`: a
 * document after its `---`; `awaited`: no document yet, because the text follows `...`, a directive or a faulty
 * document, after which a `---` must come first.
 */
type DocumentState = "implicit" | "explicit" | "awaited";

interface Draft {
  readonly root: SourceNode | undefined;
  readonly start: number;
  /** Set if only the values of the document were read. */
  readonly values?: { readonly value: unknown; readonly contentStart: number };
}

/** Length of `---`. */
const markerLength = 3;

class StreamReader {
  private readonly text: string;
  private readonly options: YamlOptions;
  private readonly readsLines: boolean;
  /** Content start of the document that the line reader could not read, or -1. */
  private refusedContentStart = -1;
  // Created when a document first needs them.
  private treeBuilder: TreeBuilder | undefined;
  private scannerAndParser: { readonly scanner: YamlScanner; readonly parser: YamlParser } | undefined;
  private readonly drafts: Draft[] = [];
  private readonly issues: SourceIssue[] = [];
  private documentState: DocumentState = "implicit";
  /** Start of the current document. */
  private start = 0;
  /** Offset after the `---` of the current document. */
  private contentStart = 0;
  private isAtEnd = false;
  /** Tag handles of the next or current document. Each document has a separate map. */
  private handles = new Map<string, string>();
  private directives = 0;
  private hasVersion = false;

  constructor(text: string, options: YamlOptions) {
    this.text = text;
    this.options = options;
    const { byLine, reader, maxDepth } = options;
    this.readsLines = byLine && reader !== "thorough" && maxDepth >= maxBlockDepth;
  }

  read(): YamlReading {
    const { maxDocuments = Number.POSITIVE_INFINITY } = this.options;
    while (!this.isAtEnd && this.drafts.length < maxDocuments) {
      if (!this.readLines()) this.readSegment();
    }
    if (this.drafts.length === 0) this.addEmpty(0);
    const { documentsBefore = 0 } = this.options;
    const issues = this.issues.sort(compareByPosition);
    if (documentsBefore === 0) return { documents: this.finishDocuments(0), issues };
    const shiftedIssues = issues.map((issue) => ({ ...issue, document: issue.document + documentsBefore }));
    return { documents: this.finishDocuments(documentsBefore), issues: shiftedIssues };
  }

  /** Completes the documents. They cover the text: each ends where the next one begins. */
  private finishDocuments(before: number): SourceDocument[] {
    return this.drafts.map(({ root, start, values }, at) => {
      const index = at + before;
      const extent = { index, start: index === 0 ? 0 : start, end: this.drafts[at + 1]?.start ?? this.text.length };
      if (values !== undefined) return new LineDocument(this.text, extent, values);
      return root === undefined ? extent : { ...extent, root, value: root.value };
    });
  }

  /**
   * Reads a document line by line, up to and including the next `---`, or to the end of the text.
   *
   * @returns false if the scanner has to read it
   */
  private readLines(): boolean {
    const isFirst = this.documentState === "implicit" && this.drafts.length === 0;
    const contentStart = isFirst ? 0 : this.contentStart;
    if (
      !this.readsLines ||
      !(isFirst || this.documentState === "explicit") ||
      this.refusedContentStart === contentStart
    )
      return false;
    const builder = new ValueBuilder(this.text, this.options.maxNodes);
    const reading = this.readBlocks(builder, contentStart);
    if (reading === "too many") {
      const { maxNodes = 0 } = this.options;
      this.failLimit(syntaxFault(tooManyNodes(maxNodes), contentStart, contentStart + 1, contentStart));
      return true;
    }
    if (reading === undefined || builder.hasRefused) {
      this.refusedContentStart = contentStart;
      this.moveScanner(contentStart);
      return false;
    }
    const { root: value, end } = reading;
    if (value !== undefined) this.drafts.push({ root: undefined, start: this.start, values: { value, contentStart } });
    else if (!isFirst) this.addEmpty(end);
    this.applyMarker(end < this.text.length ? tokenDocumentStart : tokenStreamEnd, end, end + markerLength);
    return true;
  }

  private readBlocks(builder: ValueBuilder, start: number) {
    try {
      return new BlockReader(this.text, builder).read(start);
    } catch (error) {
      if (error instanceof NodeLimit) return "too many";
      throw error;
    }
  }

  /**
   * Moves the scanner to the content of a document.
   *
   * @param start - the start of the text, or the offset after a `---`
   */
  private moveScanner(start: number): void {
    if (start === 0) return;
    const { scanner } = this.reader;
    scanner.restart(start - markerLength);
    scanner.scanDocument();
  }

  private get builder(): TreeBuilder {
    this.treeBuilder ??= new TreeBuilder(this.text, this.options, (issue) => this.issues.push(issue));
    return this.treeBuilder;
  }

  private get reader(): { readonly scanner: YamlScanner; readonly parser: YamlParser } {
    const { text, builder, options } = this;
    this.scannerAndParser ??= {
      scanner: new YamlScanner(`${text}\0`),
      parser: new YamlParser(text, builder, options),
    };
    return this.scannerAndParser;
  }

  /** Reads up to and including the next marker or directive, or to the end of the text. */
  private readSegment(): void {
    const { scanner } = this.reader;
    scanner.scanDocument();
    const { tokens, length, fault } = scanner;
    const marker = length - tokenStride;
    const first = tokens[1] ?? 0;
    const markerStart = tokens[marker + 1] ?? this.text.length;
    if (length > tokenStride || fault !== undefined) {
      const isRead =
        this.documentState === "awaited" ? this.failStrayText(first) : this.readDocument(fault, markerStart);
      if (!isRead) return;
    } else if (this.documentState === "explicit") this.addEmpty(markerStart);
    this.applyMarker(tokens[marker] ?? tokenStreamEnd, markerStart, tokens[marker + 2] ?? markerStart);
  }

  /** Adds a faulty document for text where only a new document may begin. The components never read that text. */
  private failStrayText(offset: number): false {
    // Directives belong to this text only if their `---` has not come yet.
    if (this.documentState !== "awaited" || this.directives === 0) this.start = offset;
    return this.failDocument(syntaxFault("did not find expected <document start>", offset, offset + 1, offset));
  }

  /** @returns false if the document is faulty; reading then continues at the next `---` */
  private readDocument(scanFault: SyntaxFault | undefined, end: number): boolean {
    const issuesBefore = this.issues.length;
    this.builder.startDocument(this.drafts.length);
    const { scanner, parser } = this.reader;
    const root = parser.parseDocument(scanner, this.handles);
    this.builder.refuseInfinity(root);
    const { fault: parseFault, restStart } = parser;
    if (parseFault?.isLimit) return this.failLimit(parseFault);
    // The Go parser gets no tokens beyond the scanner's fault, and a key that stays open stops it even earlier.
    const isScanFault =
      parseFault === undefined
        ? restStart === undefined
        : parser.hasFailedAtEnd || parseFault.start === scanFault?.start;
    const fault = isScanFault ? (scanFault ?? parseFault) : parseFault;
    if (fault !== undefined) return this.failDocument(fault, root, issuesBefore);
    this.addDocument(root, restStart ?? end, issuesBefore);
    return restStart === undefined || this.failStrayText(restStart);
  }

  private failLimit(fault: SyntaxFault): false {
    this.addFault("source/limit", fault, this.findMarker(fault.at));
    this.drafts.push({ root: undefined, start: this.start });
    return this.resumeAfter(fault.at);
  }

  /** Adds a faulty document with the nodes that could be read. */
  private failDocument(fault: SyntaxFault, root?: SourceNode, issuesBefore = this.issues.length): false {
    const end = this.findMarker(fault.at);
    if (this.options.reader === "fast") {
      this.drafts.push({ root, start: this.start });
      this.addFault("source/syntax", fault, end, this.drafts.length - 1);
    } else {
      this.issues.length = issuesBefore;
      this.addFault("source/syntax", fault, end);
      this.addThoroughReading(end, fault, root);
    }
    return this.resumeAfter(end);
  }

  private addDocument(root: SourceNode, end: number, issuesBefore: number): void {
    if (this.options.reader !== "thorough") {
      this.drafts.push({ root, start: this.start });
      return;
    }
    this.issues.length = issuesBefore;
    this.addThoroughReading(end, undefined, undefined);
  }

  private addThoroughReading(end: number, fault: SyntaxFault | undefined, salvaged: SourceNode | undefined): void {
    const { text, start, options } = this;
    const reading = readThorough(text, { start, end, index: this.drafts.length }, options, fault);
    for (const issue of reading.issues) this.issues.push(issue);
    this.drafts.push({ root: reading.root ?? salvaged, start });
  }

  /** @param end - start of the marker that closes the document */
  private addEmpty(end: number): void {
    this.builder.startDocument(this.drafts.length);
    const offset = this.documentState === "explicit" ? this.contentStart : end;
    this.drafts.push({ root: this.builder.empty(offset, undefined), start: this.start });
  }

  /** @param documentEnd - a fault at this offset is moved before it, into the document to which it belongs */
  private addFault(rule: SourceRule, fault: SyntaxFault, documentEnd: number, document = this.drafts.length): void {
    const { message, help } = fault;
    const start = Math.max(this.start, Math.min(fault.start, documentEnd - 1));
    const end = Math.max(start, Math.min(fault.end, documentEnd));
    this.issues.push({ rule, message, document, start, end, ...(help === undefined ? {} : { help }) });
  }

  private resumeAfter(offset: number): false {
    const marker = this.findMarker(offset);
    this.isAtEnd = marker >= this.text.length;
    this.awaitDocument();
    this.reader.scanner.restart(marker);
    return false;
  }

  /**
   * Returns the offset of the first `---` line at or after `offset`; the length of the text if there is no such line.
   */
  private findMarker(offset: number): number {
    const marker = /^---(?=[ \t\r\n]|$)/gm;
    marker.lastIndex = offset;
    return marker.exec(this.text)?.index ?? this.text.length;
  }

  private awaitDocument(): void {
    this.documentState = "awaited";
    if (this.handles.size > 0) this.handles = new Map();
    this.directives = 0;
    this.hasVersion = false;
  }

  private applyMarker(kind: number, start: number, end: number): void {
    switch (kind) {
      case tokenDirective:
        this.applyDirective(start, end);
        return;
      case tokenDocumentStart:
        if (this.documentState !== "awaited") this.awaitDocument();
        if (this.directives === 0) this.start = start;
        this.documentState = "explicit";
        this.contentStart = end;
        return;
      case tokenDocumentEnd:
        if (this.documentState === "implicit" && this.drafts.length === 0) {
          this.failDocument(syntaxFault("did not find expected node content", start, end, start));
        } else if (this.directives > 0 && this.documentState === "awaited") this.failStrayText(start);
        else this.awaitDocument();
        return;
      default:
        this.isAtEnd = true;
        if (this.directives > 0 && this.documentState === "awaited")
          this.failStrayText(Math.max(this.start, start - 1));
    }
  }

  private applyDirective(start: number, end: number): void {
    if (this.documentState !== "awaited") this.awaitDocument();
    if (this.directives === 0) this.start = start;
    this.directives++;
    const problem = this.declareDirective(parseDirective(this.text.slice(start, end)));
    if (problem !== undefined) this.failDocument(syntaxFault(problem, start, end, start));
  }

  /** @returns the error of the directive */
  private declareDirective(directive: Directive): string | undefined {
    if (directive.kind === "fault") return directive.message;
    if (directive.kind === "version") {
      if (this.hasVersion) return "found duplicate %YAML directive";
      this.hasVersion = true;
      return directive.version === "1.1" ? undefined : "found incompatible YAML document";
    }
    if (this.handles.has(directive.handle)) return "found duplicate %TAG directive";
    this.handles.set(directive.handle, directive.prefix);
    return undefined;
  }
}

function compareByPosition(a: SourceIssue, b: SourceIssue): number {
  return a.document - b.document || a.start - b.start;
}
