/**
 * Answers of webhooks for reviews, of tokens or of access: the status of the review that they got.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { WebhookFault } from "./webhook-fault.ts";

/** The review that was sent. */
export interface SentReview {
  readonly kind: string;
  /** Group and version. */
  readonly apiVersion: string;
}

/** @throws {WebhookFault} for an answer that is another object, or whose status is no object */
export function reviewStatus(
  { kind, apiVersion, status }: Readonly<Record<string, unknown>>,
  sent: SentReview,
): Readonly<Record<string, unknown>> {
  if ((kind || sent.kind) !== sent.kind || (apiVersion || sent.apiVersion) !== sent.apiVersion) {
    const [asked, given] = [kind ?? "", apiVersion ?? ""].map((text) => JSON.stringify(text));
    throw new WebhookFault(`no kind ${asked} is registered for version ${given} in scheme "pkg/runtime/scheme.go:111"`);
  }
  return objectAt("status", status);
}

/** Nothing and null are empty. @throws {WebhookFault} */
export function objectAt(path: string, value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (isPlainObject(value)) return value;
  throw unreadable(path, "object");
}

/** @throws {WebhookFault} */
export function textAt(path: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw unreadable(path, "string");
}

/** @throws {WebhookFault} */
export function booleanAt(path: string, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  throw unreadable(path, "boolean");
}

/** @throws {WebhookFault} */
export function textsAt(path: string, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw unreadable(path, "array");
  return value.map((item, index) => textAt(`${path}[${index}]`, item));
}

const unreadable = (path: string, type: string): WebhookFault =>
  new WebhookFault(`the answer of the webhook cannot be read: \`${path}\` must be of the type ${type}`);
