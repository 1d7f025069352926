/**
 * The authorities that the machine trusts, where Go looks for them; Node has a list of its own.
 *
 * @module
 */
import type { Machine } from "./machine.ts";

/** Of distributions of Linux. */
const bundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/tls/cacert.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** PEM; undefined where there is no such file, and Node's list counts. */
export function systemRoots({ environment, readFile }: Pick<Machine, "environment" | "readFile">): string | undefined {
  const { SSL_CERT_FILE: chosen = "" } = environment;
  for (const path of chosen === "" ? bundles : [chosen]) {
    try {
      return readFile(path);
    } catch {
      // The next one may be there.
    }
  }
  return undefined;
}
