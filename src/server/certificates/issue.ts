/**
 * Certificates of our own: an authority, and what it signs. Keys are of the curve P-256.
 *
 * @module
 */
import { webcrypto } from "node:crypto";
import { isIP } from "node:net";

/** A certificate and its key, PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** The use of a certificate. */
export type CertificateUse =
  /** Names and addresses that clients call the server by. */
  | { readonly use: "server"; readonly hosts: readonly string[] }
  /** The groups of the user that the certificate names. */
  | { readonly use: "client"; readonly groups: readonly string[] };

export interface Validity {
  readonly nowMs: number;
  readonly lifetimeMs: number;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** Clocks of clients may be a little behind. */
const clockSkewMs = 3_600_000;

/** A self-signed certificate that signs others. */
export async function createAuthority(commonName: string, validity: Validity): Promise<KeyPair> {
  const x509 = await library();
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...fieldsOf(validity),
    name: [{ CN: [commonName] }],
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString("pem"), key: await exportKey(keys.privateKey) };
}

/**
 * A certificate that the authority vouches for.
 *
 * @param commonName - of a client the name of its user
 */
export async function issueCertificate(
  authority: KeyPair,
  commonName: string,
  request: CertificateUse & Validity,
): Promise<KeyPair> {
  const x509 = await library();
  const keys = await newKeys();
  const issuer = new x509.X509Certificate(authority.certificate);
  const { serverAuth, clientAuth } = x509.ExtendedKeyUsage;
  const groups = request.use === "client" ? request.groups.map((group) => ({ O: [group] })) : [];
  const certificate = await x509.X509CertificateGenerator.create({
    ...fieldsOf(request),
    subject: [...groups, { CN: [commonName] }],
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([request.use === "server" ? serverAuth : clientAuth]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      ...(request.use === "server" ? [new x509.SubjectAlternativeNameExtension(namesOf(request.hosts))] : []),
    ],
  });
  return { certificate: certificate.toString("pem"), key: await exportKey(keys.privateKey) };
}

function fieldsOf({ nowMs, lifetimeMs }: Validity) {
  return {
    notBefore: new Date(nowMs - clockSkewMs),
    notAfter: new Date(nowMs + lifetimeMs),
    signingAlgorithm: algorithm,
  };
}

const namesOf = (hosts: readonly string[]) =>
  hosts.map((value) => ({ type: isIP(value) !== 0 ? ("ip" as const) : ("dns" as const), value }));

/** Loaded when first needed: most starts of a server find their certificates. */
async function library() {
  await import("reflect-metadata");
  return import("@peculiar/x509");
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const { PemConverter } = await library();
  return PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY");
}

async function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const { PemConverter } = await library();
  return webcrypto.subtle.importKey("pkcs8", PemConverter.decodeFirst(pem), algorithm, false, ["sign"]);
}
