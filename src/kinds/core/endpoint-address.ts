/**
 * Addresses that traffic is sent to.
 *
 * @module
 */

import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { isLinkLocalMulticast, isLinkLocalUnicast, isLoopback, isUnspecified, parseIp } from "../../text/ip.ts";
import { parseLegacyIp } from "../../text/legacy-ip.ts";

/** An address that other machines can reach, as the oldest fields take them. */
export function endpointAddress(text: string, place: Place<string>, context: RuleContext): void {
  const faults = parseLegacyIp(text, context.isEnabled("StrictIPCIDRValidation"));
  for (const fault of faults) place.invalid(fault, text);
  const parsed = faults.length > 0 ? undefined : parseIp(text);
  if (!parsed?.ok) return;
  const isSpecial = [isUnspecified, isLoopback, isLinkLocalUnicast, isLinkLocalMulticast].some((is) =>
    is(parsed.value),
  );
  if (isSpecial) place.invalid("must not be an unspecified, loopback or link-local address", text);
}
