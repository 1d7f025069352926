/**
 * Questions that rules may ask of the machine they run on. The engine itself touches no files; who calls it passes a
 * host in.
 *
 * @module
 */

import type { Result } from "../text/result.ts";

/** The kind of file at a path; `other` is a device, a socket or a pipe. */
export type FileState = "file" | "directory" | "other" | "missing";

/** A signature with what it is of. */
export interface SignedData {
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
  /** A SubjectPublicKeyInfo (RFC 5280) in DER. */
  readonly publicKey: Uint8Array;
  readonly algorithm: SignatureAlgorithm;
}

/** How a signature was made: with which sort of key, over which digest. */
export interface SignatureAlgorithm {
  readonly key: "rsa" | "rsa-pss" | "ecdsa" | "ed25519";
  /** Absent where the algorithm has its own. */
  readonly hash?: "sha1" | "sha256" | "sha384" | "sha512";
}

/** Every method is optional: a check that needs an absent one reports that it was not made. */
export interface Host {
  /** The file at an absolute path of the node's file system; symbolic links are followed. */
  readonly stat?: (path: string) => FileState;
  /** The content of a file of the node's file system; undefined when it can't be read. */
  readonly readFile?: (path: string) => Uint8Array | undefined;
  /** The name of a node's file in reports; by default its path. */
  readonly nameOf?: (path: string) => string;
  /** The path on the node of a file by its name in reports; undefined for a file that is not on the node. */
  readonly nodePathOf?: (name: string) => string | undefined;
  /** Parses the CERTIFICATE blocks of PEM text: how many there are, or the first fault as the reader words it. */
  readonly parseCertificates?: (pem: string) => Result<number>;
  /** The fault of a signature or its key; undefined for a good one. */
  readonly signatureFault?: (signed: SignedData) => string | undefined;
  /** The fault of a certificate and its private key, both PEM text; undefined when they belong together. */
  readonly keyPairFault?: (certificatePem: string, keyPem: string) => string | undefined;
}

/**
 * Where on the node a file is that another one names: an absolute path is there already, a relative one starts at the
 * directory of the file that names it. Undefined when that file is not on the node.
 */
export function nodePathBeside(host: Host, from: string, path: string): string | undefined {
  if (path.startsWith("/")) return path;
  const origin = host.nodePathOf?.(from);
  return origin === undefined ? undefined : `${origin.slice(0, origin.lastIndexOf("/"))}/${path}`;
}
