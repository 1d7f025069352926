/**
 * What the API server asks of a pod's names and of how it resolves others.
 *
 * @module
 */
import { parseLegacyIp } from "../../lexical/legacy-ip.ts";
import { validateDns1123Label, validateDns1123Subdomain, validateSearchDomain } from "../../lexical/names.ts";
import { utf8Length } from "../../lexical/utf8.ts";
import { type Check, each, fields, text, unlessEmpty, whenSet } from "../../rule/check.ts";
import type { Place } from "../../rule/place.ts";
import type { PodRule, PodScope } from "./pod-rule.ts";
import type { HostAlias, PodDNSConfig, PodSpec } from "./pod-spec.ts";

const subdomain = text(validateDns1123Subdomain);
const label = text(validateDns1123Label);

const nameFields = fields<PodSpec>({
  serviceAccountName: unlessEmpty(subdomain),
  nodeName: unlessEmpty(subdomain),
  hostname: unlessEmpty(label),
  subdomain: unlessEmpty(label),
  priorityClassName: unlessEmpty(subdomain),
  runtimeClassName: whenSet(subdomain),
});

/** In bytes; a host name of Linux has no more. */
const maxHostnameBytes = 64;

const names: PodRule = {
  id: "pod/names",
  severity: "error",
  summary: "the names that a pod has and refers to are well-formed",
  check(spec, place, scope) {
    nameFields(spec, place, scope);
    const { hostnameOverride: name, setHostnameAsFQDN, hostNetwork } = spec;
    if (name === undefined) return;
    const at = place.at("hostnameOverride");
    if (setHostnameAsFQDN) at.forbidden("`hostnameOverride` must be absent with `setHostnameAsFQDN: true`");
    if (hostNetwork) at.forbidden("`hostnameOverride` must be absent with `hostNetwork: true`");
    if (utf8Length(name) > maxHostnameBytes) at.say(`must have at most ${maxHostnameBytes} bytes`, "too-long");
    subdomain(name, at, scope);
  },
};

/** An address as older fields take it: leading zeros and IPv4 within IPv6 were allowed once. */
const address: Check<string, PodScope> = (value, place, { context }) => {
  const isStrict = context.isEnabled("StrictIPCIDRValidation");
  for (const fault of parseLegacyIp(value, isStrict)) place.invalid(fault, value);
};

const maxNameservers = 3;
const maxSearches = 32;
const maxSearchBytes = 2048;

const dns: PodRule = {
  id: "pod/dns",
  severity: "error",
  summary: "a resolver has few name servers, given by address, and well-formed domains",
  check({ dnsConfig, dnsPolicy }, place, scope) {
    const at = place.at("dnsConfig");
    if (dnsPolicy === "None" && !dnsConfig) at.required("`dnsConfig` must be set with `dnsPolicy: None`");
    else if (dnsPolicy === "None" && !dnsConfig?.nameservers?.length) {
      at.at("nameservers").required("`nameservers` must have at least one address with `dnsPolicy: None`");
    } else if (dnsConfig) checkDns(dnsConfig, at, scope);
  },
};

function checkDns(
  { nameservers = [], searches = [], options = [] }: PodDNSConfig,
  place: Place,
  scope: PodScope,
): void {
  const servers = place.at("nameservers");
  if (nameservers.length > maxNameservers)
    servers.say(`must have at most ${maxNameservers}; got ${nameservers.length}`, "invalid");
  each(address)(nameservers, servers, scope);
  const domains = place.at("searches");
  if (searches.length > maxSearches) domains.say(`must have at most ${maxSearches}; got ${searches.length}`, "invalid");
  const bytes = utf8Length(searches.join(" "));
  if (bytes > maxSearchBytes)
    domains.say(`must have at most ${maxSearchBytes} characters together; got ${bytes}`, "invalid");
  searches.forEach((search, index) => {
    if (search === ".") return;
    for (const fault of validateSearchDomain(search.replace(/\.$/, ""))) domains.at(index).invalid(fault, search);
  });
  options.forEach(({ name }, index) => {
    if (!name) place.at("options").at(index).required("`name` must be set");
  });
}

const checkAliases = each(
  fields<HostAlias, PodScope>({
    ip: (value = "", place, scope) => address(value, place, scope),
    hostnames: each(subdomain),
  }),
);

const hostAliases: PodRule = {
  id: "pod/host-aliases",
  severity: "error",
  summary: "extra lines of /etc/hosts have an address and well-formed names",
  check({ hostAliases: aliases }, place, scope) {
    checkAliases(aliases, place.at("hostAliases"), scope);
  },
};

export const networkRules: readonly PodRule[] = [names, dns, hostAliases];
