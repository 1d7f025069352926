/**
 * Presents a run as tests, for the formats that build servers read: each file is a suite, each document a case.
 *
 * @module
 */
import type { FileDiagnostic, FileSummary, ObjectIdentity, Report } from "../diagnostic/diagnostic.ts";
import { describeObject } from "./reporter.ts";

/** A file and its diagnostics. */
export interface FileSuite {
  readonly file: FileSummary;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** A document and its diagnostics. */
export interface DocumentCase {
  readonly name: string;
  readonly diagnostics: readonly FileDiagnostic[];
}

/** Returns the files in their order, followed by those that only diagnostics name. */
export function fileSuites({ files, diagnostics }: Report): readonly FileSuite[] {
  const byFile = new Map<string, { readonly file: FileSummary; readonly diagnostics: FileDiagnostic[] }>();
  for (const file of files) byFile.set(file.path, { file, diagnostics: [] });
  for (const diagnostic of diagnostics) {
    const suite = byFile.get(diagnostic.file) ?? { file: { path: diagnostic.file, documents: 0 }, diagnostics: [] };
    byFile.set(diagnostic.file, suite);
    suite.diagnostics.push(diagnostic);
  }
  return [...byFile.values()];
}

/**
 * Returns a case for each document. Its name does not change when documents are added above it, unless two documents
 * have the same identity.
 */
export function documentCases({ file, diagnostics }: FileSuite): readonly DocumentCase[] {
  const objects = new Map<number, ObjectIdentity>();
  for (let document = 0; document < file.documents; document++) objects.set(document, { document });
  for (const object of [...diagnostics, ...(file.objects ?? [])]) objects.set(object.document, object);
  const found = new Map<number, FileDiagnostic[]>();
  for (const diagnostic of diagnostics) {
    const known = found.get(diagnostic.document);
    if (known) known.push(diagnostic);
    else found.set(diagnostic.document, [diagnostic]);
  }
  const taken = new Set<string>();
  return [...objects.values()].map((object) => {
    const identity = describeObject(object);
    const name = taken.has(identity) ? `${identity} (document ${object.document + 1})` : identity;
    taken.add(identity);
    return { name, diagnostics: found.get(object.document) ?? [] };
  });
}
