/**
 * Creates X.509 certificates (RFC 5280): an authority, and certificates that it signs. Keys use the curve P-256.
 *
 * @module
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto";
import { parseIp } from "../../text/ip.ts";
import { type DerValue, derTag, readBitString, readDer, readDerItems } from "../../x509/der.ts";
import { bitString, objectIdentifier, sequence, time, writeDer } from "../../x509/write-der.ts";

/** A certificate and its key, both in PEM format. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** The use of a certificate, for a server or for a client. */
export type CertificateUse =
  /** Names and addresses at which clients call the server. */
  | { readonly use: "server"; readonly hosts: readonly string[] }
  /** The groups of the user. */
  | { readonly use: "client"; readonly groups: readonly string[] };

export interface Validity {
  readonly nowMs: number;
  readonly lifetimeMs: number;
}

/** Certificates are valid from this time before now, since the clocks of clients may be slow. */
const clockSkewMs = 3_600_000;

/** Creates a self-signed certificate that can sign others. */
export function createAuthority(commonName: string, validity: Validity): KeyPair {
  const { publicKey, privateKey } = newKeys();
  const subject = distinguishedName([[nameId.commonName, commonName]]);
  const extensions = [
    extension("2.5.29.19", writeDer(derTag.sequence, writeDer(derTag.boolean, Buffer.of(0xff))), isCritical),
    extension("2.5.29.15", bitString(signsCertificatesAndLists, 1), isCritical),
    extension("2.5.29.14", writeDer(derTag.octetString, keyIdentifier(publicKey))),
  ];
  const fields = { issuer: subject, subject, publicKey, extensions, validity };
  return { certificate: signCertificate(fields, privateKey), key: exportKey(privateKey) };
}

/**
 * Creates a certificate signed by the authority.
 *
 * @param commonName - for a client certificate, the user name
 * @throws {Error} if the key of the authority is not of the curve P-256
 */
export function issueCertificate(authority: KeyPair, commonName: string, request: CertificateUse & Validity): KeyPair {
  const { publicKey, privateKey } = newKeys();
  const groups = request.use === "client" ? request.groups : [];
  const identifier = writeDer(authorityKeyTag, keyIdentifier(createPublicKey(authority.certificate)));
  const extensions = [
    extension("2.5.29.19", sequence(), isCritical),
    extension("2.5.29.15", bitString(signsMessages, 7), isCritical),
    extension("2.5.29.37", sequence(objectIdentifier(`1.3.6.1.5.5.7.3.${request.use === "server" ? 1 : 2}`))),
    extension("2.5.29.35", sequence(identifier)),
    ...(request.use === "server" ? [extension("2.5.29.17", sequence(...request.hosts.map(generalName)))] : []),
  ];
  const subject = distinguishedName([
    ...groups.map((group) => [nameId.organization, group] as const),
    [nameId.commonName, commonName],
  ]);
  const fields = { issuer: subjectOf(authority), subject, publicKey, extensions, validity: request };
  return { certificate: signCertificate(fields, createPrivateKey(authority.key)), key: exportKey(privateKey) };
}

interface Fields {
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Uint8Array[];
  readonly validity: Validity;
}

const curve = "prime256v1";
const ecdsaWithSha256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
/** Version 3, encoded as 2. */
const version = writeDer(derTag.context(0), writeDer(derTag.integer, Buffer.of(2)));
const nameId = { commonName: "2.5.4.3", organization: "2.5.4.10" };

/** Bits of the key usage extension; bit 0 is the highest: digitalSignature is bit 0, keyCertSign 5, cRLSign 6. */
const signsMessages = Buffer.of(0b1000_0000);
const signsCertificatesAndLists = Buffer.of(0b0000_0110);
const isCritical = true;
/** Context-specific tags by their numbers in RFC 5280, and universal tags that `derTag` lacks. */
const authorityKeyTag = 0x80;
const dnsNameTag = 0x82;
const ipAddressTag = 0x87;
const utf8StringTag = 0x0c;
const setTag = 0x31;

/** Signs a certificate, and returns it in PEM format. */
function signCertificate({ issuer, subject, publicKey, extensions, validity }: Fields, signer: KeyObject): string {
  if (signer.asymmetricKeyDetails?.namedCurve !== curve) {
    throw new Error("the key of the authority must be of the curve P-256");
  }
  const { nowMs, lifetimeMs } = validity;
  const content = sequence(
    version,
    writeDer(derTag.integer, serialNumber()),
    ecdsaWithSha256,
    issuer,
    sequence(time(new Date(nowMs - clockSkewMs)), time(new Date(nowMs + lifetimeMs))),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    writeDer(derTag.context(3), sequence(...extensions)),
  );
  const signature = sign("sha256", content, signer);
  return new X509Certificate(sequence(content, ecdsaWithSha256, bitString(signature))).toString();
}

/** Returns a random serial number: positive, and 16 bytes long in its shortest encoding. */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

function distinguishedName(parts: readonly (readonly [id: string, value: string])[]): Uint8Array {
  const attribute = (id: string, value: string) =>
    writeDer(setTag, sequence(objectIdentifier(id), writeDer(utf8StringTag, Buffer.from(value))));
  return sequence(...parts.map(([id, value]) => attribute(id, value)));
}

function extension(id: string, value: Uint8Array, critical = false): Uint8Array {
  const mark = critical ? [writeDer(derTag.boolean, Buffer.of(0xff))] : [];
  return sequence(objectIdentifier(id), ...mark, writeDer(derTag.octetString, value));
}

function generalName(host: string): Uint8Array {
  const address = parseIp(host);
  return address.ok ? writeDer(ipAddressTag, address.value.bytes) : writeDer(dnsNameTag, Buffer.from(host));
}

/** Returns the hash of the public key's bits, by the first method of RFC 5280, section 4.2.1.2. */
function keyIdentifier(key: KeyObject): Uint8Array {
  const [, bits] = itemsOf(readDer(key.export({ type: "spki", format: "der" })));
  return createHash("sha1")
    .update((bits && readBitString(bits)) ?? new Uint8Array())
    .digest();
}

/** Returns the subject in the exact encoding of the authority's certificate, since clients compare the bytes. */
function subjectOf({ certificate }: KeyPair): Uint8Array {
  const [content] = itemsOf(readDer(new X509Certificate(certificate).raw));
  const items = itemsOf(content);
  const subject = items[items[0]?.tag === derTag.context(0) ? 5 : 4];
  if (!subject) throw new Error("the certificate of the authority has no subject");
  return subject.whole;
}

const itemsOf = (value: DerValue | undefined): readonly DerValue[] => (value && readDerItems(value.content)) ?? [];

const newKeys = () => generateKeyPairSync("ec", { namedCurve: curve });

/**
 * Exports in the format whose first line names the algorithm: fabric8's Java client needs that line to read the key.
 */
const exportKey = (key: KeyObject): string => key.export({ type: "sec1", format: "pem" }).toString();
