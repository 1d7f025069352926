/**
 * Converts findings and internal faults of clustervet to diagnostics with a position in a file.
 *
 * @module
 */
import type { FileDiagnostic, ObjectIdentity } from "../diagnostic/diagnostic.ts";
import { namesOf } from "../diagnostic/identity.ts";
import { shortPath, shortText } from "../diagnostic/path.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { internalFinding } from "../rule/fault.ts";
import type { RuleFinding } from "../rule/run.ts";
import { levelOf } from "../rule/severity.ts";
import type { SourceDocument, SourceFile } from "../source/source-file.ts";
import { briefMessage } from "./brief-message.ts";
import { editOf } from "./fix.ts";
import type { Settings } from "./options.ts";
import { placeOf } from "./place.ts";

/** The most characters of a message, and of the value in a diagnostic. */
export const maxMessageLength = 4_000;

/** Returns the diagnostic of a finding, with its position in the file; undefined if its rule is off. */
export function placeFinding(
  file: SourceFile,
  document: SourceDocument,
  finding: RuleFinding,
  settings: Settings,
): FileDiagnostic | undefined {
  const severity = levelOf(finding.rule, finding.severity, settings.rules);
  if (severity === "off") return undefined;
  const { rule, cause, path, help, fix, value, see, count } = finding;
  const edit = fix && editOf(file, document, path, fix);
  return {
    rule,
    severity,
    cause,
    message: shortText(briefMessage(finding), maxMessageLength),
    path: shortPath(path),
    range: placeOf(file, document, finding),
    ...(help === undefined ? {} : { help }),
    ...(edit ? { fix: edit } : {}),
    ...(value === undefined ? {} : { value: typeof value === "string" ? shortText(value, maxMessageLength) : value }),
    ...(count === undefined ? {} : { count }),
    ...(see
      ? { related: [{ file: file.name, range: placeOf(file, document, { path: see.path }), message: see.message }] }
      : {}),
    file: file.name,
    ...identityOf(document.value, document.index),
  };
}

/** Converts an exception to a diagnostic of a document, or of the file if the document is not known. */
export function faultIn(
  file: Pick<SourceFile, "name"> & Partial<SourceFile>,
  thrown: unknown,
  settings: Settings,
  { index, start } = { index: 0, start: 0 },
): FileDiagnostic {
  settings.onFault(thrown);
  const { thrown: _, ...finding } = internalFinding(thrown);
  const position = { offset: 0, line: 1, column: 1 };
  const range = file.rangeOf?.(start, start) ?? { start: position, end: position };
  return { ...finding, range, file: file.name, document: index };
}

/** Returns the identity of an object. */
export function identityOf(value: unknown, document: number): ObjectIdentity {
  if (!isPlainObject(value)) return { document };
  const metadata = isPlainObject(value["metadata"]) ? value["metadata"] : {};
  const { apiVersion, kind } = value;
  const { name, namespace } = metadata;
  return { document, ...namesOf({ apiVersion, kind, name, namespace }) };
}
