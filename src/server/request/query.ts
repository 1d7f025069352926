/**
 * Reads query parameters as kube-apiserver does: if a parameter occurs twice, the first one counts.
 *
 * @module
 */

import { int64Of } from "../../text/int64.ts";
import { badRequest } from "./failures.ts";

/** A semicolon, or a percent sign without two digits. */
const malformed = /;|%(?![\da-f]{2})/i;

/** Parses a query. Like Go, it silently drops malformed parameters. */
export function readQuery(text: string): URLSearchParams {
  const wellFormed = malformed.test(text)
    ? text
        .split("&")
        .filter((pair) => !malformed.test(pair))
        .join("&")
    : text;
  // A question mark at the beginning is part of the first name.
  return new URLSearchParams(wellFormed.startsWith("?") ? `&${wellFormed}` : wellFormed);
}

/** Whether the parameter is present and not false: `watch`, `watch=1`, `watch=true`. */
export function flagOf(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== "false" && value !== "0";
}

/** Like `flagOf`, but undefined if the parameter is absent. */
export function optionalFlagOf(query: URLSearchParams, name: string): boolean | undefined {
  return query.has(name) ? flagOf(query, name) : undefined;
}

const wholeNumber = /^[+-]?\d+$/;

/** @throws {StatusError} if the value is not a whole number of 64 bits */
export function numberOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!wholeNumber.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  if (int64Of(text) === undefined) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`);
  }
  return Number(text);
}

/** Returns the value of the parameter, or the empty string. */
export function textOf(query: URLSearchParams, name: string): string {
  return query.get(name) ?? "";
}
