/**
 * A certificate to serve with that vouches for itself: clients are given it as their authority.
 *
 * @module
 */
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";

export interface ServingCertificate {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

const validityMs = 365 * 24 * 3600 * 1000;
/** Clocks of clients may be a little behind. */
const clockSkewMs = 3600 * 1000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** @param hosts - names and addresses that clients call the server by */
export async function createServingCertificate(hosts: readonly string[], nowMs: number): Promise<ServingCertificate> {
  cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=clustervet",
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(nowMs - clockSkewMs),
    notAfter: new Date(nowMs + validityMs),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: isAddress(value) ? "ip" : "dns", value }))),
    ],
  });
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return { certificate: certificate.toString("pem"), key: PemConverter.encode(key, "PRIVATE KEY") };
}

const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host);
