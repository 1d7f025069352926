/**
 * Reads the certificate authorities that the machine trusts, from the files that Go reads. Node has its own list.
 *
 * @module
 */
import type { Machine } from "./machine.ts";

/** Files of Linux distributions. */
const bundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/tls/cacert.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** Returns the authorities in PEM; undefined if no file exists, so that Node's list applies. */
export function systemRoots({ environment, readFile }: Pick<Machine, "environment" | "readFile">): string | undefined {
  const { SSL_CERT_FILE: chosen = "" } = environment;
  for (const path of chosen === "" ? bundles : [chosen]) {
    try {
      return readFile(path);
    } catch {
      // Try the next path.
    }
  }
  return undefined;
}
