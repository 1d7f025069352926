/**
 * The values of flags: from the text of the command line to what the field of a file would have.
 *
 * @module
 */
import { memberOf, setMember } from "../json/member.ts";
import { formatDuration, parseDuration } from "../text/duration.ts";
import { parseIp } from "../text/ip.ts";
import { validateLabelValue, validateQualifiedName } from "../text/names.ts";
import { formatQuantity, parseQuantity } from "../text/quantity.ts";
import type { FlagForm } from "./flag-form.ts";

/** A value, or what it must be. */
export type FlagValue = { readonly value: unknown } | { readonly fault: string };

type Reader = (text: string, previous: unknown) => FlagValue;

const value = (found: unknown): FlagValue => ({ value: found });
const fault = (what: string): FlagValue => ({ fault: what });

/** @param previous - what an earlier use of the same flag came to, which a list or a map grows; undefined for the first */
export function readFlagValue(form: FlagForm, text: string, previous: unknown): FlagValue {
  return readers[form](text, previous);
}

const readers: Readonly<Record<FlagForm, Reader>> = {
  bool: (text) => {
    const found = parseBoolean(text);
    return found === undefined ? fault("must be true or false") : value(found);
  },
  version: (text) =>
    text === "raw" || parseBoolean(text) !== undefined ? value(text) : fault("must be true, false or raw"),
  int32: (text) => wholeNumber(text, 32),
  int64: (text) => wholeNumber(text, 64),
  uint: (text) => (/^[-+]/.test(text) ? fault("must be a whole number, and not negative") : wholeNumber(text, 64)),
  float: (text) => (isFloat(text) ? value(Number(text.replaceAll("_", ""))) : fault("must be a number")),
  duration: (text) => {
    const found = parseDuration(text);
    return found.ok ? value(formatDuration(found.value)) : fault('must be a duration such as "30s"');
  },
  text: value,
  texts: (text, previous) => {
    const found = splitValues(text);
    return found ? value(withItems(previous, found)) : fault("must be values separated by commas");
  },
  numbers: (text, previous) => {
    const found = text.split(",").map((item) => wholeNumber(item, 32));
    const misfit = found.find((item) => "fault" in item);
    return (
      misfit ??
      value(
        withItems(
          previous,
          found.map((item) => ("value" in item ? item.value : undefined)),
        ),
      )
    );
  },
  ip: (text) => (text === "" ? value(undefined) : isIp(text) ? value(text) : fault("must be an IP address")),
  pairs: (text, previous) => pairs(text.split(","), "=", previous),
  pair: (text, previous) => pairs([text], "=", previous),
  configuration: (text, previous) => readConfiguration(text, previous),
  "ip-port": (text) =>
    text === "" || isIpPort(text) ? value(text) : fault("must be an IP address, with or without a port"),
  "port-range": readPortRange,
  "key-pair": (text, previous) =>
    /^[^,]+,[^,:]+(?::.*)?$/.test(text)
      ? value(withItems(previous, [text]))
      : fault("must have the form cert.pem,key.pem:name"),
  thresholds: (text, previous) => pairs(text.split(","), "<", previous),
  gates: readGates,
  headers: readHeaders,
  taints: readTaints,
  "memory-reservations": readReservations,
  quantity: (text) => {
    const found = parseQuantity(text);
    return found.ok ? value(formatQuantity(found.value)) : fault('must be a quantity such as "1Mi"');
  },
  level: (text) => {
    const found = parseLevel(text);
    return found === undefined ? fault("must be from 0 to 2147483647") : value(found);
  },
  "file-levels": readFileLevels,
};

/** The words that Go's ParseBool takes. */
function parseBoolean(text: string): boolean | undefined {
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true;
  return /^(?:0|f|F|FALSE|false|False)$/.test(text) ? false : undefined;
}

const digitsByPrefix = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9][0-9]*|0)$/;

/** As Go's ParseInt reads numbers with their base in front. */
function wholeNumber(text: string, bits: 32 | 64): FlagValue {
  const outside = fault(`must be a ${bits}-bit integer`);
  const plain = text.replace(/(?<=[0-9a-fA-FxXbBoO])_(?=[0-9a-fA-F])/g, "");
  if (!digitsByPrefix.test(plain)) return outside;
  const digits = plain.replace(/^[-+]/, "");
  const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const found = plain.startsWith("-") ? -magnitude : magnitude;
  const limit = 1n << BigInt(bits - 1);
  if (found < -limit || found >= limit) return outside;
  return value(BigInt(Number(found)) === found && Number.isSafeInteger(Number(found)) ? Number(found) : found);
}

/** A line of comma-separated values, with quotes where a value has a comma; undefined when quotes don't match. */
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

function pairs(items: readonly string[], separator: "=" | "<", previous: unknown): FlagValue {
  const found: [string, string][] = [];
  for (const item of items) {
    if (item === "" && (items.length > 1 || separator === "<")) continue;
    const at = item.indexOf(separator);
    if (at < 0 && item !== "") return fault(`must be pairs of the form key${separator}value`);
    if (at >= 0) found.push([item.slice(0, at).trim(), item.slice(at + 1).trim()]);
  }
  return value(withMembers(previous, found));
}

/** Pairs whose value may be left out. */
function readConfiguration(text: string, previous: unknown): FlagValue {
  const items = text.split(",").filter((each) => each !== "");
  const found = items.map((item) => {
    const [name = "", ...rest] = item.split("=");
    return [name.trim(), rest.join("=").trim()] as const;
  });
  return value(withMembers(previous, found));
}

const float = /^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|inf(?:inity)?|nan)$/i;
const isFloat = (text: string): boolean => float.test(text);

function isIpPort(text: string): boolean {
  if (isIp(text)) return true;
  const [, host = "", port = ""] = /^\[?(.*?)\]?:(\d{1,5})$/.exec(text) ?? [];
  return isIp(host) && isPort(port);
}

const maxPort = 65535;
const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= maxPort;

/** `30000-32767`, one port, or a port and how many follow it: `30000+2767`. */
function readPortRange(text: string): FlagValue {
  const wrong = fault("must be ports such as 30000-32767");
  const [, first = "", sign, second = ""] = /^(\d{1,5})(?:([-+])(\d{1,5}))?$/.exec(text.trim()) ?? [];
  if (first === "" ? text.trim() !== "" : !isPort(first)) return wrong;
  if (sign === "-" && (!isPort(second) || Number(second) < Number(first))) return wrong;
  if (sign === "+" && !isPort(String(Number(first) + Number(second)))) return wrong;
  return value(text);
}

function readGates(text: string, previous: unknown): FlagValue {
  const found: [string, boolean][] = [];
  for (const item of text.split(",").filter((each) => each !== "")) {
    const at = item.indexOf("=");
    const state = at < 0 ? undefined : parseBoolean(item.slice(at + 1).trim());
    if (state === undefined) return fault("must be pairs of the form Gate=true");
    found.push([item.slice(0, at).trim(), state]);
  }
  return value(withMembers(previous, found));
}

function readHeaders(text: string, previous: unknown): FlagValue {
  const items = text.split(",").filter((each) => each !== "");
  if (items.some((item) => !item.includes(":"))) return fault("must be headers of the form name:value");
  const found = mapOf<string[]>(previous);
  for (const item of items) {
    const at = item.indexOf(":");
    const name = item.slice(0, at).trim();
    setMember(found, name, withItems(memberOf(found, name), [item.slice(at + 1).trim()]));
  }
  return value(found);
}

const effects: readonly string[] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

function readTaints(text: string): FlagValue {
  if (text === "") return value([]);
  const wrong = fault("must be taints of the form key=value:NoSchedule");
  const seen = new Set<string>();
  const taints: object[] = [];
  for (const item of text.split(",").filter((each) => !each.endsWith("-"))) {
    const [start = "", effect = "", ...more] = item.split(":");
    const [key = "", label, ...rest] = start.split("=");
    const isSound = more.length === 0 && rest.length === 0 && effects.includes(effect);
    if (!isSound || validateQualifiedName(key).length > 0 || validateLabelValue(label ?? "").length > 0) return wrong;
    if (seen.has(`${key}:${effect}`)) return fault(`must not repeat a taint; ${key}:${effect} is listed twice`);
    seen.add(`${key}:${effect}`);
    taints.push({ key, ...(label ? { value: label } : {}), effect });
  }
  return value(taints);
}

function readReservations(text: string, previous: unknown): FlagValue {
  if (text === "") return value(undefined);
  const wrong = fault("must be reservations of the form 0:memory=1Gi;1:memory=2Gi");
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
  return value(withItems(previous, found));
}

function readFileLevels(text: string, previous: unknown): FlagValue {
  const found: object[] = [];
  for (const item of text.split(",").filter((each) => each !== "")) {
    const [filePattern = "", level = "", ...more] = item.split("=");
    const verbosity = parseLevel(level);
    if (filePattern === "" || verbosity === undefined || more.length > 0) return fault("must be pattern=N");
    found.push({ filePattern, verbosity });
  }
  return value(withItems(previous, found));
}

const maxLevel = 2 ** 31 - 1;
const parseLevel = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) <= maxLevel ? Number(text) : undefined;

/** The list of the earlier uses with more items; the same list, so that each use costs what it adds. */
function withItems<T>(previous: unknown, items: readonly T[]): T[] {
  const list: T[] = Array.isArray(previous) ? previous : [];
  for (const item of items) list.push(item);
  return list;
}

/** The map of the earlier uses with more members; the same map. */
function withMembers<T>(previous: unknown, members: readonly (readonly [string, T])[]): Record<string, T> {
  const map = mapOf<T>(previous);
  for (const [name, member] of members) setMember(map, name, member);
  return map;
}

const mapOf = <T>(previous: unknown): Record<string, T> => (previous ?? {}) as Record<string, T>;

/** Leading zeros are accepted, as the components accept them. */
const isIp = (text: string): boolean =>
  parseIp(/^[\d.]+$/.test(text) ? text.replace(/(^|\.)0+(?=\d)/g, "$1") : text).ok;
