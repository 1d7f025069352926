/**
 * Names such as `example.org/team`: a domain, a slash, and a path of RFC 3986 characters.
 *
 * @module
 */
import { validateDns1123Subdomain } from "./names.ts";

const pathSource = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const pathPattern = new RegExp(`^${pathSource}$`);

/** An error, and the part of the name that it is about. */
interface PartFault {
  readonly part: string;
  readonly fault: string;
}

/** Returns the API server's errors for a name, with the part that each message shows; empty if the name is valid. */
export function domainPrefixedPathFaults(name: string): readonly PartFault[] {
  const slash = name.indexOf("/");
  if (slash <= 0 || slash === name.length - 1) {
    return [{ part: name, fault: 'must be a domain-prefixed path (such as "acme.io/foo")' }];
  }
  const [domain, path] = [name.slice(0, slash), name.slice(slash + 1)];
  const domainFaults = validateDns1123Subdomain(domain).map((fault) => ({ part: domain, fault }));
  if (pathPattern.test(path)) return domainFaults;
  return [...domainFaults, { part: path, fault: `invalid path (regex used for validation is '${pathSource}')` }];
}

/** Returns the same errors without their parts. */
export const validateDomainPrefixedPath = (name: string): readonly string[] =>
  domainPrefixedPathFaults(name).map(({ fault }) => fault);
