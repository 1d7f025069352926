/**
 * Parsers for values of flags of `clustervet serve`: numbers, durations, names and lists.
 *
 * @module
 */
import { InvalidArgumentError } from "commander";
import { parseDuration } from "../text/duration.ts";
import { type AuthorizationMode, authorizationModes } from "./authorization-modes.ts";

const maxPort = 65_535;
const maxWorkers = 64;
const nanosPerMs = 1_000_000n;

/** Parses a comma-separated list. If the flag is repeated, the lists are concatenated. */
export const splitNames = (text: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  ...text.split(","),
];

/** Collects the values of a flag that may be repeated. */
export function append(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** Joins the values of a repeated flag with commas. */
export function collect(text: string, previous: string | undefined): string {
  return previous === undefined ? text : `${previous},${text}`;
}

export const defaultBindAddress = "127.0.0.1";

/** An empty address leaves the default, as with kube-apiserver. Node would listen on all addresses. */
export const readBindAddress = (text: string): string => text || defaultBindAddress;

export function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= maxPort) return port;
  throw new InvalidArgumentError(`must be a number from 0 to ${maxPort}`);
}

export function readDurationMs(text: string): number {
  const duration = parseDuration(text);
  if (duration.ok && duration.value >= 0n) return Number(duration.value / nanosPerMs);
  throw new InvalidArgumentError("must be a duration such as 1h30m, 0s or above");
}

/** Validates a duration, and returns its text unchanged. */
export function readDuration(text: string): string {
  readDurationMs(text);
  return text;
}

/** Parses any whole number; the code that uses the value checks its range. */
export function readWhole(text: string): number {
  const amount = Number(text);
  if (text !== "" && Number.isSafeInteger(amount)) return amount;
  throw new InvalidArgumentError("must be a whole number");
}

export function readAmount(text: string): number {
  const amount = Number(text);
  if (text !== "" && Number.isSafeInteger(amount) && amount >= 0) return amount;
  throw new InvalidArgumentError("must be a whole number, 0 or above");
}

export function readCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new InvalidArgumentError("must be a whole number above 0");
}

export function readWorkers(text: string): number {
  const count = readCount(text);
  if (count <= maxWorkers) return count;
  throw new InvalidArgumentError(`must be at most ${maxWorkers}`);
}

export function readBoolean(text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new InvalidArgumentError("must be true or false");
}

export function readModes(text: string, previous: readonly AuthorizationMode[] = []): readonly AuthorizationMode[] {
  const modes = text.split(",").map((name) => {
    const mode = authorizationModes.find((known) => known === name);
    if (mode) return mode;
    throw new InvalidArgumentError(`must be one of ${authorizationModes.join(", ")}; got ${JSON.stringify(name)}`);
  });
  return [...previous, ...modes];
}
