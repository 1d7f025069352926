/**
 * Certificates of our own (RFC 5280): an authority, and what it signs. Keys are of the curve P-256.
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

/** Clocks of clients may be a little behind. */
const clockSkewMs = 3_600_000;

/** A self-signed certificate that signs others. */
export function createAuthority(commonName: string, validity: Validity): KeyPair {
  const { publicKey, privateKey } = newKeys();
  const subject = distinguishedName([[nameId.commonName, commonName]]);
  const extensions = [
    extension("2.5.29.19", writeDer(derTag.sequence, writeDer(derTag.boolean, Buffer.of(0xff))), isCritical),
    extension("2.5.29.15", bitString(signsCertificatesAndLists, 1), isCritical),
    extension("2.5.29.14", writeDer(derTag.octetString, keyIdentifier(publicKey))),
  ];
  const fields = { issuer: subject, subject, publicKey, extensions, validity };
  return { certificate: signed(fields, privateKey), key: exportKey(privateKey) };
}

/**
 * A certificate that the authority vouches for.
 *
 * @param commonName - of a client the name of its user
 * @throws {Error} for an authority whose key is of another sort than those made here
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
  return { certificate: signed(fields, createPrivateKey(authority.key)), key: exportKey(privateKey) };
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
/** Version 3, which the encoding counts from 0. */
const version = writeDer(derTag.context(0), writeDer(derTag.integer, Buffer.of(2)));
const nameId = { commonName: "2.5.4.3", organization: "2.5.4.10" };

/** Bits of the use of a key, of which the first is the highest: digitalSignature is bit 0, keyCertSign 5, cRLSign 6. */
const signsMessages = Buffer.of(0b1000_0000);
const signsCertificatesAndLists = Buffer.of(0b0000_0110);
const isCritical = true;
/** Alternatives without a tag of their own, by their numbers in RFC 5280. */
const authorityKeyTag = 0x80;
const dnsNameTag = 0x82;
const ipAddressTag = 0x87;
const utf8StringTag = 0x0c;
const setTag = 0x31;

/** PEM. */
function signed({ issuer, subject, publicKey, extensions, validity }: Fields, signer: KeyObject): string {
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

/** Positive, and of 16 bytes in its shortest form. */
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

/** The hash of the bits of the key, RFC 5280, 4.2.1.2, first method. */
function keyIdentifier(key: KeyObject): Uint8Array {
  const [, bits] = itemsOf(readDer(key.export({ type: "spki", format: "der" })));
  return createHash("sha1")
    .update((bits && readBitString(bits)) ?? new Uint8Array())
    .digest();
}

/** The name as the authority writes it: clients compare its bytes. */
function subjectOf({ certificate }: KeyPair): Uint8Array {
  const [content] = itemsOf(readDer(new X509Certificate(certificate).raw));
  const items = itemsOf(content);
  const subject = items[items[0]?.tag === derTag.context(0) ? 5 : 4];
  if (!subject) throw new Error("the certificate of the authority has no subject");
  return subject.whole;
}

const itemsOf = (value: DerValue | undefined): readonly DerValue[] => (value && readDerItems(value.content)) ?? [];

const newKeys = () => generateKeyPairSync("ec", { namedCurve: curve });

/** With its algorithm in the first line, by which fabric8's Java client knows how to read it. */
const exportKey = (key: KeyObject): string => key.export({ type: "sec1", format: "pem" }).toString();
