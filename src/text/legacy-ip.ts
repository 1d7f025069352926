/**
 * IP addresses as the oldest fields of the API take them. Parts of an IPv4 address could have leading zeros there, and
 * an IPv6 address could hold one of IPv4.
 *
 * @module
 */
import { byText } from "./by-text.ts";
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

/** The fault of an address, in the words of the API server. */
export function parseLegacyIp(text: string, isStrict: boolean): readonly string[] {
  const plain = withoutLeadingZeros(text);
  const parsed = parseIp(plain);
  if (!parsed.ok || parsed.value.zone !== "") {
    return ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"];
  }
  if (!isStrict) return [];
  if (plain !== text) return ["must not have leading 0s"];
  return isIpv4Mapped(parsed.value) ? ["must not be an IPv4-mapped IPv6 address"] : [];
}

/** Where there is a colon, an IPv4 address may be at the end; its last dot says how far that is. */
function withoutLeadingZeros(text: string): string {
  const isIpv6 = text.includes(":");
  const lastDot = text.lastIndexOf(".");
  return text.replace(/\b0+(?=\d)/g, (zeros, at: number) => (isIpv6 && at > lastDot ? zeros : ""));
}

/** A range as Go's older parser reads it; undefined for other text. */
export function legacyPrefix(text: string): IpPrefix | undefined {
  const slash = text.lastIndexOf("/");
  const plain = `${withoutLeadingZeros(text.slice(0, slash))}/${text.slice(slash + 1).replace(/^0+(?=\d)/, "")}`;
  const parsed = slash < 0 ? undefined : parseIpPrefix(plain);
  return parsed?.ok ? parsed.value : undefined;
}

/** The fault of an address range, in the words of the API server. */
export const legacyCidrFaults = (text: string, isStrict: boolean): readonly string[] =>
  isStrict ? strictCidrFaults(text) : laxCidrFaults(text);

const strictCidrFaults = byText((text) => cidrFaults(text, true));
const laxCidrFaults = byText((text) => cidrFaults(text, false));

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

/** The standard form of a text that is accepted in another one. */
export interface StandardForm {
  readonly form: string;
  /** A second one, where bits beyond the prefix are set: either may be meant. */
  readonly other?: string;
  /** Whether Go's parser of today reads the text, too: it is an IPv6 address, written in another way. */
  readonly isReadable: boolean;
}

export const ipAdvice = byText((text: string): StandardForm | undefined => {
  const plain = withoutLeadingZeros(text);
  const parsed = parseIp(plain);
  if (!parsed.ok) return undefined;
  const isReadable = plain === text && !isIpv4Mapped(parsed.value);
  return otherThan(text, { form: formatIp(unmapped(parsed.value)), isReadable });
});

export const cidrAdvice = byText((text: string): StandardForm | undefined => {
  const parsed = legacyPrefix(text);
  if (!parsed) return undefined;
  const { address } = parsed;
  const masked = maskIpPrefix(parsed);
  const standard = { form: formatIpPrefix(masked), isReadable: !hasLeadingZeros(text) && !isIpv4Mapped(address) };
  if (equalIpPrefix(masked, parsed)) return otherThan(text, standard);
  return { ...standard, other: `${formatIp(address)}/${bitLength(address)}` };
});

function hasLeadingZeros(range: string): boolean {
  const slash = range.lastIndexOf("/");
  const address = range.slice(0, slash);
  return withoutLeadingZeros(address) !== address || /^0\d/.test(range.slice(slash + 1));
}

const otherThan = (text: string, standard: StandardForm): StandardForm | undefined =>
  standard.form === text ? undefined : standard;

/** The IPv4 address that an IPv6 address holds, as Go writes it. */
const unmapped = (address: IpAddress): IpAddress =>
  isIpv4Mapped(address) ? { ...address, bytes: address.bytes.slice(-4) } : address;
