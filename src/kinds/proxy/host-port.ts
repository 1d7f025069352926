/**
 * Addresses as the proxy reads them, with leading zeros too: alone, as ranges, and with a port: `10.0.0.1:80`, `[::1]:80`.
 *
 * @module
 */
import { joinHostPort } from "../../text/ip.ts";
import { parseLegacyIp } from "../../text/legacy-ip.ts";

export interface HostPort {
  readonly host: string;
  readonly port: string;
}

/** Undefined where there is no port, or brackets and colons don't match. */
export function splitHostPort(text: string): HostPort | undefined {
  const [, bracketed, plain = "", port = ""] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(text) ?? [];
  if (bracketed === undefined && !/^[^:[\]]*:[^:[\]]*$/.test(text)) return undefined;
  return { host: bracketed ?? plain, port };
}

export const isAddress = (text: string): boolean => parseLegacyIp(text, false).length === 0;

export const isIpv6Text = (text: string): boolean => text.includes(":");

/** An address alone gets the port; what is no address stays as it is. */
export function withPort(text: string, port: number): string {
  if (splitHostPort(text) || !isAddress(text)) return text;
  return joinHostPort(text, port);
}

const bitsOfIpv4 = 32;
const bitsOfIpv6 = 128;

/** `10.0.0.0/8`; bits below the mask may be set. */
export function isAddressRange(text: string): boolean {
  const [, address = "", bits = ""] = /^(.*)\/(\d{1,3})$/.exec(text) ?? [];
  return bits !== "" && isAddress(address) && Number(bits) <= (isIpv6Text(address) ? bitsOfIpv6 : bitsOfIpv4);
}
