/**
 * The `--oidc-*` flags of `clustervet serve`: converts them to an AuthenticationConfiguration with one issuer, as
 * kube-apiserver does.
 *
 * @module
 */
import type { AuthenticationConfiguration } from "../api/types/apiserver-v1.ts";
import { UsageError } from "./exit.ts";
import { readFlagFile } from "./serve-files.ts";

export interface OidcFlags {
  readonly oidcIssuerUrl?: string;
  readonly oidcClientId?: string;
  readonly oidcCaFile?: string;
  readonly oidcUsernameClaim?: string;
  readonly oidcUsernamePrefix?: string;
  readonly oidcGroupsClaim?: string;
  readonly oidcGroupsPrefix?: string;
  readonly oidcSigningAlgs?: readonly string[];
  /** Each has the form `name=value`. */
  readonly oidcRequiredClaim?: readonly string[];
}

export interface OidcOptions {
  readonly configuration: AuthenticationConfiguration;
  /** Accepted signature algorithms. */
  readonly algorithms: readonly string[];
}

const defaultClaim = "sub";
const defaultAlgorithms = ["RS256"];
/** The only claim without a default prefix: its values differ from other user names without one. */
const mailClaim = "email";
const noPrefix = "-";

/**
 * Returns undefined if the flags are absent.
 *
 * @throws {UsageError}
 */
export function readOidc(flags: OidcFlags): OidcOptions | undefined {
  if (!Object.keys(flags).some((name) => name.startsWith("oidc"))) return undefined;
  const { oidcIssuerUrl: url = "", oidcClientId: audience = "", oidcUsernameClaim: claim = defaultClaim } = flags;
  if (url === "" || audience === "") {
    throw new UsageError("--oidc-issuer-url and --oidc-client-id must both be given with any other --oidc-* flag");
  }
  const { oidcGroupsClaim: groups = "", oidcCaFile: file, oidcRequiredClaim: required = [] } = flags;
  const rules = new Map(required.map(pairOf));
  return {
    algorithms: flags.oidcSigningAlgs ?? defaultAlgorithms,
    configuration: {
      jwt: [
        {
          issuer: {
            url,
            audiences: [audience],
            ...(file === undefined ? {} : { certificateAuthority: readFlagFile("--oidc-ca-file", file) }),
          },
          claimMappings: {
            username: { claim, prefix: prefixOf(flags, claim) },
            ...(groups === "" ? {} : { groups: { claim: groups, prefix: flags.oidcGroupsPrefix ?? "" } }),
          },
          claimValidationRules: [...rules].map(([name, requiredValue]) => ({ claim: name, requiredValue })),
        },
      ],
    },
  };
}

function prefixOf({ oidcIssuerUrl: url = "", oidcUsernamePrefix: prefix = "" }: OidcFlags, claim: string): string {
  if (prefix === noPrefix) return "";
  return prefix === "" && claim !== mailClaim ? `${url}#` : prefix;
}

function pairOf(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 0)
    throw new UsageError(`--oidc-required-claim must be a claim and its value, such as hd=example.org; got ${text}`);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
