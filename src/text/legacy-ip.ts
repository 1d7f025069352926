/**
 * IP addresses as the oldest fields of the API accept them: parts of an IPv4 address may have leading zeros, and an
 * IPv6 address may be IPv4-mapped.
 *
 * @module
 */

import {
  bitLength,
  equalIpPrefix,
  formatIp,
  formatIpPrefix,
  type IpAddress,
  type IpPrefix,
  isIpv4Mapped,
  maskIpPrefix,
  parseIp,
  parseIpPrefix,
} from "./ip.ts";
import { memoizeByText } from "./memoize-by-text.ts";

/** Returns the API server's error for an address; empty if it is valid. */
export function legacyIpFaults(text: string, isStrict: boolean): readonly string[] {
  const plain = withoutLeadingZeros(text);
  const parsed = parseIp(plain);
  if (!parsed.ok || parsed.value.zone !== "") {
    return ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"];
  }
  if (!isStrict) return [];
  if (plain !== text) return ["must not have leading 0s"];
  return isIpv4Mapped(parsed.value) ? ["must not be an IPv4-mapped IPv6 address"] : [];
}

/**
 * Removes leading zeros from the parts of an IPv4 address. A text with a colon can contain one only up to its last dot.
 */
function withoutLeadingZeros(text: string): string {
  const isIpv6 = text.includes(":");
  const lastDot = text.lastIndexOf(".");
  return text.replace(/\b0+(?=\d)/g, (zeros, at: number) => (isIpv6 && at > lastDot ? zeros : ""));
}

/** Parses a range as Go's older parser does; undefined if it is invalid. */
export function legacyPrefix(text: string): IpPrefix | undefined {
  const slash = text.lastIndexOf("/");
  const plain = `${withoutLeadingZeros(text.slice(0, slash))}/${text.slice(slash + 1).replace(/^0+(?=\d)/, "")}`;
  const parsed = slash < 0 ? undefined : parseIpPrefix(plain);
  return parsed?.ok ? parsed.value : undefined;
}

/** Returns the API server's error for an address range; empty if it is valid. */
export const legacyCidrFaults = (text: string, isStrict: boolean): readonly string[] =>
  isStrict ? strictCidrFaults(text) : laxCidrFaults(text);

const strictCidrFaults = memoizeByText((text) => cidrFaults(text, true));
const laxCidrFaults = memoizeByText((text) => cidrFaults(text, false));

function cidrFaults(text: string, isStrict: boolean): readonly string[] {
  const slash = text.lastIndexOf("/");
  const [address, bits] = [text.slice(0, slash), text.slice(slash + 1)];
  const plain = withoutLeadingZeros(address);
  const parsed = legacyPrefix(text);
  if (!parsed) return ["must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"];
  if (!isStrict) return [];
  if (plain !== address) return ["must not have leading 0s in IP"];
  if (/^0\d/.test(bits)) return ["must not have leading 0s in prefix length"];
  if (isIpv4Mapped(parsed.address)) return ["must not have an IPv4-mapped IPv6 address"];
  const masked = formatIpPrefix(maskIpPrefix(parsed));
  return equalIpPrefix(maskIpPrefix(parsed), parsed)
    ? []
    : [`must not have bits set beyond the prefix length; expected ${masked}`];
}

/** The standard form of a text that is accepted in another form. */
export interface StandardForm {
  readonly form: string;
  /** A second form, if bits beyond the prefix length are set: the text could mean the network or the address. */
  readonly addressForm?: string;
  /** Whether Go's current parser accepts the text too: then it is an IPv6 address in a non-standard form. */
  readonly isReadable: boolean;
}

export const standardIpForm = memoizeByText((text: string): StandardForm | undefined => {
  const plain = withoutLeadingZeros(text);
  const parsed = parseIp(plain);
  if (!parsed.ok) return undefined;
  const isReadable = plain === text && !isIpv4Mapped(parsed.value);
  return unlessSame(text, { form: formatIp(unmapped(parsed.value)), isReadable });
});

export const standardCidrForm = memoizeByText((text: string): StandardForm | undefined => {
  const parsed = legacyPrefix(text);
  if (!parsed) return undefined;
  const { address } = parsed;
  const masked = maskIpPrefix(parsed);
  const standard = { form: formatIpPrefix(masked), isReadable: !hasLeadingZeros(text) && !isIpv4Mapped(address) };
  if (equalIpPrefix(masked, parsed)) return unlessSame(text, standard);
  return { ...standard, addressForm: `${formatIp(address)}/${bitLength(address)}` };
});

function hasLeadingZeros(range: string): boolean {
  const slash = range.lastIndexOf("/");
  const address = range.slice(0, slash);
  return withoutLeadingZeros(address) !== address || /^0\d/.test(range.slice(slash + 1));
}

const unlessSame = (text: string, standard: StandardForm): StandardForm | undefined =>
  standard.form === text ? undefined : standard;

/** Returns the IPv4 address of an IPv4-mapped address, as Go writes it; otherwise the address itself. */
const unmapped = (address: IpAddress): IpAddress =>
  isIpv4Mapped(address) ? { ...address, bytes: address.bytes.slice(-4) } : address;
