/**
 * Parses public keys (SubjectPublicKeyInfo, RFC 5280) in DER: their type and strength.
 *
 * @module
 */
import { derTag, identifierOf, readBitString, readDer, sequenceItems } from "./der.ts";

export interface PublicKey {
  readonly keyAlgorithm: "rsa" | "ecdsa" | "ed25519";
  /** Size of the modulus, for RSA. */
  readonly bits?: number;
  /** The curve, for ECDSA. */
  readonly curve?: string;
}

const rsaId = "1.2.840.113549.1.1.1";
const ellipticId = "1.2.840.10045.2.1";
const ed25519Id = "1.3.101.112";

const curveById: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "1.3.132.0.33": "P-224",
    "1.2.840.10045.3.1.7": "P-256",
    "1.3.132.0.34": "P-384",
    "1.3.132.0.35": "P-521",
  }),
);

const ed25519Bytes = 32;

/** Returns undefined for bytes that are not a key, and for other types of keys. */
export function readPublicKey(der: Uint8Array): PublicKey | undefined {
  const [info, value] = sequenceItems(readDer(der));
  const [identifier, parameters] = sequenceItems(info);
  const key = value && readBitString(value);
  if (!key) return undefined;
  switch (identifierOf(identifier)) {
    case rsaId: {
      const [modulus] = sequenceItems(readDer(key));
      return modulus?.tag === derTag.integer ? { keyAlgorithm: "rsa", bits: bitsOf(modulus.content) } : undefined;
    }
    case ellipticId: {
      const curve = curveById.get(identifierOf(parameters));
      return curve === undefined ? undefined : { keyAlgorithm: "ecdsa", curve };
    }
    case ed25519Id:
      return key.length === ed25519Bytes ? { keyAlgorithm: "ed25519" } : undefined;
    default:
      return undefined;
  }
}

/** Returns the size of a modulus: the bits of its whole bytes, without a leading zero byte. The same count as in Go. */
const bitsOf = (content: Uint8Array): number => 8 * (content[0] === 0 ? content.length - 1 : content.length);
