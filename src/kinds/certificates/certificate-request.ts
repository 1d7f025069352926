/**
 * Parses certificate requests (PKCS #10, RFC 2986): subject, key, and signature.
 *
 * @module
 */

import type { SignatureAlgorithm, SignedData } from "../../rule/host.ts";
import { failure, type Result, success } from "../../text/result.ts";
import {
  type DerValue,
  derTag,
  identifierOf,
  readBitString,
  readDer,
  readDerItems,
  sequenceItems,
} from "../../x509/der.ts";
import { pemBlocks } from "../../x509/pem.ts";

const blockType = "CERTIFICATE REQUEST";
const attributesTag = derTag.context(0);

/** Signature algorithms by object identifier (RFC 8017, RFC 5758, RFC 8410). kube-apiserver verifies no others. */
const algorithmById: Readonly<Record<string, SignatureAlgorithm>> = {
  "1.2.840.113549.1.1.5": { key: "rsa", hash: "sha1" },
  "1.3.14.3.2.29": { key: "rsa", hash: "sha1" },
  "1.2.840.113549.1.1.11": { key: "rsa", hash: "sha256" },
  "1.2.840.113549.1.1.12": { key: "rsa", hash: "sha384" },
  "1.2.840.113549.1.1.13": { key: "rsa", hash: "sha512" },
  "1.2.840.10045.4.1": { key: "ecdsa", hash: "sha1" },
  "1.2.840.10045.4.3.2": { key: "ecdsa", hash: "sha256" },
  "1.2.840.10045.4.3.3": { key: "ecdsa", hash: "sha384" },
  "1.2.840.10045.4.3.4": { key: "ecdsa", hash: "sha512" },
  "1.3.101.112": { key: "ed25519" },
};
const rsaPss = "1.2.840.113549.1.1.10";
/** Hashes in the parameters of RSA-PSS. Without parameters it is SHA-1, which kube-apiserver does not verify. */
const hashById: ReadonlyMap<string, NonNullable<SignatureAlgorithm["hash"]>> = new Map(
  Object.entries({
    "2.16.840.1.101.3.4.2.1": "sha256",
    "2.16.840.1.101.3.4.2.2": "sha384",
    "2.16.840.1.101.3.4.2.3": "sha512",
  }),
);

export interface CertificateRequest {
  readonly signed: SignedData;
  /** The organizations of the subject, which kube-apiserver treats as groups. */
  readonly organizations: readonly string[];
  /** The common name of the subject; empty if it has none. */
  readonly commonName: string;
}

/** Parses a request in PEM; fails with a message. */
export function readRequest(pem: string): Result<CertificateRequest> {
  const [block] = pemBlocks(pem);
  if (block?.type !== blockType) return failure(`must be PEM text whose first block is ${blockType}`);
  return readRequestBytes(block.bytes);
}

/** Parses a request in DER; fails with a message. */
export function readRequestBytes(der: Uint8Array): Result<CertificateRequest> {
  const request = sequenceItems(readDer(der));
  const [info, algorithmInfo, signatureBits] = request;
  const content = info && contentOf(info);
  const signature = signatureBits && readBitString(signatureBits);
  if (!content || !signature || !algorithmInfo) return failure("must be a request for a certificate (PKCS #10)");
  const algorithm = readAlgorithm(algorithmInfo);
  if (!algorithm) return failure("must be signed with an algorithm that the API server verifies");
  const signed = { data: info.whole, signature, publicKey: content.publicKey.whole, algorithm };
  return success({ signed, ...namesIn(content.subject) });
}

/** Returns the subject and the key; undefined unless version, subject, key and attributes are all present. */
function contentOf(info: DerValue): { readonly subject: DerValue; readonly publicKey: DerValue } | undefined {
  const [version, subject, publicKey, attributes] = sequenceItems(info);
  if (version?.tag !== derTag.integer || attributes?.tag !== attributesTag) return undefined;
  if (subject?.tag !== derTag.sequence || publicKey?.tag !== derTag.sequence) return undefined;
  return { subject, publicKey };
}

const organizationId = "2.5.4.10";
const commonNameId = "2.5.4.3";

/**
 * Reads the organizations and the common name. A subject consists of sets of attributes, each an identifier and a text.
 */
function namesIn(subject: DerValue): Pick<CertificateRequest, "organizations" | "commonName"> {
  const attributes = sequenceItems(subject).flatMap(({ content }) => readDerItems(content) ?? []);
  const textsOf = (id: string) =>
    attributes.flatMap((attribute) => {
      const [identifier, value] = sequenceItems(attribute);
      return value && identifierOf(identifier) === id ? [new TextDecoder().decode(value.content)] : [];
    });
  return { organizations: textsOf(organizationId), commonName: textsOf(commonNameId).at(-1) ?? "" };
}

function readAlgorithm(info: DerValue): SignatureAlgorithm | undefined {
  const [identifier, parameters] = sequenceItems(info);
  const id = identifierOf(identifier);
  if (id === rsaPss) return readPss(parameters);
  return Object.hasOwn(algorithmById, id) ? algorithmById[id] : undefined;
}

function readPss(parameters: DerValue | undefined): SignatureAlgorithm | undefined {
  const [first] = sequenceItems(parameters);
  const [identifier] = first ? sequenceItems(readDer(first.content)) : [];
  const hash = hashById.get(identifierOf(identifier));
  return hash && { key: "rsa-pss", hash };
}
