/**
 * networking.k8s.io/v1 IPAddress: an address that is allocated to a service. The object is named after the address.
 *
 * @module
 */
import type { IPAddress, ParentReference } from "../../api/types/networking-v1.ts";
import { type Demand, text, unlessEmpty } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { canonicalIpFaults } from "../../text/canonical-ip.ts";
import { validateDns1123Subdomain, validatePathSegmentName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import type { NameRule } from "../meta/object-meta-rules.ts";
import { declaredImmutableError } from "../meta/object-meta-update-rules.ts";
import { ipAddressColumns } from "./columns.ts";

const segment = text(validatePathSegmentName);

const subdomain = text(validateDns1123Subdomain);

const checkParent: Demand<ParentReference> = ({ group, resource, namespace, name }, place) => {
  unlessEmpty(group, place.at("group"), subdomain);
  if (resource) segment(resource, place.at("resource"));
  else place.at("resource").required(undefined, declaredExtra);
  if (name) segment(name, place.at("name"));
  else place.at("name").required(undefined, declaredExtra);
  unlessEmpty(namespace, place.at("namespace"), segment);
};

/** Declarative validation of kube-apiserver reports these as missing, after all other validation. */
const declaredExtra = { after: [] };

const parent = rule<IPAddress>(
  {
    id: "ip-address/parent",
    severity: "error",
    summary: "`parentRef` has a resource and a name",
  },
  ({ spec }, place) => {
    const at = place.at("spec", "parentRef");
    if (spec?.parentRef) checkParent(spec.parentRef, at);
    else at.required(undefined, declaredExtra);
  },
);

const fixed = rule<IPAddress>(
  { id: "ip-address/immutable", severity: "error", summary: "`spec.parentRef` is immutable" },
  ({ spec }, place, { oldObject }) => {
    if (oldObject === undefined) return;
    const stored = oldObject.spec?.parentRef;
    if (semanticEqual(stored, spec?.parentRef)) return;
    place.at("spec", "parentRef").say("field is immutable", { atKey: true, ...declaredImmutableError });
  },
);

/** Requires a canonical address. Releases before 1.33 also accept IPv4 addresses within IPv6. */
const nameRule: NameRule = (name, _isPrefix, { reaches }) =>
  !reaches("1.33") && name.startsWith("::ffff:") && canonicalIpFaults(name.slice("::ffff:".length)).length === 0
    ? []
    : canonicalIpFaults(name);

export const ipAddress = kind("networking/v1.IPAddress", {
  resource: { columns: ipAddressColumns },
  rules: [parent, fixed],
  nameRule,
});
