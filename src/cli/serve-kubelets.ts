/**
 * The flags of `clustervet serve` for connections to kubelets: certificates, and the preferred types of node addresses.
 *
 * @module
 */
import { withoutUndefined } from "../json/without-undefined.ts";
import type { KubeletSettings } from "../server/connect/locations.ts";
import { readFlagFile, readKeyPair } from "./serve-files.ts";

export interface KubeletFlags {
  readonly kubeletCertificateAuthority?: string;
  readonly kubeletClientCertificate?: string;
  readonly kubeletClientKey?: string;
  readonly kubeletPreferredAddressTypes?: readonly string[];
}

/** @throws {UsageError} if a file can't be read, or the files are not a certificate and its key */
export function readKubelets(flags: KubeletFlags): KubeletSettings {
  const { kubeletCertificateAuthority: authority } = flags;
  const identity = readKeyPair(
    ["--kubelet-client-certificate", flags.kubeletClientCertificate],
    ["--kubelet-client-key", flags.kubeletClientKey],
  );
  return {
    ...withoutUndefined({ identity, addressTypes: flags.kubeletPreferredAddressTypes }),
    ...(authority === undefined ? {} : { authority: readFlagFile("--kubelet-certificate-authority", authority) }),
  };
}
