/**
 * IP addresses and ranges as the newest fields of the API require them: in canonical form.
 *
 * @module
 */
import { formatIp, formatIpPrefix, isIpv4Mapped, parseIp, parseIpPrefix } from "./ip.ts";
import { legacyCidrFaults, legacyIpFaults } from "./legacy-ip.ts";
import type { Result } from "./result.ts";

/** Returns the API server's error for an address; empty if it is valid. */
export const canonicalIpFaults = (text: string): readonly string[] =>
  faultsOf(text, legacyIpFaults(text, true), canonicalIp);

/** Returns the API server's error for an address range; empty if it is valid. */
export const canonicalCidrFaults = (text: string): readonly string[] =>
  faultsOf(text, legacyCidrFaults(text, true), canonicalCidr);

/** Returns the error for an interface address with its prefix length, `10.9.8.7/24`; empty if it is valid. */
export function canonicalInterfaceFaults(text: string): readonly string[] {
  const parsed = parseIpPrefix(text);
  if (!parsed.ok) return ["must be an address with a prefix length, such as 10.9.8.7/24 or 2001:db8::1/64"];
  return isIpv4Mapped(parsed.value.address)
    ? ["must not be an IPv4-mapped IPv6 address"]
    : faultsOf(text, [], canonicalCidr);
}

function faultsOf(
  text: string,
  faults: readonly string[],
  canonicalOf: (text: string) => string | undefined,
): readonly string[] {
  if (faults.length > 0) return faults;
  const canonical = canonicalOf(text);
  return canonical === text ? [] : [`must be in canonical form (${JSON.stringify(canonical)})`];
}

const canonicalIp = (text: string): string | undefined => formatParsed(parseIp(text), formatIp);
const canonicalCidr = (text: string): string | undefined => formatParsed(parseIpPrefix(text), formatIpPrefix);

function formatParsed<T>(parsed: Result<T>, format: (value: T) => string): string | undefined {
  return parsed.ok ? format(parsed.value) : undefined;
}
