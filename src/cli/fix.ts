/**
 * `--fix`: the edits that diagnostics carry, made in texts.
 *
 * @module
 */
import type { Edit, FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { decodeText } from "../source/encoding.ts";
import type { FixedTexts } from "./fixed-texts.ts";

/** Edits may bring new findings to light, which may have edits in turn. */
const maxPasses = 5;

/**
 * Vets and edits in turn, until no finding has an edit. A file that edits would make worse gets its text back.
 *
 * @param texts - those that may be edited
 * @param vet - vets all files as they are; `changed` are those with another text than the time before
 * @param isWanted - whether a finding is to be put right; default: each is
 * @returns what is left, and how much was put right
 * @throws {UsageError} when a file can't be written
 */
export function fixWhileVetting<R extends Vetted>(
  texts: FixedTexts,
  vet: (changed: readonly string[]) => R,
  isWanted: (diagnostic: FileDiagnostic) => boolean = () => true,
): Fixed<R> {
  const editable = new Set(texts.names);
  let left = vet([]);
  let edits = 0;
  const fixed = new Set<string>();
  for (let pass = 0; pass < maxPasses; pass++) {
    const changed = fixFiles(
      left.result.diagnostics.filter((found) => editable.has(found.file) && isWanted(found)),
      texts,
    );
    if (changed.length === 0) break;
    const after = vet(changed.map(({ path }) => path));
    const worse = changed.filter(({ path }) => errorsIn(after, path) > errorsIn(left, path));
    for (const { path, before } of worse) {
      texts.write(path, before);
      editable.delete(path);
    }
    for (const { path, edits: made } of changed.filter((file) => !worse.includes(file))) {
      fixed.add(path);
      edits += made;
    }
    left = worse.length > 0 ? vet(worse.map(({ path }) => path)) : after;
  }
  return { left, edits, files: fixed.size };
}

interface Fixed<R> {
  readonly left: R;
  readonly edits: number;
  readonly files: number;
}

/** The findings of a vetting of all files. */
interface Vetted {
  readonly result: { readonly diagnostics: readonly FileDiagnostic[] };
}

function errorsIn({ result }: Vetted, path: string): number {
  return result.diagnostics.filter(({ file, severity }) => file === path && severity === "error").length;
}

/** A file that was edited. */
interface FixedFile {
  readonly path: string;
  readonly before: Uint8Array;
  readonly edits: number;
}

/**
 * Makes all edits of the diagnostics; files that are no plain UTF-8 are left alone.
 *
 * @returns the files that changed
 * @throws {UsageError} when a file can't be written
 */
function fixFiles(diagnostics: readonly FileDiagnostic[], texts: FixedTexts): readonly FixedFile[] {
  const editsByFile = new Map<string, Edit[]>();
  for (const { file, fix } of diagnostics) {
    if (!fix) continue;
    const edits = editsByFile.get(file);
    if (edits) edits.push(fix);
    else editsByFile.set(file, [fix]);
  }
  return [...editsByFile].flatMap(([path, edits]) => {
    const before = texts.read(path);
    const { text, hasByteOrderMark, issues } = decodeText(before);
    if (issues.length > 0 || before[0] === 0xff || before[0] === 0xfe) return [];
    const after = applyEdits(text, edits);
    if (after === text) return [];
    texts.write(path, Buffer.from(hasByteOrderMark ? `\ufeff${after}` : after));
    return [{ path, before, edits: edits.length }];
  });
}

/** The text with edits made; of two that overlap the first is made, the other is left to a next time. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let at = 0;
  for (const { start, end, text: replacement } of sorted) {
    if (start < at) continue;
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}
