/**
 * IP addresses as the oldest fields of the API take them. Parts of an IPv4 address could have leading zeros there, and
 * an IPv6 address could hold one of IPv4.
 *
 * @module
 */
import { isIpv4Mapped, parseIp } from "./ip.ts";

/** What is wrong with an address, in the words of the API server. */
export function parseLegacyIp(text: string, isStrict: boolean): readonly string[] {
  const plain = text.replace(/\b0+(?=\d)/g, (zeros, at: number) =>
    text.includes(":") && !text.slice(at).includes(".") ? zeros : "",
  );
  const parsed = parseIp(plain);
  if (!parsed.ok || parsed.value.zone !== "") {
    return ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"];
  }
  if (!isStrict) return [];
  if (plain !== text) return ["must not have leading 0s"];
  return isIpv4Mapped(parsed.value) ? ["must not be an IPv4-mapped IPv6 address"] : [];
}
