/**
 * Query parameters as the API server reads them: of one that is given twice the first counts.
 *
 * @module
 */

import { int64Of } from "../../text/int64.ts";
import { badRequest } from "./failures.ts";

/** A semicolon, or a percent sign without two digits. */
const malformed = /;|%(?![\da-f]{2})/i;

/** The parameters of a query. Go leaves out each one that is not well-formed, and says nothing. */
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

/** True when the parameter is there and does not say no: `watch`, `watch=1`, `watch=true`. */
export function flagOf(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== "false" && value !== "0";
}

/** As `flagOf`; undefined when the parameter is absent. */
export function optionalFlagOf(query: URLSearchParams, name: string): boolean | undefined {
  return query.has(name) ? flagOf(query, name) : undefined;
}

const wholeNumber = /^[+-]?\d+$/;

/** @throws {StatusError} for what is no whole number of 64 bits */
export function numberOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!wholeNumber.test(text)) throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
  if (int64Of(text) === undefined) {
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`);
  }
  return Number(text);
}

/** The parameter, or an empty text. */
export function textOf(query: URLSearchParams, name: string): string {
  return query.get(name) ?? "";
}
