/**
 * Finds the comments of a YAML file, for the directives in them. The readers do not keep comments, so the scanner runs
 * again over a text that may contain a directive.
 *
 * @module
 */
import type { SourceComment, SourceFile } from "./source-file.ts";
import { tokenStreamEnd, tokenStride, YamlScanner } from "./yaml-scanner.ts";

/** The text that every directive contains. */
const directiveMark = "clustervet";

/** Returns the comments that may contain a directive, in the order of the text. JSON has no comments. */
export function comments({ text, format }: SourceFile): SourceComment[] {
  if (format === "json" || !text.includes(directiveMark)) return [];
  return allComments(text).filter(({ start, end }) => text.slice(start, end).includes(directiveMark));
}

function allComments(text: string): SourceComment[] {
  const found: SourceComment[] = [];
  const scanner = new YamlScanner(`${text}\0`, found);
  for (;;) {
    scanner.scanDocument();
    const last = scanner.length - tokenStride;
    if (scanner.fault !== undefined) {
      const marker = nextMarker(text, scanner.fault.at);
      for (const comment of findCommentLines(text, found.at(-1)?.end ?? 0, scanner.fault.at, marker))
        found.push(comment);
      if (marker === text.length) return found;
      scanner.restart(marker);
    } else if (scanner.tokens[last] === tokenStreamEnd) return found;
  }
}

/** Returns the offset of the next `---` line; the length of the text if there is no such line. */
function nextMarker(text: string, from: number): number {
  const marker = /^---(?=[ \t\r\n]|$)/gm;
  marker.lastIndex = from;
  return marker.exec(text)?.index ?? text.length;
}

/** Returns the lines that begin with `#`, which count as comments where the text cannot be scanned. */
function findCommentLines(text: string, after: number, from: number, to: number): SourceComment[] {
  const found: SourceComment[] = [];
  for (const match of text.slice(from, to).matchAll(/^[ \t]*(#.*)$/gm)) {
    const comment = match[1] ?? "";
    const end = from + match.index + match[0].length;
    if (end > after) found.push({ start: end - comment.length, end });
  }
  return found;
}
