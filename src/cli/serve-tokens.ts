/**
 * The flags of `clustervet serve` for service account tokens.
 *
 * @module
 */
import { readSigningKey, readTokenKey } from "../server/authn/service-account-key.ts";
import type { TokenSettings } from "../server/authn/service-account-tokens.ts";
import { UsageError } from "./exit.ts";
import { readFlagFile, readSecretFile } from "./serve-files.ts";

export interface TokenFlags {
  readonly serviceAccountIssuer?: readonly string[];
  readonly serviceAccountSigningKeyFile?: string;
  readonly serviceAccountKeyFile?: readonly string[];
  readonly apiAudiences?: readonly string[];
}

const defaultIssuer = "https://kubernetes.default.svc";

/**
 * @param ownKey - returns the PEM text of the key that signs if no flag names one
 * @throws {UsageError} if a file does not contain a key
 */
export async function readTokenSettings(flags: TokenFlags, ownKey: () => Promise<string>): Promise<TokenSettings> {
  const { serviceAccountIssuer = [], serviceAccountSigningKeyFile: file, serviceAccountKeyFile = [] } = flags;
  const [first = defaultIssuer, ...others] = serviceAccountIssuer;
  const signingFlag = "--service-account-signing-key-file";
  const pem = file === undefined ? await ownKey() : readSecretFile(signingFlag, file);
  return {
    issuers: [first, ...others],
    audiences: flags.apiAudiences ?? [first],
    signingKey: parse(file === undefined ? "service-account.key of the data directory" : signingFlag, () =>
      readSigningKey(pem),
    ),
    otherKeys: serviceAccountKeyFile.map((name) => {
      const flag = "--service-account-key-file";
      const text = readFlagFile(flag, name);
      return parse(flag, () => readTokenKey(text));
    }),
  };
}

function parse<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${what} ${error.message}`);
    throw error;
  }
}
