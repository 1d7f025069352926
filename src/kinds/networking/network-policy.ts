/**
 * networking.k8s.io/v1 NetworkPolicy: the traffic that pods may receive and send.
 *
 * @module
 */
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from "../../api/types/networking-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Demand, each, inRange } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { containsIpPrefix } from "../../text/ip.ts";
import { legacyCidrFaults, legacyPrefix } from "../../text/legacy-ip.ts";
import { validatePortName } from "../../text/names.ts";
import { addressAdviceInfo, adviseOnCidr } from "../core/address-advice.ts";
import { kind } from "../kind.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";
import { networkPolicyColumns } from "./columns.ts";

const maxPort = 65535;
const portNumber = inRange(1, maxPort);

const port: Demand<NetworkPolicyPort> = ({ port: value, endPort }, place) => {
  if (typeof value === "string") for (const fault of validatePortName(value)) place.at("port").invalid(fault, value);
  if (typeof value === "number") portNumber(value, place.at("port"));
  if (endPort === undefined) return;
  const at = place.at("endPort");
  if (typeof value !== "number") {
    const fault = `may not be specified when \`port\` is ${value === undefined ? "not specified" : "non-numeric"}`;
    // kube-apiserver reports this before it validates the name of the port.
    const after = place.at("protocol").path;
    at.invalid("must be absent unless `port` is a number", endPort, { serverText: `${endPort}: ${fault}`, after });
  } else if (endPort < value) {
    const range = `${endPort}: must be between 1 and ${maxPort}, inclusive`;
    const also = endPort < 1 || endPort > maxPort ? [{ serverText: range }] : [];
    at.invalid("must not be below `port`", endPort, { also });
  } else portNumber(endPort, at);
};

const ports = rule<NetworkPolicy>(
  {
    id: "network-policy/ports",
    severity: "error",
    summary: "a port is a number, a range of numbers or a name",
  },
  ({ spec = {} }, place) => {
    for (const direction of ["ingress", "egress"] as const) {
      spec[direction]?.forEach((rule, index) => {
        each(rule.ports, place.at("spec", direction, index, "ports"), port);
      });
    }
  },
);

function peer(
  { podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer,
  place: Place<NetworkPolicyPeer>,
  context: RuleContext,
): void {
  if (podSelector) place.at("podSelector").pass(labelSelectorFindings(podSelector));
  if (namespaceSelector) place.at("namespaceSelector").pass(labelSelectorFindings(namespaceSelector));
  if (!podSelector && !namespaceSelector && !ipBlock) place.required("must have a selector or an `ipBlock`");
  if (!ipBlock) return;
  if (podSelector || namespaceSelector)
    place.say("must not have selectors together with `ipBlock`", { cause: "forbidden" });
  const { cidr = "", except = [] } = ipBlock;
  const at = place.at("ipBlock");
  const isStrict = context.isEnabled("StrictIPCIDRValidation");
  if (cidr === "") {
    at.at("cidr").required(undefined, { after: [] });
    return;
  }
  for (const fault of legacyCidrFaults(cidr, isStrict)) at.at("cidr").invalid(fault, cidr);
  const outer = legacyPrefix(cidr);
  if (!outer) return;
  for (const [index, text] of except.entries()) {
    const place = at.at("except", index);
    for (const fault of legacyCidrFaults(text, isStrict)) place.invalid(fault, text);
    const inner = legacyPrefix(text);
    if (!inner) continue;
    const isInside = containsIpPrefix(outer, inner) && inner.bits > outer.bits;
    if (!isInside) place.invalid(`must be within ${cidr}`, text);
  }
}

const peers = rule<NetworkPolicy>(
  { id: "network-policy/peers", severity: "error", summary: "a peer has either selectors or an `ipBlock`" },
  ({ spec = {} }, place, visit) => {
    const own = place.at("spec", "podSelector");
    own.pass(labelSelectorFindings(spec.podSelector ?? {}));
    spec.ingress?.forEach(({ from }, index) => {
      each(from, place.at("spec", "ingress", index, "from"), (item, at) => peer(item, at, visit));
    });
    spec.egress?.forEach(({ to }, index) => {
      each(to, place.at("spec", "egress", index, "to"), (item, at) => peer(item, at, visit));
    });
  },
);

const rangeForm = rule<NetworkPolicy>(addressAdviceInfo, ({ spec = {} }, place, visit) => {
  const adviseOn = ({ ipBlock }: NetworkPolicyPeer, at: Place<NetworkPolicyPeer>) => {
    if (ipBlock?.cidr) adviseOnCidr(ipBlock.cidr, at.at("ipBlock", "cidr"), visit);
    ipBlock?.except?.forEach((range, index) => {
      adviseOnCidr(range, at.at("ipBlock", "except", index), visit);
    });
  };
  spec.ingress?.forEach(({ from }, index) => {
    each(from, place.at("spec", "ingress", index, "from"), adviseOn);
  });
  spec.egress?.forEach(({ to }, index) => {
    each(to, place.at("spec", "egress", index, "to"), adviseOn);
  });
});

const mostTypes = 2;

const types = rule<NetworkPolicy>(
  { id: "network-policy/types", severity: "error", summary: "`policyTypes` are Ingress, Egress or both" },
  ({ spec }, place) => {
    const list = spec?.policyTypes ?? [];
    const at = place.at("spec", "policyTypes");
    if (list.length > mostTypes) {
      const serverText = `${JSON.stringify(list)}: may not specify more than two policyTypes`;
      at.invalid(`must have at most ${mostTypes} types`, list.join(", "), { hides: at.path, serverText });
    }
  },
);

export const networkPolicy = kind("networking/v1.NetworkPolicy", {
  resource: { columns: networkPolicyColumns },
  rules: [ports, peers, rangeForm, types],
  applyDefaults(object) {
    object.spec ??= {};
    const { spec } = object;
    for (const { ports: list = [] } of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
      for (const item of list) item.protocol ??= "TCP";
    }
    if (!spec.policyTypes?.length) spec.policyTypes = spec.egress?.length ? ["Ingress", "Egress"] : ["Ingress"];
  },
});
