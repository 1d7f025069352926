/**
 * Names of signers of certificates: `example.org/signer`.
 *
 * @module
 */
import { validateDns1123Label, validateDns1123Subdomain } from "./names.ts";

const maxDomainLength = 253;
/** A domain, a slash, and a label and a domain with a dot between them. */
const maxLength = maxDomainLength + 1 + 253 + 63 + 1;

export function validateSignerName(name: string): readonly string[] {
  const [domain = "", path, ...rest] = name.split("/");
  if (path === undefined || rest.length > 0) return ["must be a domain, a slash and a name, example.org/signer"];
  const isDomain = domain.includes(".") && domain.split(".").every((part) => validateDns1123Label(part).length === 0);
  const isPath = path.split(".").every((part) => validateDns1123Subdomain(part).length === 0);
  return [
    ...(isDomain && domain.length <= maxDomainLength ? [] : ["must start with a domain of two labels or more"]),
    ...(isPath ? [] : ["must end with lower case labels joined by dots"]),
    ...(name.length > maxLength ? [`must have at most ${maxLength} characters`] : []),
  ];
}
