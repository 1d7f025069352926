/**
 * Names and addresses that kubeadm adds to a certificate at the user's request.
 *
 * @module
 */
import { each } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { legacyIpFaults } from "../../text/legacy-ip.ts";
import { validateDns1123Subdomain, validateWildcardSubdomain } from "../../text/names.ts";

/**
 * Validates subject alternative names.
 *
 * @param isForServer - whether they are for the API server, where kubeadm ignores case
 */
export const certificateNames = (
  sans: readonly string[] | undefined,
  place: Place<readonly string[]>,
  isForServer = false,
): void =>
  each(sans, place, (san, at) => {
    const name = isForServer ? san.toLowerCase() : san;
    if (!isCertificateName(name)) at.invalid("must be an IP address, a DNS name, or `*.` and a DNS name", san);
  });

const isCertificateName = (text: string): boolean =>
  validateDns1123Subdomain(text).length === 0 ||
  validateWildcardSubdomain(text).length === 0 ||
  legacyIpFaults(text, false).length === 0;
