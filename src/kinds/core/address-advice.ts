/**
 * Warnings of kube-apiserver about non-standard forms of addresses, which old fields still accept.
 *
 * @module
 */
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import type { RuleInfo } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import {
  legacyCidrFaults,
  legacyIpFaults,
  type StandardForm,
  standardCidrForm,
  standardIpForm,
} from "../../text/legacy-ip.ts";

export const addressAdviceInfo: RuleInfo = {
  id: "network/standard-address",
  severity: "warning",
  summary: "IP addresses and CIDRs are written in their standard form",
};

type Gates = Pick<RuleContext, "isEnabled">;

/** Warns about an IP address in a non-standard form, unless it is rejected anyway. */
export function adviseOnIp(text: string, place: Place, { isEnabled }: Gates): void {
  if (legacyIpFaults(text, isEnabled("StrictIPCIDRValidation")).length > 0) return;
  advise(standardIpForm(text), text, place, { old: "IP address", ipv6: "IPv6 address" });
}

export function adviseOnCidr(text: string, place: Place, { isEnabled }: Gates): void {
  if (legacyCidrFaults(text, isEnabled("StrictIPCIDRValidation")).length > 0) return;
  advise(standardCidrForm(text), text, place, { old: "CIDR value", ipv6: "IPv6 CIDR value" });
}

/** The nouns that kube-apiserver uses for a value in its warnings. */
interface UpstreamNames {
  readonly old: string;
  readonly ipv6: string;
}

function advise(standard: StandardForm | undefined, text: string, place: Place, names: UpstreamNames): void {
  if (!standard) return;
  const { form, addressForm, isReadable } = standard;
  const forms = (addressForm === undefined ? [form] : [form, addressForm]).map(quoteGo).join(" or ");
  const shown = quoteGo(text);
  let upstream = `non-standard ${names.old} ${shown} is invalid: use ${forms}`;
  if (isReadable) upstream = `${names.ipv6} ${shown} should be in RFC 5952 canonical format (${forms})`;
  if (addressForm !== undefined) upstream = `${names.old} ${shown} is ambiguous in this context (should be ${forms}?)`;
  place.invalid("should be in standard form", text, { help: `write ${forms}`, serverWarning: `{field}: ${upstream}` });
}
