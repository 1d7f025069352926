/**
 * The flags of `clustervet serve` by which servers behind APIServices know this one.
 *
 * @module
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { KeyPair } from "../server/certificates/issue.ts";
import { UsageError } from "./exit.ts";
import { readGiven, readPrivate } from "./serve-files.ts";

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
  const { proxyClientCertFile: certificateFile, proxyClientKeyFile: keyFile } = flags;
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) {
    throw new UsageError("--proxy-client-cert-file and --proxy-client-key-file must be given together");
  }
  const certificate = readGiven("--proxy-client-cert-file", certificateFile);
  const key = readPrivate("--proxy-client-key-file", keyFile);
  if (!isPair({ certificate, key })) {
    throw new UsageError("--proxy-client-key-file must be the key of the certificate in --proxy-client-cert-file");
  }
  return { certificate, key };
}

function isPair({ certificate, key }: KeyPair): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
