/**
 * kube-apiserver's messages for faults of built-in kinds, if they are the same for all fields: missing and unsupported
 * values, bounds, and immutable fields. Other faults have the message of the rule.
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
import { duplicateMessage, translateMessage } from "./upstream-words.ts";

/** The part of an engine finding that is needed for messages. */
export type FieldFault = Pick<Diagnostic, "cause" | "message" | "path" | "value"> &
  Pick<Finding, "field" | "also" | "hides" | "after" | "serverText" | "serverWarning" | "differs" | "see">;

/** The object with the faults. */
export interface FaultyObject {
  readonly schema: FieldSchema;
  readonly object: unknown;
  /** Whether a CustomResourceDefinition defines the kind; its validation has different messages. */
  readonly isCustom: boolean;
}

/**
 * Returns the text after the type of the error, like `Finding.serverText`; undefined if the message of the rule is
 * used.
 */
export function upstreamMessageOf(fault: FieldFault, subject: FaultyObject): string | undefined {
  const { cause, message, serverText, differs, path, field = path } = fault;
  if (serverText !== undefined) return differs ? `${serverText}\n${differenceText(differs)}` : serverText;
  switch (cause) {
    case "unsupported":
      return supportedText(fault, subject);
    case "required":
    case "forbidden":
      return translateMessage(message, field);
    case "invalid": {
      const demand = translateMessage(message, field);
      const held = () => formatValueAt(field, subject) ?? formatValueAt(path, subject);
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

/** kube-apiserver's message has the unit bytes, even for entries. */
function tooLongText(message: string): string | undefined {
  const [, most, unit] = /must have at most (\d+) (bytes|entries|characters)/.exec(message) ?? [];
  return most && `may not be more than ${most} ${unit === "characters" ? unit : "bytes"}`;
}

function tooManyText(message: string): string | undefined {
  const [, most, count] = /(must have at most \d{1,9} items?); got (\d{1,9})/.exec(message) ?? [];
  return most && `${count}: ${most}`;
}

function repeatedText({ value, path, field = path }: FieldFault, subject: FaultyObject): string | undefined {
  const shown = value === undefined ? formatValueAt(field, subject) : showGoValue(value);
  const why = duplicateMessage(field);
  return shown === undefined || why === undefined ? shown : `${shown}: ${why}`;
}

const listedValues = /^must be (?:one of )?("(?:[^"\\]|\\.)*"(?:(?:, | or )"(?:[^"\\]|\\.)*")*); got /;

/**
 * Returns the message for an unsupported value. kube-apiserver lists the supported values, mostly in alphabetical
 * order.
 */
function supportedText({ message, value, path, field = path }: FieldFault, subject: FaultyObject): string | undefined {
  const [, listed] = listedValues.exec(message) ?? [];
  if (listed === undefined || value === undefined) return undefined;
  const values = (listed.match(/"(?:[^"\\]|\\.)*"/g) ?? []).toSorted(compareUtf8).join(", ");
  const name = `.${field.filter((part) => typeof part === "string").join(".")}`;
  const own = listsOfFields.find(([end, sorted]) => sorted === values && name.endsWith(end))?.[2];
  // Values of a named string type are formatted as JSON.
  return `${ownerAt(path, subject) ?? formatGoJson(value)}: supported values: ${own ?? unsortedLists.get(values) ?? values}`;
}

/** Formats the struct that contains the `type` field, if errors name the struct instead of the field. */
const ownerAt = (path: FieldPath, subject: FaultyObject): string | undefined =>
  path.at(-1) === "type" && schemaAt(subject.schema, path)?.["x-error-name"] === ""
    ? formatValueAt(path.slice(0, -1), subject)
    : undefined;

/**
 * Returns the message for an unsupported value in a field for which kube-apiserver reports an invalid value; undefined
 * for other fields.
 */
export function choiceText(name: string, { path, value }: FieldFault, subject: FaultyObject): string | undefined {
  const demand = choiceMessages.get(`${subject.schema["x-type"]} ${name}`);
  return demand && `${ownerAt(path, subject) ?? showGoValue(value ?? "")}: ${demand}`;
}

/** Messages by type and field. */
const choiceMessages: ReadonlyMap<string, string> = new Map([
  ["apps/v1.StatefulSet spec.podManagementPolicy", "must be 'OrderedReady' or 'Parallel'"],
  ["core/v1.ResourceQuota spec.scopeSelector.matchExpressions.operator", "not a valid selector operator"],
  ["apps/v1.StatefulSet spec.updateStrategy", "must be 'RollingUpdate' or 'OnDelete'"],
]);

/**
 * Lists whose order or values differ in single fields: the end of the field path, the sorted values, and the list in
 * the message.
 */
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

/** Lists that kube-apiserver does not sort, by the sorted values. */
const unsortedLists: ReadonlyMap<string, string> = new Map([
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

/** Formats a value as kube-apiserver does; undefined if its internal type is not known. */
function formatValueAt(path: FieldPath, { object, schema }: FaultyObject): string | undefined {
  const value = valueAt(object, path);
  const at = schemaAt(schema, path);
  if (!at || !hasInternalForm(at) || !isSmallEnoughToShow(value)) return undefined;
  const isNil = value === undefined && (at["x-pointer"] || !at.properties);
  if (!isNil) return showGoValue(internalForm(value, at));
  if (at.type === "string" && at.format === undefined && !at["x-pointer"]) return showGoValue("");
  return at.type === "array" || at.type === "object" || at.format === "base64" ? showGoValue(null) : undefined;
}

/** Formats the differing lines as diff hunks; empty if the values are too large to be compared. */
function differenceText({ from, to, type, as }: Difference): string {
  if (!isSmallEnoughToShow(from) || !isSmallEnoughToShow(to)) return "";
  const lines = (value: unknown) => linesOf(`${formatGoJson(internalForm(value, typeSchema(type), as), 0)}\n`);
  const hunks = hunksOf(matchLines(lines(from), lines(to)) ?? []);
  return hunks.map(({ header, rows }) => `${header}\n${rows.map(({ sign, line }) => sign + line).join("")}`).join("");
}

/**
 * Limit for the parts of a value that is formatted with all fields of its internal type. Some types have forty fields
 * for each one that is set; a typical pod has some hundred parts.
 */
export const maxShownParts = 1000;

function isSmallEnoughToShow(value: unknown): boolean {
  let left = maxShownParts;
  const count = (part: unknown): boolean =>
    --left > 0 && (typeof part !== "object" || part === null || Object.values(part).every(count));
  return count(value);
}
