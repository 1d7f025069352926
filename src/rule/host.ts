/**
 * What rules may ask of the machine they run on. The engine itself touches no files; who calls it passes a host in.
 *
 * @module
 */

/** What stands at a path; `other` is a device, a socket or a pipe. */
export type FileState = "file" | "directory" | "other" | "missing";

/** The outcome of reading PEM text: how many certificates, or the first fault as the reader words it. */
export type CertificateResult = { readonly count: number } | { readonly error: string };

/** Every method is optional: a check that needs an absent one reports that it was not made. */
export interface Host {
  /** What stands at an absolute path of the node's file system; symbolic links are followed. */
  readonly stat?: (path: string) => FileState;
  /** The content of a file of the node's file system; undefined when it can't be read. */
  readonly readFile?: (path: string) => Uint8Array | undefined;
  /** What a file of the node is called in reports; by default its path. */
  readonly nameOf?: (path: string) => string;
  /** Parses the CERTIFICATE blocks of PEM text. */
  readonly parseCertificates?: (pem: string) => CertificateResult;
}
