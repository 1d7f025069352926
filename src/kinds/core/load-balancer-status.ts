/**
 * Addresses that load balancers report in the status of a Service or an Ingress.
 *
 * @module
 */
import type { LoadBalancerIngress } from "../../api/types/core-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { legacyIpFaults } from "../../text/legacy-ip.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";

/** Validates the addresses in the status of a Service or an Ingress. */
export function ingressAddresses(
  ingress: readonly LoadBalancerIngress[],
  place: Place<readonly LoadBalancerIngress[]>,
  context: RuleContext,
): void {
  const isStrict = context.isEnabled("StrictIPCIDRValidation");
  for (const [index, { ip = "", hostname = "" }] of ingress.entries()) {
    const at = place.at(index);
    for (const fault of ip === "" ? [] : legacyIpFaults(ip, isStrict)) at.at("ip").invalid(fault, ip);
    if (hostname === "") continue;
    for (const fault of validateDns1123Subdomain(hostname)) at.at("hostname").invalid(fault, hostname);
    if (legacyIpFaults(hostname, false).length === 0) {
      const serverText = `${showGoValue(hostname)}: must be a DNS name, not an IP address`;
      at.at("hostname").invalid("must be a name, not an address", hostname, { serverText });
    }
  }
}

export function loadBalancerStatus(
  ingress: readonly LoadBalancerIngress[],
  place: Place<readonly LoadBalancerIngress[]>,
  context: RuleContext,
): void {
  ingressAddresses(ingress, place, context);
  for (const [index, { ip = "", ipMode }] of ingress.entries()) {
    const at = place.at(index).at("ipMode");
    if (ipMode === undefined) {
      if (ip !== "")
        at.required("`ipMode` must be set together with `ip`", { serverText: "must be specified when `ip` is set" });
    } else if (ip === "")
      at.forbidden("`ipMode` must be absent without `ip`", { serverText: "may not be specified when `ip` is not set" });
    else if (ipMode !== "VIP" && ipMode !== "Proxy") at.unsupported(["VIP", "Proxy"], ipMode);
  }
}
