/**
 * Recognizes findings about placeholders: the rendered file has another value, so clustervet does not vet the
 * placeholder.
 *
 * @module
 */
import type { Diagnostic, FieldPath } from "../diagnostic/diagnostic.ts";
import { nodeAt } from "../source/locate.ts";
import { isPlaceholder } from "../source/placeholder.ts";
import type { SourceDocument, SourceFile, SourceNode } from "../source/source-file.ts";

/** The finding that replaces all findings about placeholders of a file. */
export const placeholderFinding = {
  rule: "source/placeholder",
  severity: "info",
  cause: "invalid",
  message: "not vetted: this is a placeholder, and other values of the file may be placeholders, too",
  help: "vet the file that has the values; `--as-sent` judges placeholders as they are written",
  path: [],
} as const satisfies Diagnostic;

/** Whether the value at a path, or its key, is a placeholder. */
export function isPlaceholderAt(
  { text }: SourceFile,
  document: SourceDocument,
  { path, rule }: { readonly path: FieldPath; readonly rule: string },
): boolean {
  if (path.length === 0) return false;
  const key = String(path.at(-1));
  const node = nodeAt(document, key === namespaceNameLabel ? [...path.slice(0, -2), "name"] : path);
  if (node?.kind === "scalar" && typeof node.value === "string" && isPlaceholder(node.value)) return true;
  if (misfitRules.has(rule) && node && (isCapitalizedName(key) || isMarked(node))) return true;
  return isPlaceholder(key) || (key === sopsKey && text.includes("ENC["));
}

/** Rules that report a placeholder in a field that does not accept strings: `replicas: DEPLOYMENT_REPLICAS`. */
const misfitRules: ReadonlySet<string> = new Set(["schema/type", "schema/unknown-field", "schema/format"]);

/** Whether a text is two or more capitalized words joined by underscores, as many programs name placeholders. */
const isCapitalizedName = (text: string): boolean => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text);

/** Whether a node is a placeholder, a list of placeholders (`[IMAGE_URL]`), or a map whose keys are placeholders. */
function isMarked(node: SourceNode): boolean {
  if (node.kind === "scalar") return typeof node.value === "string" && isCapitalizedName(node.value);
  if (node.kind === "sequence") return node.items.length > 0 && node.items.every(isMarked);
  return node.kind === "map" && node.items.size > 0 && [...node.items.keys()].every(isCapitalizedName);
}

/** The label into which kube-apiserver copies the name of a namespace. */
const namespaceNameLabel = "kubernetes.io/metadata.name";

/** The key that SOPS adds to a document when it encrypts it. */
const sopsKey = "sops";
