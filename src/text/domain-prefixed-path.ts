/**
 * Names such as `example.org/team`: a domain, a slash, and a path of RFC 3986 characters.
 *
 * @module
 */
import { validateDns1123Subdomain } from "./names.ts";

const pathSource = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const pathPattern = new RegExp(`^${pathSource}$`);

/** A fault of a part of a name, or of the whole. */
interface PartFault {
  readonly part: string;
  readonly fault: string;
}

/** The faults of a name, in the words of the API server, which shows the part; an empty list means valid. */
export function domainPrefixedPathFaults(name: string): readonly PartFault[] {
  const slash = name.indexOf("/");
  if (slash <= 0 || slash === name.length - 1) {
    return [{ part: name, fault: 'must be a domain-prefixed path (such as "acme.io/foo")' }];
  }
  const [domain, path] = [name.slice(0, slash), name.slice(slash + 1)];
  const ofDomain = validateDns1123Subdomain(domain).map((fault) => ({ part: domain, fault }));
  if (pathPattern.test(path)) return ofDomain;
  return [...ofDomain, { part: path, fault: `invalid path (regex used for validation is '${pathSource}')` }];
}

/** The same faults without their parts. */
export const validateDomainPrefixedPath = (name: string): readonly string[] =>
  domainPrefixedPathFaults(name).map(({ fault }) => fault);
