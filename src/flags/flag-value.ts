/**
 * Parses the values of flags: from the text of the command line to the value that the field of a configuration file
 * would have.
 *
 * @module
 */
import { memberOf, setMember } from "../json/member.ts";
import { formatDuration, parseDuration } from "../text/duration.ts";
import { parseGoBoolean } from "../text/go-boolean.ts";
import { parseIp } from "../text/ip.ts";
import { validateLabelValue, validateQualifiedName } from "../text/names.ts";
import { isPort, isPortRange } from "../text/port-range.ts";
import { formatQuantity, parseQuantity } from "../text/quantity.ts";
import { failure, type Result, success } from "../text/result.ts";
import type { FlagForm } from "./flag-form.ts";

/** A value, or a message that says what it must be. */
export type FlagValue = Result<unknown>;

type Reader = (text: string, previous: unknown) => FlagValue;

/**
 * @param previous - the value after earlier uses of the same flag, to which a list or a map is added; undefined for the
 *   first use
 */
export function readFlagValue(form: FlagForm, text: string, previous: unknown): FlagValue {
  return readers[form](text, previous);
}

const readers: Readonly<Record<FlagForm, Reader>> = {
  bool: (text) => {
    const found = parseGoBoolean(text);
    return found === undefined ? failure("must be true or false") : success(found);
  },
  version: (text) =>
    text === "raw" || parseGoBoolean(text) !== undefined ? success(text) : failure("must be true, false or raw"),
  int32: (text) => wholeNumber(text, 32),
  int64: (text) => wholeNumber(text, 64),
  uint: (text) => (/^[-+]/.test(text) ? failure("must be a whole number, and not negative") : wholeNumber(text, 64)),
  float: (text) => (isFloat(text) ? success(Number(text.replaceAll("_", ""))) : failure("must be a number")),
  duration: (text) => {
    const found = parseDuration(text);
    return found.ok ? success(formatDuration(found.value)) : failure('must be a duration such as "30s"');
  },
  text: success,
  texts: (text, previous) => {
    const found = splitValues(text);
    return found ? success(appendItems(previous, found)) : failure("must be values separated by commas");
  },
  numbers: (text, previous) => {
    const found = text.split(",").map((item) => wholeNumber(item, 32));
    const misfit = found.find((item) => !item.ok);
    return (
      misfit ??
      success(
        appendItems(
          previous,
          found.map((item) => (item.ok ? item.value : undefined)),
        ),
      )
    );
  },
  ip: (text) => (text === "" ? success(undefined) : isIp(text) ? success(text) : failure("must be an IP address")),
  pairs: (text, previous) => readPairs(text.split(","), "=", previous),
  pair: (text, previous) => readPairs([text], "=", previous),
  configuration: (text, previous) => readConfiguration(text, previous),
  "ip-port": (text) =>
    text === "" || isIpPort(text) ? success(text) : failure("must be an IP address, with or without a port"),
  "port-range": (text) => (isPortRange(text) ? success(text) : failure("must be ports such as 30000-32767")),
  "key-pair": (text, previous) =>
    /^[^,]+,[^,:]+(?::.*)?$/.test(text)
      ? success(appendItems(previous, [text]))
      : failure("must have the form cert.pem,key.pem:name"),
  thresholds: (text, previous) => readPairs(text.split(","), "<", previous),
  gates: readGates,
  headers: readHeaders,
  taints: readTaints,
  "memory-reservations": readReservations,
  quantity: (text) => {
    const found = parseQuantity(text);
    return found.ok ? success(formatQuantity(found.value)) : failure('must be a quantity such as "1Mi"');
  },
  level: (text) => {
    const found = parseLevel(text);
    return found === undefined ? failure("must be from 0 to 2147483647") : success(found);
  },
  "file-levels": readFileLevels,
};

const integerPattern = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9][0-9]*|0)$/;

/** Parses an integer like Go's ParseInt with base 0: a prefix specifies the base, and underscores are allowed. */
function wholeNumber(text: string, bits: 32 | 64): FlagValue {
  const outside = failure(`must be a ${bits}-bit integer`);
  const plain = text.replace(/(?<=[0-9a-fA-FxXbBoO])_(?=[0-9a-fA-F])/g, "");
  if (!integerPattern.test(plain)) return outside;
  const digits = plain.replace(/^[-+]/, "");
  const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const found = plain.startsWith("-") ? -magnitude : magnitude;
  const limit = 1n << BigInt(bits - 1);
  if (found < -limit || found >= limit) return outside;
  return success(BigInt(Number(found)) === found && Number.isSafeInteger(Number(found)) ? Number(found) : found);
}

/** Splits comma-separated values, which are quoted if they contain a comma; undefined if quotes don't match. */
function splitValues(text: string): string[] | undefined {
  if (text === "") return [];
  const found: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  for (;;) {
    const match = cell.exec(text);
    if (!match) return undefined;
    found.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    if (match[3] === "") return found;
  }
}

function readPairs(items: readonly string[], separator: "=" | "<", previous: unknown): FlagValue {
  const found: [string, string][] = [];
  for (const item of items) {
    if (item === "" && (items.length > 1 || separator === "<")) continue;
    const at = item.indexOf(separator);
    if (at < 0 && item !== "") return failure(`must be pairs of the form key${separator}value`);
    if (at >= 0) found.push([item.slice(0, at).trim(), item.slice(at + 1).trim()]);
  }
  return success(addMembers(previous, found));
}

/** Reads pairs whose value is optional. */
function readConfiguration(text: string, previous: unknown): FlagValue {
  const items = text.split(",").filter((each) => each !== "");
  const found = items.map((item) => {
    const [name = "", ...rest] = item.split("=");
    return [name.trim(), rest.join("=").trim()] as const;
  });
  return success(addMembers(previous, found));
}

const floatPattern = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|inf(?:inity)?|nan)$/i;
const isFloat = (text: string): boolean => floatPattern.test(text);

function isIpPort(text: string): boolean {
  if (isIp(text)) return true;
  const [, host = "", port = ""] = /^\[?(.*?)\]?:(\d{1,5})$/.exec(text) ?? [];
  return isIp(host) && isPort(port);
}

function readGates(text: string, previous: unknown): FlagValue {
  const found: [string, boolean][] = [];
  for (const item of text.split(",").filter((each) => each !== "")) {
    const at = item.indexOf("=");
    const state = at < 0 ? undefined : parseGoBoolean(item.slice(at + 1).trim());
    if (state === undefined) return failure("must be pairs of the form Gate=true");
    found.push([item.slice(0, at).trim(), state]);
  }
  return success(addMembers(previous, found));
}

function readHeaders(text: string, previous: unknown): FlagValue {
  const items = text.split(",").filter((each) => each !== "");
  if (items.some((item) => !item.includes(":"))) return failure("must be headers of the form name:value");
  const found = mapOf<string[]>(previous);
  for (const item of items) {
    const at = item.indexOf(":");
    const name = item.slice(0, at).trim();
    setMember(found, name, appendItems(memberOf(found, name), [item.slice(at + 1).trim()]));
  }
  return success(found);
}

const effects: readonly string[] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

function readTaints(text: string): FlagValue {
  if (text === "") return success([]);
  const wrong = failure("must be taints of the form key=value:NoSchedule");
  const seen = new Set<string>();
  const taints: object[] = [];
  for (const item of text.split(",").filter((each) => !each.endsWith("-"))) {
    const [start = "", effect = "", ...more] = item.split(":");
    const [key = "", label, ...rest] = start.split("=");
    const isSound = more.length === 0 && rest.length === 0 && effects.includes(effect);
    if (!isSound || validateQualifiedName(key).length > 0 || validateLabelValue(label ?? "").length > 0) return wrong;
    if (seen.has(`${key}:${effect}`)) return failure(`must not repeat a taint; ${key}:${effect} is listed twice`);
    seen.add(`${key}:${effect}`);
    taints.push({ key, ...(label ? { value: label } : {}), effect });
  }
  return success(taints);
}

function readReservations(text: string, previous: unknown): FlagValue {
  if (text === "") return success(undefined);
  const wrong = failure("must be reservations of the form 0:memory=1Gi;1:memory=2Gi");
  const found: object[] = [];
  for (const item of text.split(";")) {
    const [node = "", amounts, ...more] = item.split(":");
    if (amounts === undefined || more.length > 0 || !/^[-+]?\d{1,10}$/.test(node)) return wrong;
    const limits: Record<string, string> = {};
    for (const amount of amounts.split(",")) {
      const [resource = "", size = "", ...rest] = amount.split("=");
      const quantity = parseQuantity(size);
      if (rest.length > 0 || !quantity.ok || !/^(?:memory$|hugepages-)/.test(resource)) return wrong;
      setMember(limits, resource, formatQuantity(quantity.value));
    }
    found.push({ numaNode: Number(node), limits });
  }
  return success(appendItems(previous, found));
}

function readFileLevels(text: string, previous: unknown): FlagValue {
  const found: object[] = [];
  for (const item of text.split(",").filter((each) => each !== "")) {
    const [filePattern = "", level = "", ...more] = item.split("=");
    const verbosity = parseLevel(level);
    if (filePattern === "" || verbosity === undefined || more.length > 0) return failure("must be pattern=N");
    found.push({ filePattern, verbosity });
  }
  return success(appendItems(previous, found));
}

const maxLevel = 2 ** 31 - 1;
const parseLevel = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) <= maxLevel ? Number(text) : undefined;

/**
 * Appends items to the list of the earlier uses. Changes that list, so that the cost of each use does not grow with
 * their number.
 */
function appendItems<T>(previous: unknown, items: readonly T[]): T[] {
  const list: T[] = Array.isArray(previous) ? previous : [];
  for (const item of items) list.push(item);
  return list;
}

/** Adds members to the map of the earlier uses; changes that map. */
function addMembers<T>(previous: unknown, members: readonly (readonly [string, T])[]): Record<string, T> {
  const map = mapOf<T>(previous);
  for (const [name, member] of members) setMember(map, name, member);
  return map;
}

const mapOf = <T>(previous: unknown): Record<string, T> => (previous ?? {}) as Record<string, T>;

/** Whether a text is an IP address. Accepts leading zeros, as the components do. */
const isIp = (text: string): boolean =>
  parseIp(/^[\d.]+$/.test(text) ? text.replace(/(^|\.)0+(?=\d)/g, "$1") : text).ok;
