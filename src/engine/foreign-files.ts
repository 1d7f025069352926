/**
 * Files in a directory that are not meant for clustervet, such as `tsconfig.json` with comments or a template of
 * another program.
 *
 * @module
 */
import { mayHaveCommandLines } from "../flags/assignments.ts";
import type { SourceFile } from "../source/source-file.ts";
import { isNamedAsKind } from "./kind-by-name.ts";
import type { Settings } from "./options.ts";

/** The reason why a foreign file is skipped. */
export const foreignFileReason = "not valid YAML or JSON, and without `apiVersion` and `kind`";

const identityField = /\b(?:apiVersion|kind)["']?\s*:/;

/**
 * Whether the text has syntax errors and neither `apiVersion` nor `kind`. Files without errors are recognized by their
 * documents.
 */
export function isForeign(file: SourceFile, { expectedKind, flagFiles }: Settings): boolean {
  const { name } = file;
  if (
    file.issues.length === 0 ||
    expectedKind ||
    flagFiles.has(name) ||
    mayHaveCommandLines(name) ||
    isNamedAsKind(name)
  )
    return false;
  return !identityField.test(file.text);
}
