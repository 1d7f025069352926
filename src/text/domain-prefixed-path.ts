/**
 * Names such as `example.org/team`: a domain, a slash, and a path of RFC 3986 characters.
 *
 * @module
 */
import { validateDns1123Subdomain } from "./names.ts";

const pathSource = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const pathPattern = new RegExp(`^${pathSource}$`);

/** The faults of a name, in the words of the API server; an empty list means valid. */
export function validateDomainPrefixedPath(name: string): readonly string[] {
  const slash = name.indexOf("/");
  if (slash <= 0 || slash === name.length - 1) return ['must be a domain-prefixed path (such as "acme.io/foo")'];
  const path = name.slice(slash + 1);
  return [
    ...validateDns1123Subdomain(name.slice(0, slash)),
    ...(pathPattern.test(path) ? [] : [`invalid path (regex used for validation is '${pathSource}')`]),
  ];
}
