/**
 * Reads files that flags of `serve` name.
 *
 * @module
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { KeyPair } from "../server/certificates/issue.ts";
import { reasonOf, UsageError } from "./exit.ts";

/** Mode bits that give access to other users. Group bits are allowed, since the group may be the server's own. */
const othersBits = 0o007;

/** @throws {UsageError} if the file can't be read */
export function readFlagFile(flag: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${flag} cannot be read: ${reasonOf(error)}`);
  }
}

/**
 * Reads a file with a secret. @throws {UsageError} also if other users can access the file; the message contains the
 * command that fixes it
 */
export function readSecretFile(flag: string, file: string): string {
  const text = readFlagFile(flag, file);
  const { mode } = statSync(file);
  if (process.platform === "win32" || (mode & othersBits) === 0) return text;
  const found = (mode & 0o777).toString(8);
  throw new UsageError(
    `${flag} must not be accessible to other users; the mode of ${file} is ${found}: run \`chmod 600 ${file}\``,
  );
}

/** A flag and the file that it names; undefined if the flag is absent. */
type FlagAndFile = readonly [flag: string, file: string | undefined];

/**
 * Reads a certificate and its key. Returns undefined if both flags are absent.
 *
 * @throws {UsageError} if the files are not a certificate and its key, or only one flag is set
 */
export function readKeyPair([certificateFlag, certificateFile]: FlagAndFile, [keyFlag, keyFile]: FlagAndFile) {
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) {
    throw new UsageError(`${certificateFlag} and ${keyFlag} must be given together`);
  }
  const pair: KeyPair = {
    certificate: readFlagFile(certificateFlag, certificateFile),
    key: readSecretFile(keyFlag, keyFile),
  };
  if (!isPair(pair)) throw new UsageError(`${keyFlag} must be the key of the certificate in ${certificateFlag}`);
  return pair;
}

function isPair({ certificate, key }: KeyPair): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
