/**
 * The address of an API server that kubeadm starts, and the key that encrypts the certificates that nodes share.
 *
 * @module
 */
import type { APIEndpoint } from "../../api/types/kubeadm-v1beta4.ts";
import { inRange, unlessEmpty } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { legacyIpFaults } from "../../text/legacy-ip.ts";

export const apiEndpoint = rule<APIEndpoint>(
  {
    id: "kubeadm/api-endpoint",
    severity: "error",
    summary: "`advertiseAddress` is an IP address, and `bindPort` a port",
  },
  ({ advertiseAddress, bindPort }, place) => {
    unlessEmpty(advertiseAddress, place.at("advertiseAddress"), (address, at) => {
      if (legacyIpFaults(address, false).length > 0) at.invalid("must be an IP address", address);
    });
    unlessEmpty(bindPort, place.at("bindPort"), inRange(1, 65_535));
  },
);

/** The size of the key that encrypts certificates (AES-256), in bytes. */
const keyBytes = 32;

export const certificateKey = rule<{ readonly certificateKey?: string }>(
  {
    id: "kubeadm/certificate-key",
    severity: "error",
    summary: "`certificateKey` has 64 hexadecimal digits",
  },
  (config, place) => unlessEmpty(config.certificateKey, place.at("certificateKey"), hexadecimalKey),
);

function hexadecimalKey(key: string, place: Place): void {
  if (/^[0-9a-fA-F]*$/.test(key) && key.length === keyBytes * 2) return;
  place.say(`must have ${keyBytes * 2} hexadecimal digits`, {
    help: "`kubeadm certs certificate-key` makes one",
  });
}
