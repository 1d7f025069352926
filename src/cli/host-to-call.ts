/**
 * The address of a server that listens on all addresses.
 *
 * @module
 */
import { isIpv4, isUnspecified, parseIp } from "../text/ip.ts";

/** Returns the address at which clients on this machine reach a server that listens on `address`. */
export function hostToCall(address: string): string {
  const parsed = parseIp(address);
  if (!parsed.ok || !isUnspecified(parsed.value)) return address;
  return isIpv4(parsed.value) ? "127.0.0.1" : "::1";
}
