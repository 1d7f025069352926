/**
 * `--fix`: applies the edits of diagnostics to texts.
 *
 * @module
 */
import type { Edit, FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { decodeText } from "../source/encoding.ts";
import type { FixedTexts } from "./fixed-texts.ts";

/** Maximum number of passes. Edits may reveal new findings, which may have edits as well. */
const maxPasses = 5;

/**
 * Vets and edits repeatedly until no finding has an edit, at most `maxPasses` times. Restores the text of a file if
 * edits add errors to it.
 *
 * @param texts - the texts that may be edited
 * @param vet - vets all files in their current state; `changed` lists the files whose text differs from the previous
 *   call
 * @param isWanted - whether to fix a finding; default: all
 * @returns the last result of vetting, and the number of edits and edited files
 * @throws {UsageError} if a file can't be written
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

/** The result of vetting all files. */
interface Vetted {
  readonly result: { readonly diagnostics: readonly FileDiagnostic[] };
}

function errorsIn({ result }: Vetted, path: string): number {
  return result.diagnostics.filter(({ file, severity }) => file === path && severity === "error").length;
}

/** A file that was edited, with its previous content. */
interface FixedFile {
  readonly path: string;
  readonly before: Uint8Array;
  readonly edits: number;
}

/**
 * Applies all edits of the diagnostics. Skips files that are not plain UTF-8.
 *
 * @returns the files that changed
 * @throws {UsageError} if a file can't be written
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

/** Applies edits to a text. If two edits overlap, only the first is applied; the next pass may apply the other. */
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
