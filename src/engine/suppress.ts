/**
 * Suppression comments. `# clustervet-ignore rule-id: reason` applies to the next node, or to the line that it ends; `#
 * clustervet-ignore-file rule-id: reason` applies to the whole file. Each comment must name its rules and suppress at
 * least one finding.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { isInternal } from "../rule/fault.ts";
import { type FindingLimits, lintLimits } from "../rule/tally.ts";
import { carriageReturn, lineFeed } from "../source/characters.ts";
import { comments } from "../source/comments.ts";
import type { Span } from "../source/locate.ts";
import type { SourceDocument, SourceFile, SourceNode } from "../source/source-file.ts";
import { SpanIndex } from "../source/span-index.ts";
import { closest } from "../text/closest.ts";

interface Suppression {
  readonly rules: readonly string[];
  readonly place: CommentPlace;
  readonly extent: Extent;
}

/** A range that comments cover. `end` is inclusive, so that an empty range at the end of a node is covered. */
interface Extent extends Span {
  /** Ids or areas (`role/*`) that comments suppress in this range. */
  readonly rules: Set<string>;
}

export interface Suppressions {
  /**
   * @param diagnostics - all findings of the file
   * @param ruleIds - returns the ids of all rules; called only if a comment suppressed nothing
   */
  applyTo(diagnostics: readonly FileDiagnostic[], ruleIds: () => readonly string[]): Settled;
  /** Returns the diagnostics that no comment covers. Comments never cover internal faults of clustervet. */
  shown(diagnostics: readonly FileDiagnostic[]): readonly FileDiagnostic[];
}

interface Settled {
  readonly shown: readonly FileDiagnostic[];
  /** Warnings about comments that name no rule or that suppressed nothing. */
  readonly leftovers: readonly FileDiagnostic[];
}

const markers: readonly string[] = ["clustervet-ignore", "clustervet-disable"];
const directive = /^#\s*clustervet-ignore(-file)?(?![\w-])[ \t]*([^:]*)(?::\s*(.*))?$/s;
/** Matches comments with the names that other linters use. */
const otherDirective = /^#\s*(clustervet-(?:ignore[-_]|disable)[\w-]*)/;
const ruleName = /^[a-z0-9-]+\/(?:[a-z0-9-]+|\*)$/;

/**
 * The suppressions of a file without suppression comments. A shared object without references to a file, since a run
 * keeps the suppressions of every file.
 */
export const noSuppressions: Suppressions = {
  applyTo: (shown) => ({ shown, leftovers: [] }),
  shown: (diagnostics) => diagnostics,
};

/** Searches for one character first: that is faster, and most texts have no comments. */
function hasMarker(text: string): boolean {
  return text.includes("#") && markers.some((marker) => text.includes(marker));
}

/** Lists all counted findings if comments may suppress some of them: it is not yet known which ones remain. */
export const limitsFor = (text: string): FindingLimits =>
  hasMarker(text) ? { ...lintLimits, kept: lintLimits.counted } : lintLimits;

export function readSuppressions(file: SourceFile): Suppressions {
  if (file.format !== "yaml" || !hasMarker(file.text)) return noSuppressions;
  const found: Suppression[] = [];
  const problems: FileDiagnostic[] = [];
  const extents = new Extents(file);
  for (const comment of comments(file)) {
    const text = file.text.slice(comment.start, comment.end).trimEnd();
    const match = directive.exec(text);
    const [, other] = match ? [] : (otherDirective.exec(text) ?? []);
    if (!match && other === undefined) continue;
    const rules = (match?.[2] ?? "").split(",").map((rule) => rule.trim());
    const place = {
      document: extents.documentAt(comment.start),
      file: file.name,
      range: file.rangeOf(comment.start, comment.end),
    };
    if (match && rules.every((rule) => ruleName.test(rule))) {
      found.push({ rules, extent: extents.of(comment, match[1] !== undefined, rules), place });
      continue;
    }
    const message = match
      ? "must name its rules, with a colon before the reason"
      : `must be clustervet-ignore or clustervet-ignore-file; got ${other}`;
    const help = "write `# clustervet-ignore rule-id: reason`, with several ids separated by commas";
    problems.push(problem("suppression/malformed", message, help, place));
  }
  const all = extents.all;
  const index = new SpanIndex(all);
  const applyComments: Suppressions["applyTo"] = (diagnostics, ruleIds) => {
    const used: Used = new Map(all.map((extent) => [extent, new Set()]));
    const shown = diagnostics.filter((each) => isInternal(each) || !covers(index, each, used));
    return { shown, leftovers: problems.concat(found.flatMap((each) => unused(each, used, ruleIds))) };
  };
  return { applyTo: applyComments, shown: (diagnostics) => applyComments(diagnostics, () => []).shown };
}

/** By extent, the ids or areas that suppressed a finding. */
type Used = ReadonlyMap<Extent, Set<string>>;

function covers(extents: SpanIndex<Extent>, { rule, range }: FileDiagnostic, used: Used): boolean {
  if (!range) return false;
  const names = [rule, `${rule.slice(0, rule.indexOf("/"))}/*`];
  let covered = false;
  for (const extent of extents.at(range.start.offset)) {
    for (const name of names) {
      if (!extent.rules.has(name)) continue;
      used.get(extent)?.add(name);
      covered = true;
    }
  }
  return covered;
}

function unused({ rules, extent, place }: Suppression, used: Used, ruleIds: () => readonly string[]): FileDiagnostic[] {
  return rules
    .filter((rule) => !used.get(extent)?.has(rule))
    .map((rule) => {
      const fault = ruleFault(rule, ruleIds());
      if (fault) return problem("suppression/unknown-rule", fault.message, fault.help, place);
      const message = `suppresses nothing: there is no finding of ${rule}`;
      return problem("suppression/unused", message, "remove it", place);
    });
}

/** Returns the fault of a rule id or an area (`role/*`); undefined if it exists. */
export function ruleFault(rule: string, ids: readonly string[]): { message: string; help: string } | undefined {
  const isArea = rule.endsWith("/*");
  if (isArea ? ids.some((id) => id.startsWith(rule.slice(0, -1))) : ids.includes(rule)) return undefined;
  const meant = closest(rule, isArea ? new Set(ids.map((id) => `${id.slice(0, id.indexOf("/"))}/*`)) : ids);
  const help = meant === undefined ? "`clustervet explain ID` prints the page of a rule" : `did you mean ${meant}?`;
  return { message: `there is no rule ${JSON.stringify(rule)}`, help };
}

/** The place of a comment. It holds no reference to the parsed file. */
type CommentPlace = Pick<FileDiagnostic, "document" | "file" | "range">;

function problem(rule: string, message: string, help: string, place: CommentPlace): FileDiagnostic {
  return { rule, severity: "warning", cause: "invalid", message, path: [], help, ...place };
}

/** Computes the ranges that the comments of a file cover. Callers must pass comments in the order of the text. */
class Extents {
  readonly #file: SourceFile;
  readonly #bySpan = new Map<string, Extent>();
  /**
   * Indexes of the document that contains the current comment, and of the first document from there on with a node
   * after that comment.
   */
  #at = 0;
  #next = 0;
  /** Offset of the start of the current comment's line. */
  #lineStart = 0;
  #seen = 0;

  constructor(file: SourceFile) {
    this.#file = file;
  }

  get all(): readonly Extent[] {
    return [...this.#bySpan.values()];
  }

  of(comment: Span, isWholeFile: boolean, rules: readonly string[]): Extent {
    const { start, end } = isWholeFile ? { start: 0, end: this.#file.text.length } : this.#spanOf(comment);
    const key = `${start} ${end}`;
    const extent = this.#bySpan.get(key) ?? { start, end, rules: new Set() };
    this.#bySpan.set(key, extent);
    for (const rule of rules) extent.rules.add(rule);
    return extent;
  }

  /** Returns the index of the document that contains the offset. Documents cover the whole text. */
  documentAt(offset: number): number {
    const { documents } = this.#file;
    while ((documents[this.#at + 1]?.start ?? Number.POSITIVE_INFINITY) <= offset) this.#at++;
    return this.#at;
  }

  /** Returns the line that the comment ends, or else the node that follows the comment. */
  #spanOf(comment: Span): Span {
    const lineStart = this.#lineStartOf(comment.start);
    if (this.#file.text.slice(lineStart, comment.start).trim() !== "") return { start: lineStart, end: comment.end };
    const document = this.#documentAfter(comment);
    return (document && nextNode(document, comment.end)) ?? { start: comment.end, end: comment.end };
  }

  #lineStartOf(offset: number): number {
    const { text } = this.#file;
    for (; this.#seen < offset; this.#seen++) {
      const code = text.charCodeAt(this.#seen);
      if (code === lineFeed || code === carriageReturn) this.#lineStart = this.#seen + 1;
    }
    return this.#lineStart;
  }

  #documentAfter({ start, end }: Span): SourceDocument | undefined {
    const { documents } = this.#file;
    this.#next = Math.max(this.#next, this.documentAt(start));
    while (this.#next < documents.length && (documents[this.#next]?.root?.end ?? -1) <= end) this.#next++;
    return documents[this.#next];
  }
}

/** Returns the first item of a map or sequence after `offset`; the whole document if `offset` is before its content. */
function nextNode({ root }: SourceDocument, offset: number): Span | undefined {
  if (!root) return undefined;
  if (root.start >= offset) return { start: root.start, end: root.end };
  return firstItemAfter(root, offset);
}

function firstItemAfter(node: SourceNode, offset: number): Span | undefined {
  const items = itemsOf(node);
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  const before = items[low - 1];
  const inner = before && before.end > offset ? firstItemAfter(before.node, offset) : undefined;
  const after = items[low];
  return inner ?? (after && { start: after.start, end: after.end });
}

interface Item extends Span {
  readonly node: SourceNode;
}

/** Sorted items by node, so that a long list with many comments is sorted once. */
const itemsByNode = new WeakMap<SourceNode, readonly Item[]>();

/** Returns the items of a collection in the order of the text, without those that a merge key adds. */
function itemsOf(node: SourceNode): readonly Item[] {
  const known = itemsByNode.get(node);
  if (known || node.kind === "scalar") return known ?? [];
  const items =
    node.kind === "sequence"
      ? node.items.map((item) => ({ start: item.start, end: item.end, node: item }))
      : [...node.items.values()]
          .filter(({ isMerged }) => !isMerged)
          .map(({ key, value }) => ({ start: key.start, end: Math.max(key.end, value.end), node: value }))
          .sort((a, b) => a.start - b.start);
  itemsByNode.set(node, items);
  return items;
}
