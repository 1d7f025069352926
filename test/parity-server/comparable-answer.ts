/** Normalizes the responses of a server, so that those of two servers can be compared. */
import { isDeepStrictEqual } from "node:util";
import type { Answer } from "./real-server.ts";

export interface ComparableAnswer {
  readonly code: number;
  readonly message: unknown;
  readonly reason: unknown;
  readonly causes: unknown;
  readonly warnings: readonly string[];
  /** Undefined if the annotations were not read. */
  readonly annotations: Readonly<Record<string, string>> | undefined;
  readonly object: unknown;
  readonly auditId: string;
}

/** @param comparable - returns a message without the parts that may differ */
export function comparableAnswer(answer: Answer, comparable: (message: string) => string): ComparableAnswer {
  const { code, body, headers } = answer;
  const isFailure = body["kind"] === "Status" && code >= 400;
  const details = body["details"] as { readonly causes?: readonly Cause[] } | undefined;
  const warning = headers?.["warning"] ?? [];
  return {
    code,
    message: isFailure ? comparable(String(body["message"])) : undefined,
    reason: isFailure ? body["reason"] : undefined,
    causes: isFailure && details?.causes ? causeTexts(details.causes, body["reason"], comparable) : undefined,
    warnings: [warning]
      .flat()
      .flatMap((text) => text.split(/, (?=299 )/))
      .sort(),
    annotations: undefined,
    object: isFailure ? undefined : withoutServerValues(body),
    auditId: auditIdOf(answer),
  };
}

export const auditIdOf = ({ headers }: Answer): string => String(headers?.["audit-id"] ?? "");

interface Cause {
  readonly field?: string;
  readonly message?: string;
}

const causeTexts = (causes: readonly Cause[], reason: unknown, comparable: (message: string) => string) =>
  [...new Set(causes.map((cause) => causeText(cause, reason, comparable)))].sort();

/**
 * Returns the compared part of a cause: the field of a validation error, or the message of a policy or webhook error.
 */
const causeText = ({ field, message = "" }: Cause, reason: unknown, comparable: (message: string) => string): string =>
  field ?? (reason === "InternalError" ? "" : comparable(message));

/** Removes the values that each server generates. */
function withoutServerValues(body: Record<string, unknown>): unknown {
  if (body["kind"] === "Status") return undefined;
  if (Array.isArray(body["items"])) return body["items"].map(withoutServerValues);
  const {
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _time,
    deletionTimestamp: _end,
    managedFields: _fields,
    selfLink: _link,
    ...metadata
  } = (body["metadata"] ?? {}) as Record<string, unknown>;
  const text = JSON.stringify({ ...body, metadata });
  return JSON.parse(withoutGenerated(text));
}

/** Replaces generated names and the times of conditions. */
export const withoutGenerated = (text: string): string =>
  text
    .replaceAll(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<made>")
    .replaceAll(/"lastTransitionTime":"[^"]*"/g, '"lastTransitionTime":"<time>"');

const comparedParts = ["code", "message", "reason", "causes", "warnings", "annotations", "object"] as const;

/** Returns the names of the parts that differ. */
export const differingParts = (
  real: ComparableAnswer,
  own: ComparableAnswer,
): readonly (typeof comparedParts)[number][] =>
  comparedParts.filter(
    (name) => !(name === "annotations" && real.annotations === undefined) && !isDeepStrictEqual(real[name], own[name]),
  );

/** Describes the parts that differ in lines of text. */
export const differenceLines = (real: ComparableAnswer, own: ComparableAnswer): readonly string[] =>
  differingParts(real, own).map(
    (name) => `  ${name}:\n    real ${JSON.stringify(real[name])}\n    own  ${JSON.stringify(own[name])}`,
  );
