/**
 * A file as text and as documents with positions. Owns the tree of nodes and the way from a path, or from a character
 * inside a scalar, back to the file. Parsing is in `yaml.ts` and `json.ts`.
 *
 * @module
 */
import type { Range } from "../diagnostic/diagnostic.ts";

/** Offsets count UTF-16 code units from 0 into the file's text; `end` is exclusive. */
interface NodeBase {
  readonly start: number;
  readonly end: number;
}

export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  /** As the Go parser behind the cluster's components resolves it; whole numbers beyond 2^53 are bigint. */
  readonly value: string | number | bigint | boolean | null;
  readonly style: "plain" | "single" | "double" | "literal" | "folded";
}

export interface MapItem {
  readonly key: ScalarNode;
  readonly name: string;
  readonly value: SourceNode;
}

export interface MapNode extends NodeBase {
  readonly kind: "map";
  /** In the order of the text; of a duplicate key only the last is kept here, as the reader would. */
  readonly items: ReadonlyMap<string, MapItem>;
  /** The same content as a plain object (no prototype surprises: `__proto__` is an own key). */
  readonly value: Record<string, unknown>;
}

export interface SequenceNode extends NodeBase {
  readonly kind: "sequence";
  readonly items: readonly SourceNode[];
  readonly value: readonly unknown[];
}

/** An alias shares the value of its anchor; its own range is where the alias stands. */
export type SourceNode = ScalarNode | MapNode | SequenceNode;

/** A fault of reading: syntax, a duplicate key, a limit. */
export interface SourceIssue {
  readonly rule: "source/syntax" | "source/duplicate-key" | "source/limit" | "source/encoding" | "source/tag";
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly help?: string;
  /** The first place, for a duplicate. */
  readonly related?: { readonly start: number; readonly end: number; readonly message: string };
}

export interface SourceDocument {
  /** From 0. */
  readonly index: number;
  /** Absent when nothing could be read. An empty document is a null scalar. */
  readonly root?: SourceNode;
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
