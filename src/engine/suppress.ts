/**
 * Suppression comments: `# clustervet-ignore rule-id: reason` for the next node, or for the line it ends;
 * `# clustervet-ignore-file rule-id: reason` for the whole file. Each must name its rules, and must be of use.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { closest } from "../lexical/closest.ts";
import { comments } from "../source/comments.ts";
import { readSource } from "../source/read-source.ts";
import type { SourceDocument, SourceFile, SourceNode } from "../source/source-file.ts";

interface Suppression {
  readonly rules: readonly string[];
  /** Offsets that it covers; `end` is inclusive, so that an empty range at the end of a node counts. */
  readonly start: number;
  readonly end: number;
  readonly place: CommentPlace;
  readonly used: Set<string>;
}

export interface Suppressions {
  /** True when the diagnostic is covered; the suppression then counts as used. */
  covers(diagnostic: FileDiagnostic): boolean;
  /**
   * Warnings about comments that name no rule or were of no use. Call after all diagnostics were shown.
   *
   * @param ruleIds - every rule there is; asked for only when a comment was of no use
   */
  leftovers(ruleIds: () => readonly string[]): readonly FileDiagnostic[];
}

const marker = "clustervet-ignore";
const directive = /^#\s*clustervet-ignore(-file)?(?![\w-])[ \t]*([^:]*)(?::\s*(.*))?$/;
const ruleName = /^[a-z0-9-]+\/(?:[a-z0-9-]+|\*)$/;

/** What a file without such comments has; it is kept for every file of a run, so it holds on to nothing. */
export const noSuppressions: Suppressions = { covers: () => false, leftovers: () => [] };

/** One character is looked for faster than many, and most texts have no comment. */
function hasMarker(text: string): boolean {
  return text.includes("#") && text.includes(marker);
}

/** Those of a file that is not at hand as such; it is read again if it has any. */
export function suppressionsIn(name: string, text: string): Suppressions {
  return hasMarker(text) ? readSuppressions(readSource(name, text)) : noSuppressions;
}

export function readSuppressions(file: SourceFile): Suppressions {
  if (file.format !== "yaml" || !hasMarker(file.text)) return noSuppressions;
  const found: Suppression[] = [];
  const problems: FileDiagnostic[] = [];
  for (const comment of comments(file)) {
    const match = directive.exec(file.text.slice(comment.start, comment.end).trimEnd());
    if (!match) continue;
    const rules = (match[2] ?? "").split(",").map((rule) => rule.trim());
    const place = {
      document: documentOf(file, comment),
      file: file.name,
      range: file.rangeOf(comment.start, comment.end),
    };
    if (rules.every((rule) => ruleName.test(rule))) {
      found.push({ rules, ...extent(file, comment, match[1] !== undefined), place, used: new Set() });
      continue;
    }
    const message = "must name the rules it is for";
    const help = "write `# clustervet-ignore rule-id: reason`, several ids with commas between";
    problems.push(problem("suppression/malformed", message, help, place));
  }
  return {
    covers: (diagnostic) => covers(found, diagnostic),
    leftovers: (ruleIds) => problems.concat(found.flatMap((each) => unused(each, ruleIds))),
  };
}

function covers(suppressions: readonly Suppression[], { rule, range }: FileDiagnostic): boolean {
  if (!range) return false;
  const at = range.start.offset;
  let covered = false;
  for (const suppression of suppressions) {
    if (at < suppression.start || at > suppression.end) continue;
    const name = suppression.rules.find(
      (item) => item === rule || (item.endsWith("/*") && rule.startsWith(item.slice(0, -1))),
    );
    if (name === undefined) continue;
    suppression.used.add(name);
    covered = true;
  }
  return covered;
}

function unused({ rules, used, place }: Suppression, ruleIds: () => readonly string[]): FileDiagnostic[] {
  return rules
    .filter((rule) => !used.has(rule))
    .map((rule) => {
      const fault = ruleFault(rule, ruleIds());
      if (fault) return problem("suppression/unknown-rule", fault.message, fault.help, place);
      const message = `suppresses nothing: no ${rule} is found where it applies`;
      return problem("suppression/unused", message, "remove it", place);
    });
}

/** What is wrong with a name of a rule or of an area (`role/*`); undefined for one that there is. */
export function ruleFault(rule: string, ids: readonly string[]): { message: string; help: string } | undefined {
  const isArea = rule.endsWith("/*");
  if (isArea ? ids.some((id) => id.startsWith(rule.slice(0, -1))) : ids.includes(rule)) return undefined;
  const meant = closest(rule, isArea ? new Set(ids.map((id) => `${id.slice(0, id.indexOf("/"))}/*`)) : ids);
  const help = meant === undefined ? "`clustervet explain ID` prints the page of a rule" : `did you mean ${meant}?`;
  return { message: `no rule is called ${JSON.stringify(rule)}`, help };
}

/** Where a comment stands; nothing of the file is kept with it. */
type CommentPlace = Pick<FileDiagnostic, "document" | "file" | "range">;

function problem(rule: string, message: string, help: string, place: CommentPlace): FileDiagnostic {
  return { rule, severity: "warning", cause: "invalid", message, path: [], help, ...place };
}

function documentOf(file: SourceFile, comment: { start: number }): number {
  return file.documents.findLast((item) => item.start <= comment.start)?.index ?? 0;
}

/** What a comment covers: the file, the rest of its own line, or the node that comes next. */
function extent(
  file: SourceFile,
  comment: { start: number; end: number },
  wholeFile: boolean,
): { start: number; end: number } {
  const { text } = file;
  if (wholeFile) return { start: 0, end: text.length };
  const lineStart = Math.max(text.lastIndexOf("\n", comment.start - 1), text.lastIndexOf("\r", comment.start - 1)) + 1;
  if (text.slice(lineStart, comment.start).trim() !== "") return { start: lineStart, end: comment.end };
  const document = file.documents.find(
    (item) => item.root !== undefined && item.end > comment.end && item.root.end > comment.end,
  );
  return (document && nextNode(document, comment.end)) ?? { start: comment.end, end: comment.end };
}

/** The first item of a map or sequence after `offset`; before any content that is the whole document. */
function nextNode(document: SourceDocument, offset: number): { start: number; end: number } | undefined {
  const { root } = document;
  if (!root) return undefined;
  if (root.start >= offset) return { start: root.start, end: root.end };
  return firstItemAfter(root, offset);
}

function firstItemAfter(node: SourceNode, offset: number): { start: number; end: number } | undefined {
  if (node.kind === "scalar") return undefined;
  const items =
    node.kind === "sequence"
      ? node.items.map((item) => ({ start: item.start, end: item.end, node: item }))
      : [...node.items.values()].map(({ key, value }) => ({
          start: key.start,
          end: Math.max(key.end, value.end),
          node: value,
        }));
  for (const item of items) {
    if (item.start >= offset) return { start: item.start, end: item.end };
    const inner = item.end > offset ? firstItemAfter(item.node, offset) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
