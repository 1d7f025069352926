/**
 * Names of signers of certificates: `example.org/signer`.
 *
 * @module
 */
import { quoteGo } from "./go-quote.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "./names.ts";

const maxDomainLength = 253;
/** A domain, a slash, and a label and a domain with a dot between them. */
const maxLength = maxDomainLength + 1 + 253 + 63 + 1;

export interface SignerNameFault {
  readonly demand: string;
  /** The errors of the API server, each with the value that it shows; none: it has no words of its own. */
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
  const ofDomain = labelFaults(domain, validateDns1123Label);
  if (!domain.includes(".")) {
    ofDomain.push(`${quoteGo(domain)}: should be a domain with at least two segments separated by dots`);
  }
  const ofPath = labelFaults(path, validateDns1123Subdomain);
  return [
    ...(ofDomain.length > 0 || domain.length > maxDomainLength
      ? [{ demand: "must start with a domain of two labels or more", upstream: ofDomain }]
      : []),
    ...(ofPath.length > 0 ? [{ demand: "must end with lower case labels joined by dots", upstream: ofPath }] : []),
    ...(name.length > maxLength ? [{ demand: `must have at most ${maxLength} characters`, upstream: [] }] : []),
  ];
}

/** Those of the first label that has any. */
function labelFaults(text: string, validate: (label: string) => readonly string[]): string[] {
  for (const label of text.split(".")) {
    const faults = validate(label);
    if (faults.length > 0)
      return faults.map((fault) => `${quoteGo(text)}: validating label ${quoteGo(label)}: ${fault}`);
  }
  return [];
}
