/**
 * Names of certificate signers: `example.org/signer`.
 *
 * @module
 */
import { quoteGo } from "./go-quote.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "./names.ts";

const maxDomainLength = 253;
/** The length of a domain, a slash, a label and a subdomain, with a dot between the last two. */
const maxLength = maxDomainLength + 1 + 253 + 63 + 1;

export interface SignerNameFault {
  readonly demand: string;
  /** The API server's errors, each with the value that it shows; empty if the API server has no message for it. */
  readonly upstream: readonly string[];
}

export function validateSignerName(name: string): readonly SignerNameFault[] {
  const [domain = "", path, ...rest] = name.split("/");
  if (path === undefined || rest.length > 0) {
    const words = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [
      { demand: "must be a domain, a slash and a name, example.org/signer", upstream: [`${quoteGo(name)}: ${words}`] },
    ];
  }
  const domainFaults = labelFaults(domain, validateDns1123Label);
  if (!domain.includes(".")) {
    domainFaults.push(`${quoteGo(domain)}: should be a domain with at least two segments separated by dots`);
  }
  const pathFaults = labelFaults(path, validateDns1123Subdomain);
  return [
    ...(domainFaults.length > 0 || domain.length > maxDomainLength
      ? [{ demand: "must start with a domain of two labels or more", upstream: domainFaults }]
      : []),
    ...(pathFaults.length > 0
      ? [{ demand: "must end with lower case labels joined by dots", upstream: pathFaults }]
      : []),
    ...(name.length > maxLength ? [{ demand: `must have at most ${maxLength} characters`, upstream: [] }] : []),
  ];
}

/** Returns the errors of the first invalid label. */
function labelFaults(text: string, validate: (label: string) => readonly string[]): string[] {
  for (const label of text.split(".")) {
    const faults = validate(label);
    if (faults.length > 0)
      return faults.map((fault) => `${quoteGo(text)}: validating label ${quoteGo(label)}: ${fault}`);
  }
  return [];
}
