/**
 * Validates names with a domain, such as those of requesters and responders of evictions.
 *
 * @module
 */
import type { Demand } from "../../rule/demand.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateQualifiedName } from "../../text/names.ts";

/** Requires a name with a domain, such as `example.com/drainer`. */
export const nameWithDomain: Demand<string> = (name, place) => {
  const faults = validateQualifiedName(name);
  for (const fault of faults) place.invalid(fault, name);
  if (faults.length > 0 || name.includes("/")) return;
  const serverText = `${quoteGo(name)}: must include a prefix (e.g. 'example.com/key')`;
  place.invalid("must have a domain before the name: domain/name", name, { serverText });
};

const reservedDomains = ["k8s.io", "kubernetes.io"];

function withoutEndDots(domain: string): string {
  let end = domain.length;
  while (domain[end - 1] === ".") end--;
  return domain.slice(0, end);
}

/** Requires a name with a domain that is not reserved for Kubernetes. */
export const foreignName: Demand<string> = (name, place) => {
  const domain = withoutEndDots((name.split("/")[0] ?? "").trim().toLowerCase());
  if (reservedDomains.some((reserved) => domain === reserved || domain.endsWith(`.${reserved}`))) {
    const serverText = `${quoteGo(name)}: domain names *.k8s.io, *.kubernetes.io are reserved`;
    place.invalid("must not be in a reserved domain, k8s.io or kubernetes.io", name, { serverText });
  }
  nameWithDomain(name, place);
};
