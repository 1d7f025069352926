/**
 * networking.k8s.io/v1 ServiceCIDR: the ranges from which service addresses are allocated.
 *
 * @module
 */
import type { ServiceCIDR } from "../../api/types/networking-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { canonicalCidrFaults } from "../../text/canonical-ip.ts";
import { legacyPrefix } from "../../text/legacy-ip.ts";
import { kind } from "../kind.ts";
import { statusOnlyStrategy } from "../meta/stored-part.ts";
import { serviceCidrColumns } from "./columns.ts";

/** One range for each IP family. */
const maxRanges = 2;

/** Returns the IP family of a range; undefined if the text is not a range. */
function familyOf(range: string): "IPv4" | "IPv6" | undefined {
  if (!legacyPrefix(range)) return undefined;
  return range.includes(":") ? "IPv6" : "IPv4";
}

function checkRanges(ranges: readonly string[], place: Place<readonly string[]>): void {
  if (ranges.length === 0) {
    place.required("`cidrs` must have at least one range");
    return;
  }
  if (ranges.length > maxRanges) {
    const serverText = `${showGoValue(new Map([["CIDRs", ranges]]))}: may only hold up to ${maxRanges} values`;
    place.say(`must have at most ${maxRanges} ranges; got ${ranges.length}`, { serverText });
    return;
  }
  for (const [index, range] of ranges.entries()) {
    for (const fault of canonicalCidrFaults(range)) place.at(index).invalid(fault, range);
  }
  const [first = "", second] = ranges;
  const family = familyOf(first);
  if (second !== undefined && family !== undefined && family === familyOf(second)) {
    const words = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
    const serverText = `${showGoValue(ranges)}: ${words}`;
    place.say(`must have one range for each IP family; got two of ${family}`, { serverText });
  }
}

const ranges = rule<ServiceCIDR>(
  {
    id: "service-cidr/ranges",
    severity: "error",
    summary: "`cidrs` has one range, or one of each IP family",
  },
  ({ spec }, place, { oldObject }) => {
    const { cidrs = [] } = spec ?? {};
    const { cidrs: stored = [] } = oldObject?.spec ?? {};
    if (oldObject === undefined || isGrown(stored, cidrs)) checkRanges(cidrs, place.at("spec", "cidrs"));
  },
);

/** Whether an update adds a second range to a single one. */
const isGrown = (stored: readonly string[], now: readonly string[]): boolean => stored.length === 1 && now.length === 2;

const fixed = rule<ServiceCIDR>(
  {
    id: "service-cidr/immutable",
    severity: "error",
    summary: "CIDRs are immutable, except that one of the other IP family may be added",
  },
  ({ spec }, place, { oldObject }) => {
    if (oldObject === undefined) return;
    const { cidrs = [] } = spec ?? {};
    const { cidrs: stored = [] } = oldObject.spec ?? {};
    const at = place.at("spec", "cidrs");
    if (cidrs.length !== stored.length && !isGrown(stored, cidrs)) {
      at.say("field is immutable", { atKey: true });
      return;
    }
    for (const [index, range] of stored.entries()) {
      const now = cidrs[index] ?? "";
      if (now !== range) at.at(index).invalid(`field is immutable: must stay ${JSON.stringify(range)}`, now);
    }
  },
);

export const serviceCidr = kind("networking/v1.ServiceCIDR", {
  rules: [ranges, fixed],
  resource: { columns: serviceCidrColumns, ...statusOnlyStrategy },
});
