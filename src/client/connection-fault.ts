/**
 * Converts connection errors of Node to the messages that Go has for them.
 *
 * @module
 */
import { isIP } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { joinHostPort } from "../text/ip.ts";

/** Node's error codes for certificates that Go reports as signed by an unknown authority. */
const untrustedCodes: ReadonlySet<string> = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "CERT_SIGNATURE_FAILURE",
  "INVALID_CA",
]);
const validityPeriodCodes: ReadonlySet<string> = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);

export const connectionReset = "connection reset by peer";

/** Returns Go's message for a connection error of Node. */
export function connectionFault(error: unknown): string {
  const {
    code = "",
    message,
    address = "",
    port,
    hostname = "",
    syscall,
  } = error as NodeJS.ErrnoException & {
    readonly address?: string;
    readonly port?: number;
    readonly hostname?: string;
  };
  const place = joinHostPort(address, port);
  if (code === "ECONNREFUSED") return `dial tcp ${place}: connect: connection refused`;
  if (code === "ECONNRESET" && syscall === "connect") return `read: ${connectionReset}`;
  if (syscall === "connect") return `dial tcp ${place}: connect: ${code}`;
  if (code === "ENOTFOUND") return `dial tcp: lookup ${hostname}: no such host`;
  if (syscall === "getaddrinfo") return `dial tcp: lookup ${hostname}: ${code}`;
  if (code === "ECONNRESET") return syscall === "read" ? `read: ${connectionReset}` : "EOF";
  if (untrustedCodes.has(code)) return certificateFault("certificate signed by unknown authority");
  if (code === "INVALID_PURPOSE") return certificateFault("certificate specifies an incompatible key usage");
  if (validityPeriodCodes.has(code)) return certificateFault("certificate has expired or is not yet valid");
  if (/wrong version number|packet length too long|http request/.test(message)) {
    return "http: server gave HTTP response to HTTPS client";
  }
  return message;
}

const certificateFault = (why: string): string => `tls: failed to verify certificate: x509: ${why}`;

/**
 * Returns why a certificate is not valid for a name, undefined if it is. Ignores the common name of the subject, like
 * Go.
 */
export function identityFault(name: string, certificate: PeerCertificate): Error | undefined {
  const names = (certificate.subjectaltname ?? "").split(", ").filter(Boolean);
  const namesOfType = (prefix: string) =>
    names.flatMap((each) => (each.startsWith(prefix) ? each.slice(prefix.length) : []));
  const [hosts, addresses] = [namesOfType("DNS:"), namesOfType("IP Address:")];
  if (isIP(name) !== 0 && addresses.length === 0) {
    return new Error(
      certificateFault(`cannot validate certificate for ${name} because it doesn't contain any IP SANs`),
    );
  }
  if (isIP(name) === 0 && hosts.length === 0) {
    return new Error(certificateFault("certificate relies on legacy Common Name field, use SANs instead"));
  }
  if (checkServerIdentity(name, certificate) === undefined) return undefined;
  const valid = (isIP(name) === 0 ? hosts : addresses).join(", ");
  return new Error(certificateFault(`certificate is valid for ${valid}, not ${name}`));
}
