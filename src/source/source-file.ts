/**
 * A file as text and as documents with positions. Owns the tree of nodes and the way from a path, or from a character
 * inside a scalar, back to the file. Reading starts in `read-source.ts`.
 *
 * @module
 */
import type { Range } from "../diagnostic/diagnostic.ts";

/**
 * Offsets count UTF-16 code units from 0 into the file's text; `end` is exclusive. Tags and anchors are before `start`;
 * the end of a block collection is the end of its last entry.
 */
interface NodeBase {
  readonly start: number;
  readonly end: number;
}

export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  /** As the Go parser behind the cluster's components resolves it; whole numbers beyond 2^53 are bigint. */
  readonly value: string | number | bigint | boolean | null;
  readonly style: ScalarStyle;
  /** Spaces before the content of a literal or folded scalar; 0 for the other styles. */
  readonly indent: number;
}

export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

export interface MapItem {
  readonly key: ScalarNode;
  /** The key as JSON has it: numbers and booleans become text. */
  readonly name: string;
  readonly value: SourceNode;
  /** Came in through a merge key (`<<`). */
  readonly isMerged?: boolean;
}

export interface MapNode extends NodeBase {
  readonly kind: "map";
  /** In the order of the text; of a duplicate key only the last is kept here, as a lenient reader would. */
  readonly items: ReadonlyMap<string, MapItem>;
  /** The same content as a plain object (no prototype surprises: `__proto__` is an own key). */
  readonly value: Record<string, unknown>;
}

export interface SequenceNode extends NodeBase {
  readonly kind: "sequence";
  readonly items: readonly SourceNode[];
  readonly value: readonly unknown[];
}

/** An alias shares the value of its anchor; its own range is where the alias is. */
export type SourceNode = ScalarNode | MapNode | SequenceNode;

/**
 * `source/template`: a template that is not rendered; `source/value`: a value that JSON cannot carry (`.inf`, a null key);
 * `source/tag`: a scalar that its tag refuses.
 */
export type SourceRule =
  | "source/syntax"
  | "source/template"
  | "source/duplicate-key"
  | "source/limit"
  | "source/encoding"
  | "source/tag"
  | "source/value";

/** A fault of reading: syntax, a duplicate key, a limit. */
export interface SourceIssue {
  readonly rule: SourceRule;
  readonly message: string;
  /** Index of the document at fault. */
  readonly document: number;
  readonly start: number;
  readonly end: number;
  readonly help?: string;
  /**
   * Who reads on regardless: `lenient` readers (not strict about duplicate keys, the last one wins), `manifest` kubectl, for
   * which it is no fault, or `always` every reader, which makes it a warning. Absent: the text is refused by all.
   */
  readonly tolerated?: "lenient" | "manifest" | "always";
  /** A duplicate that came about through a merge key (`<<`); lenient readers take it for an override. */
  readonly merged?: boolean;
  /** The first place, for a duplicate. */
  readonly related?: { readonly start: number; readonly end: number; readonly message: string };
  /** How many faults of the kind it speaks for, from its place on; absent: itself. */
  readonly count?: number;
}

export interface SourceDocument {
  /** From 0. */
  readonly index: number;
  /** Absent when nothing could be read. An empty document is a null scalar. Made when first asked for. */
  readonly root?: SourceNode | undefined;
  /** The value of the root, for whom places do not matter. */
  readonly value?: unknown;
  /** Documents cover the text without gaps; the next one begins at its directives or its `---`. */
  readonly start: number;
  readonly end: number;
}

/** A comment, from `#` to the end of its line; found in the text, so also for the fast reader. */
export interface SourceComment {
  readonly start: number;
  readonly end: number;
}

export interface ReadOptions {
  /** Largest input in bytes of UTF-8; default 16 MiB. */
  readonly maxBytes?: number;
  /** Deepest nesting of maps and sequences; default 500. */
  readonly maxDepth?: number;
  /** Most nodes that aliases may add to the tree; default 1,000,000. */
  readonly maxAliasNodes?: number;
  /** Most keys and values of a YAML document; default any. */
  readonly maxNodes?: number;
  /** Most documents of YAML that are read, the first ones; default all. */
  readonly maxDocuments?: number;
  /** Which reader; `auto` (default) takes the fast one and falls back to the thorough one on any syntax error. */
  readonly reader?: "auto" | "fast" | "thorough";
}

export interface SourceFile {
  /** As given; relative to the current directory, with forward slashes. */
  readonly name: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly format: "yaml" | "json";
  readonly documents: readonly SourceDocument[];
  readonly issues: readonly SourceIssue[];
  /** Line and column of a span; line starts are computed once, when first asked. */
  rangeOf(start: number, end: number): Range;
}
