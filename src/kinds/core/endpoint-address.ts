/**
 * Addresses that traffic is sent to.
 *
 * @module
 */
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import {
  type IpAddress,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  parseIp,
} from "../../text/ip.ts";
import { parseLegacyIp } from "../../text/legacy-ip.ts";

/** An address that other machines can reach, as the oldest fields take them. */
export const endpointAddress = (text: string, place: Place<string>, context: RuleContext): void =>
  reachableAddress(text, place, parseLegacyIp(text, context.isEnabled("StrictIPCIDRValidation")));

/** @param faults - of its form */
export function reachableAddress(text: string, place: Place<string>, faults: readonly string[]): void {
  for (const fault of faults) place.invalid(fault, text);
  const parsed = faults.length > 0 ? undefined : parseIp(text);
  if (!parsed?.ok) return;
  const [, words] = special.find(([is]) => is(parsed.value)) ?? [];
  if (words === undefined) return;
  const serverText = `${JSON.stringify(text)}: may not be ${words.replace("IP", text)}`;
  place.invalid("must not be an unspecified, loopback or link-local address", text, { serverText });
}

/** Addresses that no other machine reaches, in the words of the API server. */
const special: readonly (readonly [(address: IpAddress) => boolean, string])[] = [
  [isUnspecified, "unspecified (IP)"],
  [isLoopback, "in the loopback range (127.0.0.0/8, ::1/128)"],
  [isLinkLocalUnicast, "in the link-local range (169.254.0.0/16, fe80::/10)"],
  [isLinkLocalMulticast, "in the link-local multicast range (224.0.0.0/24, ff02::/10)"],
];
