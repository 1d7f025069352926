/**
 * The flags of `clustervet serve` for the client certificate with which this server connects to the servers behind
 * APIServices.
 *
 * @module
 */
import type { KeyPair } from "../server/certificates/issue.ts";
import { readKeyPair } from "./serve-files.ts";

export interface AggregationFlags {
  readonly proxyClientCertFile?: string;
  readonly proxyClientKeyFile?: string;
}

/**
 * Returns undefined if the flags are absent.
 *
 * @throws {UsageError} if the files are not a certificate and its key, or only one flag is set
 */
export function readProxyClient(flags: AggregationFlags): KeyPair | undefined {
  return readKeyPair(
    ["--proxy-client-cert-file", flags.proxyClientCertFile],
    ["--proxy-client-key-file", flags.proxyClientKeyFile],
  );
}
