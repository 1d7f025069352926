/**
 * The API server's own words for faults of built-in kinds, where they are the same for all fields: values that are absent or not
 * among those allowed, bounds, and fields that are immutable. Other faults have the words of the rule.
 *
 * @module
 */
import type { Diagnostic, FieldPath } from "../../diagnostic/diagnostic.ts";
import { valueAt } from "../../diagnostic/path.ts";
import { showGoValue } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Finding } from "../../rule/finding.ts";
import { type FieldSchema, schemaAt } from "../../schema/decode-schema.ts";
import { compareUtf8 } from "../../text/utf8.ts";

/** The parts of a finding of the engine. */
export type FieldFault = Pick<Diagnostic, "cause" | "message" | "path" | "value"> &
  Pick<Finding, "field" | "also" | "hides" | "serverText">;

/** The object that has the faults. */
export interface FaultyObject {
  readonly schema: FieldSchema;
  readonly object: unknown;
  /** Whether a definition makes the kind: its validation has words of its own. */
  readonly isCustom: boolean;
}

/** The text after the type of the error, as `Finding.serverText`; undefined for the words of the rule. */
export function serverWords(fault: FieldFault, subject: FaultyObject): string | undefined {
  const { cause, message, serverText, path, field = path } = fault;
  if (serverText !== undefined) return serverText;
  switch (cause) {
    case "required":
      return plainRequirement.test(message) ? "" : undefined;
    case "unsupported":
      return supportedText(fault);
    case "forbidden":
      return demandOf(message);
    case "invalid": {
      const demand = demandOf(message);
      const shown = fault.value === undefined ? shownAt(field, subject) : showGoValue(fault.value);
      return demand === undefined || shown === undefined ? undefined : `${shown}: ${demand}`;
    }
    case "duplicate":
      return repeatedText(fault, subject);
    default:
      return undefined;
  }
}

/** The value alone; undefined where it is no scalar, or of a list that is the fault's. */
function repeatedText({ value, path, field = path }: FieldFault, { object }: FaultyObject): string | undefined {
  const repeated = value ?? valueAt(object, field);
  return repeated === undefined || repeated === null || typeof repeated === "object"
    ? undefined
    : showGoValue(repeated);
}

/** A demand that says no more than that there must be something. */
const plainRequirement =
  /^(?:`[^`]+` (?:of the \w+ )?must be set|`[^`]+` must be requested|(?:`[^`]+` )?must have at least one(?: \w+)?|must not be empty)$/;

const listedValues = /^must be (?:one of )?("(?:[^"\\]|\\.)*"(?:(?:, | or )"(?:[^"\\]|\\.)*")*); got /;

/** The API server lists the values in alphabetical order, most often. */
function supportedText({ message, value }: FieldFault): string | undefined {
  const [, listed] = listedValues.exec(message) ?? [];
  if (listed === undefined || value === undefined) return undefined;
  const values = (listed.match(/"(?:[^"\\]|\\.)*"/g) ?? []).toSorted(compareUtf8).join(", ");
  return `${showGoValue(value)}: supported values: ${inOtherOrder.get(values) ?? values}`;
}

/** Lists that the API server has in an order of its own. */
const inOtherOrder: ReadonlyMap<string, string> = new Map([
  ['"ClusterRole", "Role"', '"Role", "ClusterRole"'],
  ['"False", "True", "Unknown"', '"True", "False", "Unknown"'],
  ['"Egress", "Ingress"', '"Ingress", "Egress"'],
  ['"Group", "ServiceAccount", "User"', '"ServiceAccount", "User", "Group"'],
  ['"Indexed", "NonIndexed"', '"NonIndexed", "Indexed"'],
  [
    '"ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519", "RSA3072", "RSA4096"',
    '"RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"',
  ],
]);

const demands: ReadonlyMap<string, string> = new Map([
  ["must be 0 or above", "must be greater than or equal to 0"],
  ["must be 1 or above", "must be greater than 0"],
  ["must be above 0", "must be greater than 0"],
  ["must be a whole number", "must be an integer"],
]);

const range = /^must be from (\S+) to (\S+)$/;
const immutable = /^field is immutable(?:$|: )/;

function demandOf(message: string): string | undefined {
  if (immutable.test(message)) return "field is immutable";
  const [demand = ""] = message.split("; got ");
  const [, least, most] = range.exec(demand) ?? [];
  return least === undefined ? demands.get(demand) : `must be between ${least} and ${most}, inclusive`;
}

/** The value as the API server shows it; undefined where that has the names of fields of its own types. */
function shownAt(path: FieldPath, { object, schema }: FaultyObject): string | undefined {
  const value = valueAt(object, path);
  const at = schemaAt(schema, path);
  if (value === undefined) return at?.type === "array" || at?.type === "object" ? "null" : undefined;
  return isShownAsJson(value, at) ? showGoValue(value) : undefined;
}

const isMapOfValues = (schema: FieldSchema | undefined): boolean =>
  schema?.type === "object" && schema.properties === undefined;

function isShownAsJson(value: unknown, schema: FieldSchema | undefined): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item !== "object");
  if (!isPlainObject(value)) return true;
  const isSelector = schema?.["x-type"] === "meta/v1.LabelSelector";
  return isSelector || (isMapOfValues(schema) && Object.values(value).every((item) => typeof item !== "object"));
}
