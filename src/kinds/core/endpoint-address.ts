/**
 * Validates the addresses that services send traffic to.
 *
 * @module
 */
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { AlsoNamed } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import {
  type IpAddress,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  parseIp,
} from "../../text/ip.ts";
import { legacyIpFaults } from "../../text/legacy-ip.ts";

/** Validates an address in the forms that old fields accept. Other machines must be able to reach it. */
export const endpointAddress = (text: string, place: Place<string>, context: RuleContext): IpAddress | undefined =>
  reachableAddress(text, place, legacyIpFaults(text, context.isEnabled("StrictIPCIDRValidation")));

/**
 * Validates an address in the subsets of Endpoints. For an address that cannot be parsed, kube-apiserver reports a
 * second error after those of the neighboring fields; there it also reports addresses that no other machine can reach.
 */
export function subsetAddress(text: string, place: Place<string>, context: RuleContext): void {
  const serverText = `${showGoValue(text)}: must be a valid IP address`;
  const after = place.path.slice(0, -1);
  const also = legacyIpFaults(text, false).map((): AlsoNamed => ({ serverText, after }));
  endpointAddress(
    text,
    // Faults of the form have no `serverText`.
    place.changing((finding) => (finding.serverText === undefined ? { ...finding, also } : { ...finding, after })),
    context,
  );
}

/**
 * Reports addresses that no other machine can reach.
 *
 * @param faults - the faults of the address form
 * @returns the address; undefined if its form is invalid
 */
export function reachableAddress(text: string, place: Place<string>, faults: readonly string[]): IpAddress | undefined {
  for (const fault of faults) place.invalid(fault, text);
  const parsed = faults.length > 0 ? undefined : parseIp(text);
  if (!parsed?.ok) return undefined;
  const [, words] = special.find(([is]) => is(parsed.value)) ?? [];
  if (words !== undefined) {
    const serverText = `${showGoValue(text)}: may not be ${words.replace("IP", text)}`;
    place.invalid("must not be an unspecified, loopback or link-local address", text, { serverText });
  }
  return parsed.value;
}

/** Addresses that no other machine can reach, with kube-apiserver's descriptions. */
const special: readonly (readonly [(address: IpAddress) => boolean, string])[] = [
  [isUnspecified, "unspecified (IP)"],
  [isLoopback, "in the loopback range (127.0.0.0/8, ::1/128)"],
  [isLinkLocalUnicast, "in the link-local range (169.254.0.0/16, fe80::/10)"],
  [isLinkLocalMulticast, "in the link-local multicast range (224.0.0.0/24, ff02::/10)"],
];
