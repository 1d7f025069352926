/**
 * IP addresses and prefixes, as strict as Go's net/netip: no leading zeros, zones only in IPv6, no dotted masks.
 *
 * @module
 */
import { quoteGo } from "./go-quote.ts";
import { int64Of } from "./int64.ts";
import { type Failure, failure, type Result, success } from "./result.ts";

export interface IpAddress {
  /** Four bytes for IPv4, sixteen for IPv6, most significant first. */
  readonly bytes: Uint8Array;
  /** Zone of an IPv6 address, without the percent sign; empty if it has none. */
  readonly zone: string;
}

/** An address and the number of its leading bits that identify the network; the other bits may be set. */
export interface IpPrefix {
  readonly address: IpAddress;
  readonly bits: number;
}

export function parseIp(text: string): Result<IpAddress> {
  const separator = /[.:%]/.exec(text)?.[0];
  if (separator === ".") return parseIpv4(text);
  if (separator === ":") return parseIpv6(text);
  return addressFault(text, separator === "%" ? "missing IPv6 address" : "unable to parse IP");
}

export function parseIpPrefix(text: string): Result<IpPrefix> {
  const slash = text.lastIndexOf("/");
  if (slash < 0) return prefixFault(text, "no '/'");
  const address = parseIp(text.slice(0, slash));
  if (!address.ok) return prefixFault(text, address.error);
  if (address.value.zone !== "") return prefixFault(text, "IPv6 zones cannot be present in a prefix");
  const bitsText = text.slice(slash + 1);
  if (!/^(0|[1-9][0-9]*)$/.test(bitsText) || int64Of(bitsText) === undefined) {
    return prefixFault(text, `bad bits after slash: ${quoteGo(bitsText)}`);
  }
  const bits = Number(bitsText);
  if (bits > bitLength(address.value)) return prefixFault(text, "prefix length out of range");
  return success({ address: address.value, bits });
}

/** Joins host and port as Go's net.JoinHostPort does: an IPv6 address gets brackets. */
export const joinHostPort = (host: string, port: number | string | undefined): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;

const addressFault = (input: string, message: string, at = ""): Failure =>
  failure(`ParseAddr(${quoteGo(input)}): ${message}${at === "" ? "" : ` (at ${quoteGo(at)})`}`);

const prefixFault = (input: string, message: string): Failure =>
  failure(`netip.ParsePrefix(${quoteGo(input)}): ${message}`);

function parseIpv4(text: string): Result<IpAddress> {
  const octets = readOctets(text, text);
  return octets.ok ? success({ bytes: Uint8Array.from(octets.value), zone: "" }) : octets;
}

/** Reads the four octets of `text`, which is `input` or the end of it; errors show `input`. */
function readOctets(text: string, input: string): Result<readonly number[]> {
  const octets: number[] = [];
  let digits = "";
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (/[0-9]/.test(character)) {
      if (digits === "0") return addressFault(input, "IPv4 field has octet with leading zero");
      digits += character;
      if (Number(digits) > 255) return addressFault(input, "IPv4 field has value >255");
    } else if (character === ".") {
      if (digits === "" || index === text.length - 1) {
        return addressFault(input, "IPv4 field must have at least one digit", text.slice(index));
      }
      if (octets.length === 3) return addressFault(input, "IPv4 address too long");
      octets.push(Number(digits));
      digits = "";
    } else {
      return addressFault(input, "unexpected character", text.slice(index));
    }
  }
  if (octets.length < 3) return addressFault(input, "IPv4 address too short");
  return success([...octets, Number(digits)]);
}

const groupCount = 8;

function parseIpv6(input: string): Result<IpAddress> {
  const percent = input.indexOf("%");
  const zone = percent < 0 ? "" : input.slice(percent + 1);
  if (percent >= 0 && zone === "") return addressFault(input, "zone must be a non-empty string");
  const groups = readGroups(percent < 0 ? input : input.slice(0, percent), input);
  if (!groups.ok) return groups;
  return success({ bytes: Uint8Array.from(groups.value.flatMap((group) => [group >> 8, group & 0xff])), zone });
}

/** Reads the eight groups of 16 bits, with `::` expanded. */
function readGroups(text: string, input: string): Result<readonly number[]> {
  const groups: number[] = [];
  let rest = text;
  let gap = -1;
  if (rest.startsWith("::")) {
    gap = 0;
    rest = rest.slice(2);
  }
  while (groups.length < groupCount && !(rest === "" && gap === groups.length)) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? "";
    if (digits.length > 4) return addressFault(input, "each group must have 4 or less digits", rest);
    if (digits === "") {
      return addressFault(input, "each colon-separated field must have at least one digit", rest);
    }
    if (rest.charAt(digits.length) === ".") {
      const groupsOfIpv4 = readEmbeddedIpv4(rest, input, { groupsBefore: groups.length, hasGap: gap >= 0 });
      if (!groupsOfIpv4.ok) return groupsOfIpv4;
      groups.push(...groupsOfIpv4.value);
      rest = "";
      break;
    }
    groups.push(Number.parseInt(digits, 16));
    rest = rest.slice(digits.length);
    if (rest === "") break;
    if (!rest.startsWith(":")) return addressFault(input, "unexpected character, want colon", rest);
    if (rest === ":") return addressFault(input, "colon must be followed by more characters", rest);
    rest = rest.slice(1);
    if (rest.startsWith(":")) {
      if (gap >= 0) return addressFault(input, "multiple :: in address", rest);
      gap = groups.length;
      rest = rest.slice(1);
    }
  }
  if (rest !== "") return addressFault(input, "trailing garbage after address", rest);
  return fillGap(groups, gap, input);
}

function readEmbeddedIpv4(
  rest: string,
  input: string,
  place: { readonly groupsBefore: number; readonly hasGap: boolean },
): Result<readonly number[]> {
  if (!place.hasGap && place.groupsBefore !== groupCount - 2) {
    return addressFault(input, "embedded IPv4 address must replace the final 2 fields of the address", rest);
  }
  if (place.groupsBefore > groupCount - 2) {
    return addressFault(input, "too many hex fields to fit an embedded IPv4 at the end of the address", rest);
  }
  const octets = readOctets(rest, input);
  if (!octets.ok) return octets;
  const [a = 0, b = 0, c = 0, d = 0] = octets.value;
  return success([(a << 8) | b, (c << 8) | d]);
}

function fillGap(groups: readonly number[], gap: number, input: string): Result<readonly number[]> {
  const missing = groupCount - groups.length;
  if (missing === 0) {
    return gap < 0 ? success(groups) : addressFault(input, "the :: must expand to at least one field of zeros");
  }
  if (gap < 0) return addressFault(input, "address string too short");
  return success([...groups.slice(0, gap), ...new Array<number>(missing).fill(0), ...groups.slice(gap)]);
}

export const isIpv4 = (address: IpAddress): boolean => address.bytes.length === 4;

/** Whether the address is `::ffff:a.b.c.d`, an IPv4 address in IPv6 form. */
export const isIpv4Mapped = ({ bytes }: IpAddress): boolean =>
  bytes.length === 16 && bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;

/** Returns 32 or 128. */
export const bitLength = (address: IpAddress): number => address.bytes.length * 8;

/** Returns the canonical text of an address (RFC 5952 for IPv6). */
export function formatIp(address: IpAddress): string {
  const { bytes, zone } = address;
  if (isIpv4(address)) return bytes.join(".");
  const suffix = zone === "" ? "" : `%${zone}`;
  if (isIpv4Mapped(address)) return `::ffff:${bytes.subarray(12).join(".")}${suffix}`;
  const groups = Array.from({ length: groupCount }, (_, index) => group(bytes, index));
  const { start, length } = longestZeroRun(groups);
  const hex = groups.map((value) => value.toString(16));
  if (length < 2) return hex.join(":") + suffix;
  return `${hex.slice(0, start).join(":")}::${hex.slice(start + length).join(":")}${suffix}`;
}

export const formatIpPrefix = ({ address, bits }: IpPrefix): string => `${formatIp(address)}/${bits}`;

const group = (bytes: Uint8Array, index: number): number =>
  ((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0);

/** Returns the longest run of zeros; if there are several, the first. */
function longestZeroRun(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
    start += length;
  }
  return best;
}

export const equalIp = (a: IpAddress, b: IpAddress): boolean =>
  a.zone === b.zone && a.bytes.length === b.bytes.length && samePrefix(a, b, bitLength(a));

export const equalIpPrefix = (a: IpPrefix, b: IpPrefix): boolean => a.bits === b.bits && equalIp(a.address, b.address);

/** Returns the prefix with all host bits cleared. */
export function maskIpPrefix({ address, bits }: IpPrefix): IpPrefix {
  const bytes = address.bytes.map((byte, index) => byte & byteMask(bits - 8 * index));
  return { address: { bytes, zone: "" }, bits };
}

/**
 * Whether the prefix contains the address. Both must have the same IP family; an address with a zone is in no prefix.
 */
export const containsIp = (prefix: IpPrefix, address: IpAddress): boolean =>
  address.zone === "" &&
  address.bytes.length === prefix.address.bytes.length &&
  samePrefix(prefix.address, address, prefix.bits);

/** Whether `outer` contains every address of `inner`. */
export const containsIpPrefix = (outer: IpPrefix, inner: IpPrefix): boolean =>
  outer.bits <= inner.bits && containsIp(outer, inner.address);

/** Whether the first `bits` bits of two addresses of the same family are equal. */
const samePrefix = (a: IpAddress, b: IpAddress, bits: number): boolean =>
  a.bytes.every((byte, index) => ((byte ^ (b.bytes[index] ?? 0)) & byteMask(bits - 8 * index)) === 0);

/** Returns a byte whose leading `bits` bits are set: none if `bits` is at most 0, all if it is at least 8. */
const byteMask = (bits: number): number => (bits <= 0 ? 0 : bits >= 8 ? 0xff : (0xff << (8 - bits)) & 0xff);

const startsWithBytes = (address: IpAddress, ...bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => address.bytes[index] === byte);

const isAll = (address: IpAddress, byte: number): boolean => address.bytes.every((each) => each === byte);

export const isUnspecified = (address: IpAddress): boolean => isAll(address, 0) && address.zone === "";

/** Returns the IPv4 address of an IPv4-mapped address; otherwise the address itself. */
const unmap = (address: IpAddress): IpAddress =>
  isIpv4Mapped(address) ? { bytes: address.bytes.subarray(12), zone: "" } : address;

export function isLoopback(address: IpAddress): boolean {
  const plain = unmap(address);
  if (isIpv4(plain)) return startsWithBytes(plain, 127);
  return plain.bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

export function isMulticast(address: IpAddress): boolean {
  const plain = unmap(address);
  const first = plain.bytes[0] ?? 0;
  return isIpv4(plain) ? (first & 0xf0) === 0xe0 : first === 0xff;
}

export function isLinkLocalMulticast(address: IpAddress): boolean {
  const plain = unmap(address);
  if (isIpv4(plain)) return startsWithBytes(plain, 224, 0, 0);
  return (group(plain.bytes, 0) & 0xff0f) === 0xff02;
}

export function isLinkLocalUnicast(address: IpAddress): boolean {
  const plain = unmap(address);
  if (isIpv4(plain)) return startsWithBytes(plain, 169, 254);
  return (group(plain.bytes, 0) & 0xffc0) === 0xfe80;
}

/**
 * Whether the address is global unicast. Private addresses are; the unspecified address and the IPv4 broadcast address
 * are not.
 */
export function isGlobalUnicast(address: IpAddress): boolean {
  const plain = unmap(address);
  if (isUnspecified(plain) || (isIpv4(plain) && isAll(plain, 0xff))) return false;
  return !isLoopback(plain) && !isMulticast(plain) && !isLinkLocalUnicast(plain);
}
