/**
 * Validates the names of devices, pools, attributes and capacities.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { RuleContext } from "../../rule/context.ts";
import { atMostBytes, type Demand, text } from "../../rule/demand.ts";
import type { Finding } from "../../rule/finding.ts";
import { Place } from "../../rule/place.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../text/names.ts";
import { driverName } from "../core/volume-source-checks.ts";

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;
const identifierWords =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
/** The maximum length of an identifier, in bytes. */
const maxIdentifierBytes = 32;

const checkIdentifier: Demand<string> = (name, place) => {
  atMostBytes(maxIdentifierBytes)(name, place);
  if (!identifier.test(name)) {
    const serverText = `${quoteGo(name)}: ${identifierWords}`;
    place.invalid("must be an identifier: letters, digits and _, not beginning with a digit", name, { serverText });
  }
};

/** How kube-apiserver validates the domain of a name, and its terms for both parts. */
interface DomainRule {
  readonly demand: Demand<string>;
  readonly called: readonly [domain: string, name: string];
}

const domainNameDemand =
  ({ demand, called: [domainCalled, nameCalled] }: DomainRule): Demand<string> =>
  (name, place) => {
    const parts = name.split("/");
    const [domain = "", own = ""] = parts;
    if (parts.length === 1) checkIdentifier(name, place);
    if (parts.length !== 2) return;
    if (domain === "") {
      place.invalid("must have a domain before /", name, { serverText: `"": ${domainCalled} must not be empty` });
    } else demand(domain, place);
    if (own === "")
      place.invalid("must have a name after /", name, { serverText: `"": ${nameCalled} must not be empty` });
    else checkIdentifier(own, place);
  };

/** Validates a name with an optional domain: `model` or `gpu.example.com/model`. */
const qualifiedName = domainNameDemand({ demand: driverName, called: ["the domain", "the name"] });

/** The maximum length of a domain, in bytes. */
const maxDomainBytes = 63;

const declaredDomain: Demand<string> = (domain, place) => {
  atMostBytes(maxDomainBytes)(domain, place);
  for (const fault of validateDns1123Subdomain(domain)) {
    place.invalid(fault, domain, { serverText: `${quoteGo(domain)}: prefix: ${fault}` });
  }
};

/** Validates a name with an optional domain like kube-apiserver's declarative validation. */
const declaredName = domainNameDemand({ demand: declaredDomain, called: ["prefix", "name"] });

/** The first release that requires a domain in lower case. Map keys still allow both cases. */
const lowerCaseSince = "1.37";

/** Requires a name with a domain, such as `gpu.example.com/model`. */
export const fullyQualifiedName =
  (context: Pick<RuleContext, "reaches">): Demand<string> =>
  (name, place) => {
    (context.reaches(lowerCaseSince) ? declaredName : qualifiedName)(name, place);
    if (!name.includes("/")) place.invalid("must have the domain of a driver before the name: domain/name", name);
  };

/** Applies a check to a map key, and reports its findings at the key. */
export function checkKey(demand: Demand<string>, name: string, place: Place, field?: FieldPath): void {
  const findings: Finding[] = [];
  demand(
    name,
    Place.root((finding) => findings.push({ ...finding, atKey: true })),
  );
  for (const finding of findings) {
    const { path, ...said } = finding;
    if (field) place.along(path).say(finding.message, { ...said, field });
    else place.pass([finding]);
  }
}

/** Validates the keys of a map as names with an optional domain, such as those of device attributes. */
export function checkQualifiedKeys(
  map: Readonly<Record<string, unknown>>,
  place: Place<Readonly<Record<string, unknown>>>,
): void {
  // kube-apiserver's error names the map, not the key.
  for (const name of Object.keys(map)) checkKey(qualifiedName, name, place.at(name), place.path);
}

/** Validates the name of a device in a pool. */
export const deviceName: Demand<string> = text(validateDns1123Label);

/** The maximum length of a pool name, in bytes. */
const maxPoolBytes = 253;

/** Validates the name of a pool: DNS subdomains, separated by slashes. */
export const poolName: Demand<string> = (name, place) => {
  atMostBytes(maxPoolBytes)(name, place);
  const wordsByFault = new Map<string, string[]>();
  for (const part of name.split("/")) {
    for (const fault of validateDns1123Subdomain(part)) {
      const words = wordsByFault.get(fault) ?? [];
      wordsByFault.set(fault, [...words, `${quoteGo(part)}: ${fault}`]);
    }
  }
  for (const [fault, [serverText = "", ...further]] of wordsByFault) {
    place.invalid(fault, name, { serverText, also: further.map((words) => ({ serverText: words })) });
  }
};
