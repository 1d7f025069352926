/**
 * Parses certificates (RFC 5280, section 4) in DER, with the strictness of Go's crypto/x509.
 *
 * @module
 */
import { type DerValue, derTag, identifierOf, readBitString, readDer, readDerItems } from "./der.ts";

export interface Certificate {
  /** Whether it may sign other certificates. */
  readonly isAuthority: boolean;
  /** Whether its key is for an elliptic curve; the point is not checked to be on the curve. */
  readonly hasEllipticKey: boolean;
  /** A SubjectPublicKeyInfo in DER. */
  readonly publicKey: Uint8Array;
}

const versionTag = derTag.context(0);
const extensionsTag = derTag.context(3);
/** The encoding of version 3, counted from 0; earlier versions have no extensions. */
const newestVersion = 2;

/** Returns undefined for bytes that are not a valid certificate. */
export function readCertificate(der: Uint8Array): Certificate | undefined {
  const [signed, outerAlgorithm, signature] = sequenceItems(readDer(der)) ?? [];
  const parts = [...(sequenceItems(signed) ?? [])];
  const version = parts[0]?.tag === versionTag ? versionIn(parts.shift()) : 0;
  const [serial, algorithm, issuer, validity, subject, publicKey, ...rest] = parts;
  const isSound =
    version !== undefined &&
    isNonNegativeInteger(serial) &&
    isSame(algorithm, outerAlgorithm) &&
    issuer?.tag === derTag.sequence &&
    isValidity(validity) &&
    subject?.tag === derTag.sequence &&
    isPublicKey(publicKey) &&
    signature?.tag === derTag.bitString;
  if (!isSound) return undefined;
  const holder = version === newestVersion ? rest.find(({ tag }) => tag === extensionsTag) : undefined;
  const extensions = holder ? readExtensions(readDer(holder.content)) : new Map<string, Uint8Array>();
  return (
    extensions && {
      isAuthority: isAuthority(extensions.get(basicConstraintsId)),
      hasEllipticKey: keyAlgorithm(publicKey) === ellipticId,
      publicKey: publicKey?.whole ?? new Uint8Array(),
    }
  );
}

const sequenceItems = (value: DerValue | undefined): readonly DerValue[] | undefined =>
  value?.tag === derTag.sequence ? readDerItems(value.content) : undefined;

function versionIn(holder: DerValue | undefined): number | undefined {
  const value = readDer(holder?.content ?? new Uint8Array());
  const [version = newestVersion + 1] =
    value?.tag === derTag.integer && value.content.length === 1 ? value.content : [];
  return version <= newestVersion ? version : undefined;
}

/** Whether a value is an integer that is not negative and has the shortest encoding. */
function isNonNegativeInteger(value: DerValue | undefined): boolean {
  const [first = 0x80, second = 0x80] = value?.content ?? [];
  return value?.tag === derTag.integer && first < 0x80 && !(first === 0 && value.content.length > 1 && second < 0x80);
}

function isSame(a: DerValue | undefined, b: DerValue | undefined): boolean {
  return (
    a?.tag === derTag.sequence && a.whole.length === b?.whole.length && a.whole.every((byte, i) => byte === b.whole[i])
  );
}

/** Formats by tag, with two digits for the year, and with four. */
const timePatterns: Readonly<Record<number, RegExp>> = {
  [derTag.utcTime]: /^()(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/,
  [derTag.generalizedTime]: /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/,
};

const isValidity = (value: DerValue | undefined): boolean => {
  const [notBefore, notAfter] = sequenceItems(value) ?? [];
  return isTime(notBefore) && isTime(notAfter);
};

/** Length of a time with four digits for the year. */
const maxTimeBytes = 15;

function isTime(value: DerValue | undefined): boolean {
  if (!value || value.content.length > maxTimeBytes) return false;
  const found = timePatterns[value.tag]?.exec(String.fromCharCode(...value.content));
  if (!found) return false;
  const [century, year = 0, month = 0, day = 0, ...clock] = found.slice(1).map(Number);
  const [hour = 0, minute = 0, second = 0] = clock;
  const fullYear = (century || (year < 50 ? 20 : 19)) * 100 + year;
  const date = new Date(Date.UTC(fullYear, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
}

const rsaId = "1.2.840.113549.1.1.1";
const ellipticId = "1.2.840.10045.2.1";
const ed25519Id = "1.3.101.112";
/** P-224, P-256, P-384, P-521. */
const curveIds: ReadonlySet<string> = new Set(["1.3.132.0.33", "1.2.840.10045.3.1.7", "1.3.132.0.34", "1.3.132.0.35"]);
const ed25519Bytes = 32;

/** Whether a value is a valid public key. Keys of unknown algorithms are not checked further. */
function isPublicKey(value: DerValue | undefined): boolean {
  const [info, bits] = sequenceItems(value) ?? [];
  const [identifier, parameters] = sequenceItems(info) ?? [];
  const key = bits && readBitString(bits);
  if (!key) return false;
  const id = identifierOf(identifier);
  if (id === rsaId) return parameters?.tag === derTag.null && isRsaKey(key);
  if (id === ellipticId) return curveIds.has(identifierOf(parameters));
  return id !== "" && (id !== ed25519Id || (parameters === undefined && key.length === ed25519Bytes));
}

function keyAlgorithm(publicKey: DerValue | undefined): string {
  const [info] = sequenceItems(publicKey) ?? [];
  const [identifier] = sequenceItems(info) ?? [];
  return identifierOf(identifier);
}

function isRsaKey(key: Uint8Array): boolean {
  const [modulus, exponent] = sequenceItems(readDer(key)) ?? [];
  return isNonNegativeInteger(modulus) && isNonNegativeInteger(exponent);
}

const basicConstraintsId = "2.5.29.19";

/**
 * Checks of extension values by id. A check returns false for an invalid value, and for an extension that is critical
 * but must not be.
 */
const extensionChecks: ReadonlyMap<string, (value: Uint8Array, isCritical: boolean) => boolean> = new Map(
  Object.entries({
    /** Subject key identifier. */
    "2.5.29.14": (value, isCritical) => !isCritical && readDer(value)?.tag === derTag.octetString,
    /** Key usage. */
    "2.5.29.15": (value) => readDer(value)?.tag === derTag.bitString,
    [basicConstraintsId]: (value) => {
      const [first] = sequenceItems(readDer(value)) ?? [undefined];
      return sequenceItems(readDer(value)) !== undefined && (first?.tag !== derTag.boolean || isBoolean(first));
    },
    /** Authority key identifier. */
    "2.5.29.35": (value, isCritical) => !isCritical && sequenceItems(readDer(value)) !== undefined,
  }),
);

const isBoolean = ({ content }: DerValue): boolean =>
  content.length === 1 && (content[0] === 0x00 || content[0] === 0xff);

/** Returns extension values by id; undefined if one is invalid or occurs twice. */
function readExtensions(list: DerValue | undefined): ReadonlyMap<string, Uint8Array> | undefined {
  const extensions = new Map<string, Uint8Array>();
  for (const extension of sequenceItems(list) ?? [undefined]) {
    const [identifier, ...rest] = sequenceItems(extension) ?? [];
    const [critical, value] = rest.length > 1 ? rest : [undefined, rest[0]];
    const id = identifierOf(identifier);
    const isSound = id !== "" && value?.tag === derTag.octetString && (!critical || isBoolean(critical));
    if (!isSound || extensions.has(id)) return undefined;
    if (extensionChecks.get(id)?.(value.content, critical?.content[0] === 0xff) === false) return undefined;
    extensions.set(id, value.content);
  }
  return extensions;
}

function isAuthority(constraints: Uint8Array | undefined): boolean {
  const [first] = sequenceItems(readDer(constraints ?? new Uint8Array())) ?? [];
  return first?.tag === derTag.boolean && first.content[0] === 0xff;
}
