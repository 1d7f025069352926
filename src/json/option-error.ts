/**
 * The error for invalid options from a program that calls the library.
 *
 * @module
 */

/**
 * A mistake in the options themselves; the message names the option.
 *
 * @example
 * import { evaluate, OptionError } from "clustervet/cel";
 * let message = "";
 * try {
 *   evaluate("1 + 1", { costLimit: -1 });
 * } catch (error) {
 *   if (error instanceof OptionError) message = error.message;
 * }
 * message; // "costLimit must be a number from 0 on; got -1"
 */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** Describes an invalid value in a few words. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || ["number", "boolean", "undefined"].includes(typeof value)) return String(value);
  if (Array.isArray(value)) return "a list";
  const noun = typeof value === "object" ? classOf(value) : typeof value;
  return `${/^[AEIO]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Returns the name of a class of JavaScript itself, such as `Promise`; `object` for all other objects. */
export function classOf(value: object): string {
  const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return name === "Object" ? "object" : name;
}
