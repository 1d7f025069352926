/**
 * The interface through which rules access the machine they run on. The engine itself reads no files; its caller passes
 * a host.
 *
 * @module
 */

import type { Result } from "../text/result.ts";

/** The type of file at a path; `other` is a device, a socket or a pipe. */
export type FileState = "file" | "directory" | "other" | "missing";

/** A signature, with the data and the key to verify it. */
export interface SignedData {
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
  /** A SubjectPublicKeyInfo (RFC 5280) in DER. */
  readonly publicKey: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
}

/** The algorithm of a signature: the type of key and the digest. */
export interface SignatureAlgorithm {
  readonly key: "rsa" | "rsa-pss" | "ecdsa" | "ed25519";
  /** Absent if the algorithm determines the digest. */
  readonly hash?: "sha1" | "sha256" | "sha384" | "sha512";
}

/** All methods are optional: a check that needs a missing method reports that it was skipped. */
export interface Host {
  /** Returns the type of the file at an absolute path on the node; follows symbolic links. */
  readonly stat?: (path: string) => FileState;
  /** Returns the content of a file on the node; undefined if it cannot be read. */
  readonly readFile?: (path: string) => Uint8Array | undefined;
  /** Returns the name of a node's file in reports; default: its path. */
  readonly nameOf?: (path: string) => string;
  /** Returns the path on the node of a file with a name from reports; undefined if the file is not on the node. */
  readonly nodePathOf?: (name: string) => string | undefined;
  /** Parses the CERTIFICATE blocks of PEM text. Returns their number, or the parser's first error. */
  readonly parseCertificates?: (pem: string) => Result<number>;
  /** Returns why a signature or its key is invalid; undefined if the signature is valid. */
  readonly signatureFault?: (signed: SignedData) => string | undefined;
  /** Returns why a certificate and a private key, both in PEM, are not a valid pair; undefined if they are. */
  readonly keyPairFault?: (certificatePem: string, keyPem: string) => string | undefined;
}

/**
 * Resolves a path that another file contains to a path on the node. A relative path starts in the directory of that
 * file. Undefined if that file is not on the node.
 */
export function resolveNodePath(host: Host, from: string, path: string): string | undefined {
  if (path.startsWith("/")) return path;
  const origin = host.nodePathOf?.(from);
  return origin === undefined ? undefined : `${origin.slice(0, origin.lastIndexOf("/"))}/${path}`;
}
