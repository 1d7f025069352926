/**
 * The API server's own words for faults of built-in kinds, where they are the same for all fields: values that are absent or not
 * among those allowed, bounds, and fields that are immutable. Other faults have the words of the rule.
 *
 * @module
 */
import type { Diagnostic, FieldPath } from "../../diagnostic/diagnostic.ts";
import { valueAt } from "../../diagnostic/path.ts";
import { formatGoJson, showGoValue } from "../../json/go-value.ts";
import type { Difference, Finding } from "../../rule/finding.ts";
import { type FieldSchema, schemaAt } from "../../schema/decode-schema.ts";
import { hasInternalForm, internalForm } from "../../schema/internal-form.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { hunksOf, linesOf } from "../../text/hunks.ts";
import { matchLines } from "../../text/matching-lines.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { duplicateWords, upstreamWords } from "./upstream-words.ts";

/** The parts of a finding of the engine. */
export type FieldFault = Pick<Diagnostic, "cause" | "message" | "path" | "value"> &
  Pick<Finding, "field" | "also" | "hides" | "after" | "serverText" | "serverWarning" | "differs" | "see">;

/** The object that has the faults. */
export interface FaultyObject {
  readonly schema: FieldSchema;
  readonly object: unknown;
  /** Whether a definition makes the kind: its validation has words of its own. */
  readonly isCustom: boolean;
}

/** The text after the type of the error, as `Finding.serverText`; undefined for the words of the rule. */
export function serverWords(fault: FieldFault, subject: FaultyObject): string | undefined {
  const { cause, message, serverText, differs, path, field = path } = fault;
  if (serverText !== undefined) return differs ? `${serverText}\n${differenceText(differs)}` : serverText;
  switch (cause) {
    case "unsupported":
      return supportedText(fault, subject);
    case "required":
    case "forbidden":
      return upstreamWords(message, field);
    case "invalid": {
      const demand = upstreamWords(message, field);
      const held = () => shownAt(field, subject) ?? shownAt(path, subject);
      const shown = fault.value === undefined ? held() : showGoValue(fault.value);
      return demand && shown !== undefined ? `${shown}: ${demand}` : undefined;
    }
    case "duplicate":
      return repeatedText(fault, subject);
    case "too-long":
      return tooLongText(message);
    case "too-many":
      return tooManyText(message);
    default:
      return undefined;
  }
}

/** The API server says bytes, also of entries. */
function tooLongText(message: string): string | undefined {
  const [, most, unit] = /must have at most (\d+) (bytes|entries|characters)/.exec(message) ?? [];
  return most && `may not be more than ${most} ${unit === "characters" ? unit : "bytes"}`;
}

function tooManyText(message: string): string | undefined {
  const [, most, count] = /(must have at most \d{1,9} items?); got (\d{1,9})/.exec(message) ?? [];
  return most && `${count}: ${most}`;
}

function repeatedText({ value, path, field = path }: FieldFault, subject: FaultyObject): string | undefined {
  const shown = value === undefined ? shownAt(field, subject) : showGoValue(value);
  const why = duplicateWords(field);
  return shown === undefined || why === undefined ? shown : `${shown}: ${why}`;
}

const listedValues = /^must be (?:one of )?("(?:[^"\\]|\\.)*"(?:(?:, | or )"(?:[^"\\]|\\.)*")*); got /;

/** The API server lists the values in alphabetical order, most often. */
function supportedText({ message, value, path, field = path }: FieldFault, subject: FaultyObject): string | undefined {
  const [, listed] = listedValues.exec(message) ?? [];
  if (listed === undefined || value === undefined) return undefined;
  const values = (listed.match(/"(?:[^"\\]|\\.)*"/g) ?? []).toSorted(compareUtf8).join(", ");
  const name = `.${field.filter((part) => typeof part === "string").join(".")}`;
  const own = listsOfFields.find(([end, sorted]) => sorted === values && name.endsWith(end))?.[2];
  // A text of a type of its own is shown as JSON.
  return `${ownerAt(path, subject) ?? formatGoJson(value)}: supported values: ${own ?? inOtherOrder.get(values) ?? values}`;
}

/** The struct whose kind a field says, where errors name that instead. */
const ownerAt = (path: FieldPath, subject: FaultyObject): string | undefined =>
  path.at(-1) === "type" && schemaAt(subject.schema, path)?.["x-error-name"] === ""
    ? shownAt(path.slice(0, -1), subject)
    : undefined;

/** The words for a value that is not one of a few, where the API server calls it invalid; undefined in other fields. */
export function choiceText(name: string, { path, value }: FieldFault, subject: FaultyObject): string | undefined {
  const demand = choices.get(`${subject.schema["x-type"]} ${name}`);
  return demand && `${ownerAt(path, subject) ?? showGoValue(value ?? "")}: ${demand}`;
}

/** By type and field. */
const choices: ReadonlyMap<string, string> = new Map([
  ["apps/v1.StatefulSet spec.podManagementPolicy", "must be 'OrderedReady' or 'Parallel'"],
  ["core/v1.ResourceQuota spec.scopeSelector.matchExpressions.operator", "not a valid selector operator"],
  ["apps/v1.StatefulSet spec.updateStrategy", "must be 'RollingUpdate' or 'OnDelete'"],
]);

/** By the end of a field and the sorted values: lists that other fields have in another order. */
const listsOfFields: readonly (readonly [end: string, sorted: string, list: string])[] = [
  [".webhooks.sideEffects", '"None", "NoneOnDryRun", "Some", "Unknown"', '"None", "NoneOnDryRun"'],
  [".whenDeleted", '"Delete", "Retain"', '"Retain", "Delete"'],
  [".whenScaled", '"Delete", "Retain"', '"Retain", "Delete"'],
  [".spec.restartPolicy", '"Always", "Never", "OnFailure"', '"Always", "OnFailure", "Never"'],
  [".egress.ports.protocol", '"SCTP", "TCP", "UDP"', '"TCP", "UDP", "SCTP"'],
  [".ingress.ports.protocol", '"SCTP", "TCP", "UDP"', '"TCP", "UDP", "SCTP"'],
  [".reclaimPolicy", '"Delete", "Recycle", "Retain"', '"Delete", "Retain"'],
  [".spec.rules.subjects.kind", '"Group", "ServiceAccount", "User"', '"Group", "ServiceAccount", "User"'],
];

/** Lists that the API server has in an order of its own. */
const inOtherOrder: ReadonlyMap<string, string> = new Map([
  ['"ClusterRole", "Role"', '"Role", "ClusterRole"'],
  ['"Egress", "Ingress"', '"Ingress", "Egress"'],
  ['"Group", "ServiceAccount", "User"', '"ServiceAccount", "User", "Group"'],
  ['"Never", "PreemptLowerPriority"', '"PreemptLowerPriority", "Never"'],
  ['"FallbackToLogsOnError", "File"', '"File", "FallbackToLogsOnError"'],
  ['"Allow", "Deny"', '"Deny", "Allow"'],
  ['"NoExecute", "NoSchedule", "PreferNoSchedule"', '"NoSchedule", "PreferNoSchedule", "NoExecute"'],
  ['"OnDelete", "RollingUpdate"', '"RollingUpdate", "OnDelete"'],
  ['"Indexed", "NonIndexed"', '"NonIndexed", "Indexed"'],
  [
    '"ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"',
    '"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
  ],
  ['"Ephemeral", "Persistent"', '"Persistent", "Ephemeral"'],
  ['"PreferClose", "PreferSameNode", "PreferSameZone"', '"PreferClose", "PreferSameZone", "PreferSameNode"'],
  [
    '"ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519", "RSA3072", "RSA4096"',
    '"RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"',
  ],
]);

/** The value as the API server shows it; undefined where nothing is known of its type. */
function shownAt(path: FieldPath, { object, schema }: FaultyObject): string | undefined {
  const value = valueAt(object, path);
  const at = schemaAt(schema, path);
  if (!at || !hasInternalForm(at) || !isShown(value)) return undefined;
  const isNil = value === undefined && (at["x-pointer"] || !at.properties);
  if (!isNil) return showGoValue(internalForm(value, at));
  if (at.type === "string" && at.format === undefined && !at["x-pointer"]) return showGoValue("");
  return at.type === "array" || at.type === "object" || at.format === "base64" ? showGoValue(null) : undefined;
}

/** The lines that differ, in hunks; nothing of values that are too large to be compared. */
function differenceText({ from, to, type, as }: Difference): string {
  if (!isShown(from) || !isShown(to)) return "";
  const lines = (value: unknown) => linesOf(`${formatGoJson(internalForm(value, typeSchema(type), as), 0)}\n`);
  const hunks = hunksOf(matchLines(lines(from), lines(to)) ?? []);
  return hunks.map(({ header, rows }) => `${header}\n${rows.map(({ sign, line }) => sign + line).join("")}`).join("");
}

/**
 * Values in a value that is shown with all fields of its internal type, some of which have forty for each one that is set. The
 * usual pod has some hundred.
 */
export const maxShownParts = 1000;

function isShown(value: unknown): boolean {
  let left = maxShownParts;
  const count = (part: unknown): boolean =>
    --left > 0 && (typeof part !== "object" || part === null || Object.values(part).every(count));
  return count(value);
}
