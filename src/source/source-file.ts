/**
 * The types of a source file: its text, its documents, and the tree of nodes with positions. `read-source.ts` reads
 * files; `locate.ts` maps paths and characters of scalars to positions.
 *
 * @module
 */
import type { Range } from "../diagnostic/diagnostic.ts";

/**
 * Offsets are in UTF-16 code units from the start of the file's text, from 0; `end` is exclusive. Tags and anchors come
 * before `start`; a block collection ends where its last entry ends.
 */
interface NodeBase {
  readonly start: number;
  readonly end: number;
}

export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  /** The value as the Go parser of the Kubernetes components resolves it; integers beyond 2^53 are bigints. */
  readonly value: string | number | bigint | boolean | null;
  readonly style: ScalarStyle;
  /** Spaces before the content of a literal or folded scalar; 0 for the other styles. */
  readonly indent: number;
}

export type ScalarStyle = "plain" | "single" | "double" | "literal" | "folded";

export interface MapItem {
  readonly key: ScalarNode;
  /** The key in JSON, where numbers and booleans become strings. */
  readonly name: string;
  readonly value: SourceNode;
  /** Whether a merge key (`<<`) added the item. */
  readonly isMerged?: boolean;
}

export interface MapNode extends NodeBase {
  readonly kind: "map";
  /** In the order of the text. Contains only the last of duplicate keys, as for a lenient reader. */
  readonly items: ReadonlyMap<string, MapItem>;
  /** The same content as a plain object, in which `__proto__` is an own key. */
  readonly value: Record<string, unknown>;
}

export interface SequenceNode extends NodeBase {
  readonly kind: "sequence";
  readonly items: readonly SourceNode[];
  readonly value: readonly unknown[];
}

/** A node. An alias shares the value of its anchor but has the range of the alias. */
export type SourceNode = ScalarNode | MapNode | SequenceNode;

/**
 * Rules about the text. `source/template`: a template that is not rendered; `source/value`: a value that JSON cannot
 * represent (`.inf`, a null key); `source/tag`: a scalar that does not fit its tag.
 */
export type SourceRule =
  | "source/syntax"
  | "source/template"
  | "source/duplicate-key"
  | "source/limit"
  | "source/encoding"
  | "source/tag"
  | "source/value";

/** A fault found while reading: syntax, a duplicate key, a limit. */
export interface SourceIssue {
  readonly rule: SourceRule;
  readonly message: string;
  /** Index of the document with the fault. */
  readonly document: number;
  readonly start: number;
  readonly end: number;
  readonly help?: string;
  /**
   * Which readers continue despite the fault. `lenient`: readers that accept duplicate keys, of which the last wins;
   * `manifest`: kubectl, for which it is no fault; `always`: every reader, so that the issue is a warning. Absent:
   * every reader refuses the text.
   */
  readonly tolerated?: "lenient" | "manifest" | "always";
  /** Whether a merge key (`<<`) caused the duplicate, which lenient readers treat as an override. */
  readonly merged?: boolean;
  /** For a duplicate, the position of the first key. */
  readonly related?: { readonly start: number; readonly end: number; readonly message: string };
  /** The number of faults that this issue represents, from its position on; default 1. */
  readonly count?: number;
}

export interface SourceDocument {
  /** From 0. */
  readonly index: number;
  /** Absent if nothing could be read; an empty document is a null scalar. Created on first use. */
  readonly root?: SourceNode | undefined;
  /** The value of the root, for callers that need no positions. */
  readonly value?: unknown;
  /** Documents cover the text without gaps. The next document begins at its directives or its `---`. */
  readonly start: number;
  readonly end: number;
}

/** A comment, from `#` to the end of its line. Found in the text, so that it does not depend on the reader. */
export interface SourceComment {
  readonly start: number;
  readonly end: number;
}

export interface ReadOptions {
  /** The largest input in bytes of UTF-8; default 16 MiB. */
  readonly maxBytes?: number;
  /** The deepest nesting of maps and sequences; default 500. */
  readonly maxDepth?: number;
  /** The most nodes that aliases may add to the tree; default 1,000,000. */
  readonly maxAliasNodes?: number;
  /** The most keys and values of a YAML document; default: unlimited. */
  readonly maxNodes?: number;
  /** The most YAML documents that are read, from the first; default: all. */
  readonly maxDocuments?: number;
  /** The reader; `auto` (default) uses the fast one, and the thorough one after a syntax error. */
  readonly reader?: "auto" | "fast" | "thorough";
}

export interface SourceFile {
  /** As given by the caller; relative to the current directory, with forward slashes. */
  readonly name: string;
  /** Without a byte order mark. */
  readonly text: string;
  readonly format: "yaml" | "json";
  readonly documents: readonly SourceDocument[];
  readonly issues: readonly SourceIssue[];
  /** Returns the lines and columns of a span. Line starts are computed once, on first use. */
  rangeOf(start: number, end: number): Range;
}
