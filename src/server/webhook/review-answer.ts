/**
 * Reads the responses of token and access review webhooks: the status of the returned review.
 *
 * @module
 */
import { jsonType } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { valueText } from "../../json/value-text.ts";
import { unregisteredMessage } from "../request/go-scheme.ts";
import { WebhookFault } from "./webhook-fault.ts";

/** The review that was sent. */
export interface SentReview {
  readonly kind: string;
  /** Group and version. */
  readonly apiVersion: string;
}

/** API versions with token or access reviews. */
const knownVersions: ReadonlySet<string> = new Set(
  ["authentication.k8s.io", "authorization.k8s.io"].flatMap((group) => [`${group}/v1`, `${group}/v1beta1`]),
);

/** @throws {WebhookFault} for a response with another kind of object, or whose status is not an object */
export function reviewStatus(
  { kind, apiVersion, status }: Readonly<Record<string, unknown>>,
  sent: SentReview,
): Readonly<Record<string, unknown>> {
  const [group = "", version = ""] = sent.apiVersion.split("/");
  const isOther = kind === sent.kind && apiVersion !== sent.apiVersion && knownVersions.has(valueText(apiVersion));
  if (isOther && valueText(apiVersion).startsWith(`${group}/`)) {
    const given = valueText(apiVersion).slice(group.length + 1);
    throw new WebhookFault(`converting (${given}.${sent.kind}) to (${version}.${sent.kind}): unknown conversion`);
  }
  if ((kind || sent.kind) !== sent.kind || (apiVersion || sent.apiVersion) !== sent.apiVersion) {
    throw new WebhookFault(
      unregisteredMessage({ apiVersion: valueText(apiVersion ?? ""), kind: valueText(kind ?? "") }),
    );
  }
  return objectAt(`${sent.kind}.status`, `${version}.${sent.kind}Status`, status);
}

/**
 * Returns an object; undefined and null become an empty one.
 *
 * @param field - with its Go type, as in error messages: `TokenReviewStatus.status.user`
 * @param type - the Go type of the value
 * @throws {WebhookFault}
 */
export function objectAt(field: string, type: string, value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (isPlainObject(value)) return value;
  throw unreadable(field, type, value);
}

/** @throws {WebhookFault} */
export function textAt(field: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw unreadable(field, "string", value);
}

/** @throws {WebhookFault} */
export function booleanAt(field: string, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  throw unreadable(field, "bool", value);
}

/** @throws {WebhookFault} */
export function textsAt(field: string, type: string, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw unreadable(field, type, value);
  return value.map((item) => textAt(field, item));
}

const unreadable = (field: string, type: string, value: unknown): WebhookFault =>
  new WebhookFault(`json: cannot unmarshal ${jsonType(value)} into Go struct field ${field} of type ${type}`);
