/**
 * Authenticates tokens of the issuers in an AuthenticationConfiguration, with the same steps as `clustervet authn`.
 * Fetches the data that only a server can get: keys of issuers and distributed claims.
 *
 * @module
 */
import { type ClaimSource, issuerOf, planAuthentication } from "../../access/authenticate.ts";
import type { Claims } from "../../access/claims.ts";
import { claimsOfToken } from "../../access/token.ts";
import { withAuthenticatedGroup } from "../../access/user.ts";
import { verifyClaims } from "../../access/verify-claims.ts";
import type { AuthenticationConfiguration, JWTAuthenticator } from "../../api/types/apiserver-v1.ts";
import { memberOf } from "../../json/member.ts";
import type { Log } from "../http/log.ts";
import type { EgressProxy, EgressSelection } from "../outgoing/egress.ts";
import { fetchDocument } from "../outgoing/send.ts";
import type { Authentication, Authenticator } from "./authenticator.ts";
import { bearerToken } from "./bearer-token.ts";
import { TokenIssuer } from "./token-issuer.ts";

export interface IssuerTokensOptions {
  /** The release whose CEL expressions apply, such as `1.37`. */
  readonly target: string;
  /** Accepted signature algorithms; default: all that a configuration file allows. */
  readonly algorithms?: readonly string[];
  /** Proxies for issuers whose configuration selects one; default: no proxies. */
  readonly egress?: EgressSelection;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** Maximum number of issuers of distributed claims for each issuer of tokens; claims of further ones are refused. */
export const maxClaimIssuers = 16;

const notReady = "oidc: authenticator not initialized";

export class IssuerTokens implements Authenticator {
  private readonly options: IssuerTokensOptions;
  private readonly plan: ReturnType<typeof planAuthentication>;
  private readonly issuers: ReadonlyMap<string, ConfiguredIssuer>;

  /** @param configuration - decoded and validated */
  constructor(configuration: AuthenticationConfiguration, options: IssuerTokensOptions) {
    this.options = options;
    this.plan = planAuthentication(configuration, options.target);
    const { jwt = [] } = configuration;
    this.issuers = new Map(jwt.map((entry) => [entry.issuer?.url ?? "", new ConfiguredIssuer(entry, options)]));
  }

  /** Whether the keys of all issuers are known. */
  get isReady(): boolean {
    return [...this.issuers.values()].every(({ tokens }) => tokens.isReady);
  }

  /** Starts fetching the keys of the issuers until they are found. Resolves after the first attempt. */
  async start(): Promise<void> {
    await Promise.all([...this.issuers.values()].map(({ tokens }) => tokens.start()));
  }

  stop(): void {
    for (const issuer of this.issuers.values()) issuer.stop();
  }

  async authenticate({ headers }: Parameters<Authenticator["authenticate"]>[0]): Promise<Authentication> {
    const token = bearerToken(headers);
    const claims = token === undefined ? undefined : claimsOfToken(token);
    const issuer = claims && this.issuers.get(issuerOf(claims) ?? "");
    if (token === undefined || !claims || !issuer) return { outcome: "none" };
    if (!issuer.tokens.isReady) return { outcome: "refused", reason: notReady };
    const fault = await issuer.tokens.signatureFault(token);
    if (fault !== undefined) return { outcome: "refused", reason: `oidc: verify token: ${fault}` };
    return this.userOf(claims, issuer);
  }

  /**
   * Returns the user of a token.
   *
   * @param claims - the claims of a token with a valid signature
   */
  private async userOf(claims: Claims, issuer: ConfiguredIssuer): Promise<Authentication> {
    const result = this.plan(claims, { nowMs: this.options.nowMs() });
    switch (result.outcome) {
      case "user": {
        const { username, groups } = result.user;
        return { outcome: "user", user: { ...result.user, groups: withAuthenticatedGroup(username, groups) } };
      }
      case "refused":
        return { outcome: "refused", reason: result.refusal.message };
      case "skipped":
        return { outcome: "none" };
      case "undecided":
        try {
          return await this.userOf({ ...claims, [result.source.claim]: await issuer.claimOf(result.source) }, issuer);
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          return { outcome: "refused", reason: `oidc: could not expand distributed claims: ${reason}` };
        }
    }
  }
}

/** An issuer of tokens, with the issuers of its distributed claims. */
class ConfiguredIssuer {
  readonly tokens: TokenIssuer;
  private readonly shared: IssuerTokensOptions & { readonly ca?: string; readonly proxy?: EgressProxy | undefined };
  private readonly audiences: readonly string[];
  private readonly claimIssuers = new Map<string, TokenIssuer>();

  constructor({ issuer = {} }: JWTAuthenticator, options: IssuerTokensOptions) {
    const { url = "", discoveryURL, certificateAuthority, audiences = [], egressSelectorType } = issuer;
    const { cluster, controlplane } = options.egress ?? {};
    const proxy = egressSelectorType === "cluster" ? cluster : egressSelectorType === "controlplane" && controlplane;
    this.shared = {
      ...options,
      proxy: proxy || undefined,
      ...(certificateAuthority ? { ca: certificateAuthority } : {}),
    };
    this.audiences = audiences;
    this.tokens = new TokenIssuer({ ...this.shared, url, ...(discoveryURL ? { discoveryUrl: discoveryURL } : {}) });
  }

  stop(): void {
    for (const issuer of [this.tokens, ...this.claimIssuers.values()]) issuer.stop();
  }

  /**
   * Fetches a distributed claim.
   *
   * @throws {Error} if the claim cannot be fetched, or its token is invalid or not meant for this cluster
   */
  async claimOf({ claim, endpoint, accessToken }: ClaimSource): Promise<unknown> {
    const { ca, proxy, nowMs } = this.shared;
    const headers = accessToken === "" ? {} : { authorization: `Bearer ${accessToken}` };
    const { code, text } = await fetchDocument({
      url: new URL(endpoint),
      headers,
      proxy,
      ...(ca === undefined ? {} : { ca }),
    });
    if (code < 200 || code > 299) throw new Error(`${endpoint} answered ${code}`);
    const token = text.trim();
    const claims = claimsOfToken(token);
    if (!claims) throw new Error(`${endpoint} did not answer with a token`);
    const issuer = await this.claimIssuer(issuerOf(claims) ?? "");
    const fault =
      (await issuer.signatureFault(token)) ??
      verifyClaims(claims, { audiences: this.audiences, nowMs: nowMs() })?.message;
    if (fault !== undefined) throw new Error(`verify distributed claim token: ${fault}`);
    if (!Object.hasOwn(claims, claim)) throw new Error(`${endpoint} did not answer with the claim ${claim}`);
    return memberOf(claims, claim);
  }

  private async claimIssuer(url: string): Promise<TokenIssuer> {
    const known = this.claimIssuers.get(url);
    if (known) return known;
    if (this.claimIssuers.size >= maxClaimIssuers) throw new Error(`more than ${maxClaimIssuers} issuers of claims`);
    const issuer = new TokenIssuer({ ...this.shared, url });
    this.claimIssuers.set(url, issuer);
    await issuer.start();
    return issuer;
  }
}
