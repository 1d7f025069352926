/**
 * Findings about placeholders: the rendered file has another value, so clustervet does not vet this one.
 *
 * @module
 */
import type { Diagnostic, FieldPath } from "../diagnostic/diagnostic.ts";
import { nodeAt } from "../source/locate.ts";
import { isPlaceholder } from "../source/placeholder.ts";
import type { SourceDocument, SourceFile, SourceNode } from "../source/source-file.ts";

/** The one finding of a file with placeholders. */
export const placeholderFinding = {
  rule: "source/placeholder",
  severity: "info",
  cause: "invalid",
  message: "not vetted: this is a placeholder, and other values of the file may be placeholders, too",
  help: "vet the file that has the values; `--as-sent` judges placeholders as they are written",
  path: [],
} as const satisfies Diagnostic;

/** Whether the value at a path, or the key of it, is a placeholder. */
export function isPlaceholderAt(
  { text }: SourceFile,
  document: SourceDocument,
  { path, rule }: { readonly path: FieldPath; readonly rule: string },
): boolean {
  if (path.length === 0) return false;
  const key = String(path.at(-1));
  const node = nodeAt(document, key === labelOfName ? [...path.slice(0, -2), "name"] : path);
  if (node?.kind === "scalar" && typeof node.value === "string" && isPlaceholder(node.value)) return true;
  if (misfitRules.has(rule) && node && (isMark(key) || isMarked(node))) return true;
  return isPlaceholder(key) || (key === encryptedBy && text.includes("ENC["));
}

/** Text in a field that does not accept text: `replicas: DEPLOYMENT_REPLICAS`. */
const misfitRules: ReadonlySet<string> = new Set(["schema/type", "schema/unknown-field", "schema/format"]);

/** Two or more words in capitals, as programs name placeholders. */
const isMark = (text: string): boolean => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text);

/** A placeholder, one in brackets (`[IMAGE_URL]`), or a map of placeholders without values. */
function isMarked(node: SourceNode): boolean {
  if (node.kind === "scalar") return typeof node.value === "string" && isMark(node.value);
  if (node.kind === "sequence") return node.items.length > 0 && node.items.every(isMarked);
  return node.kind === "map" && node.items.size > 0 && [...node.items.keys()].every(isMark);
}

/** The API server copies the name of a namespace into it. */
const labelOfName = "kubernetes.io/metadata.name";

/** SOPS adds it to a document that it encrypts. */
const encryptedBy = "sops";
