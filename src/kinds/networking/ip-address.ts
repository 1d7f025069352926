/**
 * networking.k8s.io/v1 IPAddress: an address that a service has taken, for which it is named.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { domainPlaceholder, type Kind } from "../../kind/kind.ts";
import { canonicalIpFaults } from "../../lexical/canonical-ip.ts";
import { validateDns1123Subdomain, validatePathSegmentName } from "../../lexical/names.ts";
import { fields, required, text, unlessEmpty } from "../../rule/check.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { ipAddressColumns } from "./columns.ts";

interface ParentReference {
  group?: string;
  resource?: string;
  namespace?: string;
  name?: string;
}

interface IPAddress {
  metadata?: ObjectMeta;
  spec?: { parentRef?: ParentReference };
}

const segment = text(validatePathSegmentName);

const referenceFields = fields<ParentReference>({
  group: unlessEmpty(text(validateDns1123Subdomain)),
  resource: required(segment),
  namespace: unlessEmpty(segment),
  name: required(segment),
});

const parent = rule<IPAddress>(
  {
    id: "ip-address/parent",
    severity: "error",
    summary: "an address says what has taken it, by resource and name",
  },
  ({ spec }, place, visit) => {
    const at = place.at("spec", "parentRef");
    if (spec?.parentRef) referenceFields(spec.parentRef, at, visit);
    else at.required();
  },
);

const fixed = rule<IPAddress>(
  { id: "ip-address/immutable", severity: "error", summary: "what has taken an address never changes" },
  ({ spec }, place, { oldObject }) => {
    if (oldObject === undefined) return;
    const stored = oldObject.spec?.parentRef;
    if (semanticEqual(stored, spec?.parentRef)) return;
    place.at("spec", "parentRef").say("`parentRef` must stay as it is stored", { atKey: true });
  },
);

export const ipAddress: Kind<IPAddress> = kindFromTable<IPAddress>(`networking.${domainPlaceholder}`, "IPAddress", {
  resource: { columns: ipAddressColumns },
  rules: [parent, fixed],
  nameRule: canonicalIpFaults,
});
