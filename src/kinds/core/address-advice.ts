/**
 * Warnings of the API server about addresses that old fields take in more forms than the standard one.
 *
 * @module
 */
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import type { RuleInfo } from "../../rule/rule.ts";
import { cidrAdvice, ipAdvice, legacyCidrFaults, parseLegacyIp } from "../../text/legacy-ip.ts";

export const addressAdviceInfo: RuleInfo = {
  id: "network/standard-address",
  severity: "warning",
  summary: "IP addresses and CIDRs are written in their standard form",
};

type Gates = Pick<RuleContext, "isEnabled">;

/** An address that is refused gets no advice. */
export function adviseOnIp(text: string, place: Place, { isEnabled }: Gates): void {
  if (parseLegacyIp(text, isEnabled("StrictIPCIDRValidation")).length === 0) advise(ipAdvice(text), text, place);
}

export function adviseOnCidr(text: string, place: Place, { isEnabled }: Gates): void {
  if (legacyCidrFaults(text, isEnabled("StrictIPCIDRValidation")).length === 0) advise(cidrAdvice(text), text, place);
}

function advise(standard: string | undefined, text: string, place: Place): void {
  if (standard !== undefined) place.invalid("should be in standard form", text, { help: `write ${standard}` });
}
