/**
 * Reads and validates the query of lists and watches. Errors are reported in kube-apiserver's order: single options,
 * their combination, the fields that the resource supports in selectors, and then the position where the list begins.
 *
 * @module
 */

import { type FieldSelector, parseFieldSelector } from "../../text/field-selector.ts";
import { uint64Of } from "../../text/int64.ts";
import { type LabelSelector, parseLabelSelector } from "../../text/label-selector.ts";
import type { Result } from "../../text/result.ts";
import { type ContinuePoint, parseContinue } from "./continue-token.ts";
import { badRequest, invalidOptions } from "./failures.ts";
import { flagOf, numberOf, optionalFlagOf, textOf } from "./query.ts";
import type { StatusCause } from "./status.ts";

export interface Selectors {
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
}

export interface ListOptions extends Selectors {
  /** The resourceVersion as the client sent it; empty for the most recent one. */
  readonly versionText: string;
  readonly match?: "Exact" | "NotOlderThan";
  readonly limit?: number;
  /** The continue token of the previous page; empty for the first page. */
  readonly token: string;
  /** The timeout of a watch or any other request; a negative value means that it has already expired. */
  readonly timeoutSeconds?: number;
  readonly allowBookmarks: boolean;
  readonly sendInitialEvents?: boolean;
}

const optionsKind = "ListOptions";

/** The page of a list that a request asks for. */
export interface ListPage {
  /** Undefined for the most recent version, 0 for any version. */
  readonly resourceVersion?: number;
  readonly match?: "Exact" | "NotOlderThan";
  /** Maximum number of objects in the page; undefined for all. */
  readonly limit?: number;
  readonly continue?: ContinuePoint;
}

/** @throws {StatusError} if an option is invalid, or if options cannot be combined */
export function readListOptions(query: URLSearchParams, isWatch: boolean): ListOptions {
  const timeoutSeconds = numberOf(query, "timeoutSeconds");
  const limit = numberOf(query, "limit");
  const labels = valueOrBadRequest(parseLabelSelector(textOf(query, "labelSelector")));
  const fields = valueOrBadRequest(parseFieldSelector(textOf(query, "fieldSelector")));
  const match = textOf(query, "resourceVersionMatch");
  const sendInitialEvents = optionalFlagOf(query, "sendInitialEvents");
  const token = textOf(query, "continue");
  const versionText = textOf(query, "resourceVersion");
  const choice = { match, versionText, token, sendInitialEvents };
  const causes = isWatch ? watchFaults(choice) : listFaults(choice);
  if (causes.length > 0) throw invalidOptions(optionsKind, causes);
  return {
    labels,
    fields,
    versionText,
    token,
    allowBookmarks: flagOf(query, "allowWatchBookmarks"),
    ...(match === "Exact" || match === "NotOlderThan" ? { match } : {}),
    ...(limit === undefined || limit <= 0 ? {} : { limit }),
    ...(timeoutSeconds === undefined || timeoutSeconds === 0 ? {} : { timeoutSeconds }),
    ...(sendInitialEvents === undefined ? {} : { sendInitialEvents }),
  };
}

function valueOrBadRequest<T>(read: Result<T>): T {
  if (!read.ok) throw badRequest(read.error);
  return read.value;
}

/** @throws {StatusError} BadRequest for an invalid position of the list */
export function listPage({ token, versionText, match, limit }: ListOptions): ListPage {
  const choice = { ...(match ? { match } : {}), ...(limit === undefined ? {} : { limit }) };
  if (token === "") {
    const resourceVersion = readVersion(versionText, false);
    return { ...choice, ...(resourceVersion === undefined ? {} : { resourceVersion }) };
  }
  const point = parseContinue(token);
  if (versionText !== "" && versionText !== "0") {
    throw badRequest("specifying resource version is not allowed when using continue");
  }
  return { ...choice, continue: point };
}

/**
 * Returns the version after which a watch reports changes.
 *
 * @throws {StatusError} Invalid
 */
export const watchVersion = ({ versionText }: ListOptions): number | undefined => readVersion(versionText, true);

const decimal = /^\d+$/;

/** @throws {StatusError} if the text is not a whole number of 64 bits */
function readVersion(text: string, isWatch: boolean): number | undefined {
  if (text === "") return undefined;
  const isNumber = decimal.test(text);
  // Rounding a large number is harmless: no store reaches that version.
  if (isNumber && uint64Of(text) !== undefined) return Number(text);
  const why = isNumber ? "value out of range" : "invalid syntax";
  const message = `Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`;
  const field = "resourceVersion";
  if (!isWatch) throw badRequest(`invalid resource version: ${field}: ${message}`);
  throw invalidOptions(optionsKind, [{ reason: "FieldValueInvalid", message, field }]);
}

/** Returns the resourceVersion of a request for a single object. */
export function readGetVersion(query: URLSearchParams): number | undefined {
  return readVersion(textOf(query, "resourceVersion"), false);
}

const forbidden = (field: string, message: string): StatusCause => ({
  reason: "FieldValueForbidden",
  message: `Forbidden: ${message}`,
  field,
});

interface VersionChoice {
  readonly match: string;
  readonly versionText: string;
  readonly token: string;
  readonly sendInitialEvents: boolean | undefined;
}

function listFaults({ match, versionText, token, sendInitialEvents }: VersionChoice): StatusCause[] {
  const faults: StatusCause[] = [];
  const field = "resourceVersionMatch";
  if (match !== "") {
    if (versionText === "") {
      faults.push(forbidden(field, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    }
    if (token !== "") faults.push(forbidden(field, "resourceVersionMatch is forbidden when continue is provided"));
    faults.push(...matchFaults(match, ["Exact", "NotOlderThan", ""]));
    if (match === "Exact" && versionText === "0") {
      faults.push(forbidden(field, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (sendInitialEvents !== undefined) {
    faults.push(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  }
  return faults;
}

function watchFaults(choice: VersionChoice): StatusCause[] {
  const faults: StatusCause[] = [];
  const { match, sendInitialEvents, token } = hasInitialEventsByDefault(choice)
    ? { ...choice, match: "NotOlderThan", sendInitialEvents: true }
    : choice;
  const field = "resourceVersionMatch";
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    faults.push(forbidden(field, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (match === "") return faults;
  if (sendInitialEvents === undefined) {
    faults.push(forbidden(field, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
  }
  faults.push(...matchFaults(match, ["NotOlderThan"]));
  if (token !== "") faults.push(forbidden(field, "resourceVersionMatch is forbidden when continue is provided"));
  return faults;
}

/** Whether a watch that does not specify how it begins begins with the existing objects. */
const hasInitialEventsByDefault = ({ match, versionText, sendInitialEvents }: VersionChoice): boolean =>
  match === "" && sendInitialEvents === undefined && (versionText === "" || versionText === "0");

function matchFaults(match: string, known: readonly string[]): StatusCause[] {
  if (known.includes(match)) return [];
  const supported = known.map((each) => JSON.stringify(each)).join(", ");
  const message = `Unsupported value: ${JSON.stringify(match)}: supported values: ${supported}`;
  return [{ reason: "FieldValueNotSupported", message, field: "resourceVersionMatch" }];
}
