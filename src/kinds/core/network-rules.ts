/**
 * Rules of kube-apiserver about the hostname of a pod and its DNS configuration.
 *
 * @module
 */
import type { PodDNSConfig, PodSpec } from "../../api/types/core-v1.ts";
import { atMostBytes, each, text } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { legacyIpFaults } from "../../text/legacy-ip.ts";
import { validateDns1123Label, validateDns1123Subdomain, validateSearchDomain } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";

const subdomain = text(validateDns1123Subdomain);
const label = text(validateDns1123Label);

/** The maximum length of a hostname on Linux, in bytes. */
const maxHostnameBytes = 64;

const names = rule<PodSpec>(
  {
    id: "pod/names",
    severity: "error",
    summary: "host names of a pod, and the names of objects that it refers to, are valid",
  },
  (spec, place) => {
    if (spec.serviceAccountName) subdomain(spec.serviceAccountName, place.at("serviceAccountName"));
    if (spec.nodeName) subdomain(spec.nodeName, place.at("nodeName"));
    if (spec.hostname) label(spec.hostname, place.at("hostname"));
    if (spec.subdomain) label(spec.subdomain, place.at("subdomain"));
    if (spec.priorityClassName) subdomain(spec.priorityClassName, place.at("priorityClassName"));
    if (spec.runtimeClassName !== undefined) subdomain(spec.runtimeClassName, place.at("runtimeClassName"));
    const { hostnameOverride: name, setHostnameAsFQDN, hostNetwork } = spec;
    if (name === undefined) return;
    const at = place.at("hostnameOverride");
    if (setHostnameAsFQDN)
      at.forbidden("`hostnameOverride` must be absent with `setHostnameAsFQDN: true`", {
        serverText: "may not be specified when setHostnameAsFQDN is true",
      });
    if (hostNetwork)
      at.forbidden("`hostnameOverride` must be absent with `hostNetwork: true`", {
        serverText: "may not be specified when hostNetwork is true",
      });
    atMostBytes(maxHostnameBytes)(name, at);
    subdomain(name, at);
  },
);

/**
 * Validates an address in the forms that old fields accept: older releases allow leading zeros and IPv4 within IPv6.
 */
function address(value: string, place: Place<string>, { context }: Visit<PodSpec>): void {
  const isStrict = context.isEnabled("StrictIPCIDRValidation");
  for (const fault of legacyIpFaults(value, isStrict)) place.invalid(fault, value);
}

const maxNameservers = 3;
const maxSearches = 32;
const maxSearchBytes = 2048;

const dns = rule<PodSpec>(
  {
    id: "pod/dns",
    severity: "error",
    summary: "`dnsConfig` has at most 3 name servers, given by IP address, and valid search domains",
  },
  ({ dnsConfig, dnsPolicy }, place, visit) => {
    const at = place.at("dnsConfig");
    if (dnsPolicy === "None" && !dnsConfig) {
      at.required("`dnsConfig` must be set with `dnsPolicy: None`");
    } else if (dnsPolicy === "None" && !dnsConfig?.nameservers?.length) {
      at.at("nameservers").required("`nameservers` must have at least one address with `dnsPolicy: None`");
    } else if (dnsConfig) checkDns(dnsConfig, at, visit);
  },
);

function checkDns(
  { nameservers = [], searches = [], options = [] }: PodDNSConfig,
  place: Place<PodDNSConfig>,
  scope: Visit<PodSpec>,
): void {
  const servers = place.at("nameservers");
  if (nameservers.length > maxNameservers)
    servers.say(`must have at most ${maxNameservers}; got ${nameservers.length}`);
  each(nameservers, servers, (server, at) => address(server, at, scope));
  const domains = place.at("searches");
  if (searches.length > maxSearches) domains.say(`must have at most ${maxSearches}; got ${searches.length}`);
  const bytes = utf8Length(searches.join(" "));
  if (bytes > maxSearchBytes) domains.say(`must have at most ${maxSearchBytes} characters together; got ${bytes}`);
  const isRelaxed = scope.isEnabled("RelaxedDNSSearchValidation");
  const validateDomain = isRelaxed ? validateSearchDomain : validateDns1123Subdomain;
  searches.forEach((search, index) => {
    if (isRelaxed && search === ".") return;
    for (const fault of validateDomain(search.replace(/\.$/, ""))) domains.at(index).invalid(fault, search);
  });
  options.forEach(({ name }, index) => {
    if (!name) place.at("options", index).required("`name` must be set");
  });
}

const hostAliases = rule<PodSpec>(
  {
    id: "pod/host-aliases",
    severity: "error",
    summary: "a host alias has an IP address and valid host names",
  },
  ({ hostAliases: aliases }, place, visit) => {
    each(aliases, place.at("hostAliases"), ({ ip = "", hostnames }, at) => {
      address(ip, at.at("ip"), visit);
      each(hostnames, at.at("hostnames"), subdomain);
    });
  },
);

export const networkRules: readonly Rule<PodSpec>[] = [names, dns, hostAliases];
