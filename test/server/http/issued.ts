/**
 * Issues certificates that the server's own code does not: with other purposes, and of authorities below other
 * authorities.
 */
import "reflect-metadata";
import { createPrivateKey, webcrypto } from "node:crypto";
import { isIP } from "node:net";
import type { KeyPair } from "../../../src/server/certificates/issue.ts";

export interface Purpose {
  readonly isAuthority?: boolean;
  /** Bits of `KeyUsageFlags`. */
  readonly keyUsage?: number;
  /** Extended key usages, as object identifiers. */
  readonly uses?: readonly string[];
  /** The only domain that an authority may issue certificates for. */
  readonly domain?: string;
  /** The host names and IP addresses of a server. */
  readonly hosts?: readonly string[];
}

/** Imported at run time: it needs the metadata of `reflect-metadata` when it is loaded. */
export const x509 = await import("@peculiar/x509");

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const lifetimeMs = 3_600_000;

/** @param subject - `O=group,CN=name` */
export async function issueWithX509(
  issuer: KeyPair,
  subject: string,
  { isAuthority, keyUsage, uses, domain, hosts = [] }: Purpose,
): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const issuerKey = createPrivateKey(issuer.key).export({ type: "pkcs8", format: "der" });
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: new x509.X509Certificate(issuer.certificate).subjectName,
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey("pkcs8", issuerKey, algorithm, false, ["sign"]),
    signingAlgorithm: algorithm,
    notAfter: new Date(Date.now() + lifetimeMs),
    extensions: [
      ...(isAuthority ? [new x509.BasicConstraintsExtension(true, undefined, true)] : []),
      ...(keyUsage === undefined ? [] : [new x509.KeyUsagesExtension(keyUsage, true)]),
      ...(uses === undefined ? [] : [new x509.ExtendedKeyUsageExtension([...uses])]),
      ...(domain === undefined ? [] : [domainConstraint(domain)]),
      ...(hosts.length === 0 ? [] : [namesOf(hosts)]),
    ],
  });
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return { certificate: certificate.toString("pem"), key: x509.PemConverter.encode(key, "PRIVATE KEY") };
}

const namesOf = (hosts: readonly string[]) =>
  new x509.SubjectAlternativeNameExtension(hosts.map((value) => ({ type: isIP(value) === 0 ? "dns" : "ip", value })));

/** Returns the name constraints extension that permits one domain. */
function domainConstraint(domain: string) {
  const name = [0x82, domain.length, ...Buffer.from(domain)];
  const subtree = [0x30, name.length, ...name];
  const permitted = [0xa0, subtree.length, ...subtree];
  return new x509.Extension("2.5.29.30", true, new Uint8Array([0x30, permitted.length, ...permitted]));
}
