/**
 * The flags of `clustervet serve` by which servers behind APIServices know this one.
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
 * Undefined without the flags.
 *
 * @throws {UsageError} for files that are no certificate and its key, and for one flag without the other
 */
export function readProxyClient(flags: AggregationFlags): KeyPair | undefined {
  return readKeyPair(
    ["--proxy-client-cert-file", flags.proxyClientCertFile],
    ["--proxy-client-key-file", flags.proxyClientKeyFile],
  );
}
