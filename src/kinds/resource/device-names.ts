/**
 * The names of what drivers say of devices, and the sizes of lists of them.
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
/** In bytes. */
const maxIdentifierBytes = 32;

const checkIdentifier: Demand<string> = (name, place) => {
  atMostBytes(maxIdentifierBytes)(name, place);
  if (!identifier.test(name)) {
    const serverText = `${quoteGo(name)}: ${identifierWords}`;
    place.invalid("must be an identifier: letters, digits and _, not beginning with a digit", name, { serverText });
  }
};

/** How the API server vets the domain of a name, and what it calls both parts. */
interface DomainRule {
  readonly demand: Demand<string>;
  readonly called: readonly [domain: string, name: string];
}

const named =
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

/** `model`, or `gpu.example.com/model`. */
const qualifiedName = named({ demand: driverName, called: ["the domain", "the name"] });

/** In bytes. */
const maxDomainBytes = 63;

const declaredDomain: Demand<string> = (domain, place) => {
  atMostBytes(maxDomainBytes)(domain, place);
  for (const fault of validateDns1123Subdomain(domain)) {
    place.invalid(fault, domain, { serverText: `${quoteGo(domain)}: prefix: ${fault}` });
  }
};

/** The same, where the API declares it. */
const declaredName = named({ demand: declaredDomain, called: ["prefix", "name"] });

/** Once such names could have domains in either case, and still can where they are keys. */
const lowerCaseSince = "1.37";

/** `gpu.example.com/model`. */
export const fullyQualifiedName =
  (context: Pick<RuleContext, "reaches">): Demand<string> =>
  (name, place) => {
    (context.reaches(lowerCaseSince) ? declaredName : qualifiedName)(name, place);
    if (!name.includes("/")) place.invalid("must have the domain of a driver before the name: domain/name", name);
  };

/** The findings of a demand for a name that is the key of a map. */
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

/** Attributes of a device are kept under such names. */
export function checkQualifiedKeys(
  map: Readonly<Record<string, unknown>>,
  place: Place<Readonly<Record<string, unknown>>>,
): void {
  // The API server names the map.
  for (const name of Object.keys(map)) checkKey(qualifiedName, name, place.at(name), place.path);
}

/** A device of a pool. */
export const deviceName: Demand<string> = text(validateDns1123Label);

/** In bytes. */
const maxPoolBytes = 253;

/** A pool of devices: subdomains, separated by slashes. */
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
