/**
 * Parses addresses like kube-proxy, which accepts leading zeros: single addresses, ranges, and addresses with a port
 * such as `10.0.0.1:80` and `[::1]:80`.
 *
 * @module
 */
import { joinHostPort } from "../../text/ip.ts";
import { legacyIpFaults } from "../../text/legacy-ip.ts";

export interface HostPort {
  readonly host: string;
  readonly port: string;
}

/** Splits an address and its port; undefined if there is no port, or if brackets or colons are misplaced. */
export function splitHostPort(text: string): HostPort | undefined {
  const [, bracketed, plain = "", port = ""] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(text) ?? [];
  if (bracketed === undefined && !/^[^:[\]]*:[^:[\]]*$/.test(text)) return undefined;
  return { host: bracketed ?? plain, port };
}

export const isAddress = (text: string): boolean => legacyIpFaults(text, false).length === 0;

export const isIpv6Text = (text: string): boolean => text.includes(":");

/** Adds a port to an address without one. Returns other text unchanged. */
export function withPort(text: string, port: number): string {
  if (splitHostPort(text) || !isAddress(text)) return text;
  return joinHostPort(text, port);
}

const bitsOfIpv4 = 32;
const bitsOfIpv6 = 128;

/** Whether a text is a range such as `10.0.0.0/8`. Bits after the mask may be set. */
export function isAddressRange(text: string): boolean {
  const [, address = "", bits = ""] = /^(.*)\/(\d{1,3})$/.exec(text) ?? [];
  return bits !== "" && isAddress(address) && Number(bits) <= (isIpv6Text(address) ? bitsOfIpv6 : bitsOfIpv4);
}
