/**
 * Tokens of a real OpenID Connect provider, and authentication configurations for them, to test each way to
 * authenticate a token.
 */
import { stringify } from "yaml";
import { runProcess } from "../cli/run-cli.ts";
import { type Access, call } from "./api-client.ts";
import { audience, type OpenIdProvider, otherAudience, startOpenIdProvider } from "./open-id-provider.ts";

const accounts = new Map<string, Readonly<Record<string, unknown>>>([
  ["jane", { email: "jane@example.org", email_verified: true, groups: ["dev", "ops"], department: "clouds" }],
  ["unproven", { email: "unproven@example.org", groups: ["dev"] }],
  ["refuted", { email: "refuted@example.org", email_verified: false, groups: "dev" }],
  ["brief", { email: "brief@example.org", email_verified: true, isShort: true }],
]);

export const startProvider = (): Promise<OpenIdProvider> => startOpenIdProvider(accounts);

/** The authenticated user, without the group `system:authenticated`, or a refusal. */
export type Verdict =
  | { readonly username: string; readonly groups: readonly string[]; readonly extra: object }
  | "refused";

/** The order matters: the last two cases need the tokens before them to have been checked. */
export const tokenCases: readonly { readonly name: string; token(provider: OpenIdProvider): Promise<string> }[] = [
  { name: "by password", token: (provider) => provider.byPassword("jane") },
  { name: "by device", token: (provider) => provider.byDevice("jane") },
  { name: "by client credentials", token: (provider) => provider.byClientCredentials() },
  { name: "for another audience", token: (provider) => provider.byPassword("jane", otherAudience) },
  { name: "without email_verified", token: (provider) => provider.byPassword("unproven") },
  { name: "with email_verified false", token: (provider) => provider.byPassword("refuted") },
  {
    name: "expired",
    async token(provider) {
      const token = await provider.byPassword("brief");
      while (secondsLeft(token) >= 0) await new Promise((resolve) => setTimeout(resolve, 100));
      return token;
    },
  },
  { name: "signed by another", token: async (provider) => withWrongSignature(await provider.byPassword("jane")) },
  {
    name: "signed by a new key",
    async token(provider) {
      await provider.rotateKey();
      return provider.byPassword("jane");
    },
  },
];

function secondsLeft(token: string): number {
  const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return exp - Date.now() / 1000;
}

/** Returns the same token with a signature that no key of the issuer made. */
function withWrongSignature(token: string): string {
  const [header, payload, signature = ""] = token.split(".");
  return [header, payload, Buffer.from(signature, "base64url").reverse().toString("base64url")].join(".");
}

/** Claim mappings by the names of claims, and by expressions. */
const mappings = new Map<string, object>([
  [
    "claims",
    { claimMappings: { username: { claim: "email", prefix: "" }, groups: { claim: "groups", prefix: "corp:" } } },
  ],
  [
    "expressions",
    {
      claimMappings: {
        username: { expression: '"corp:" + claims.sub' },
        groups: { expression: 'dyn(claims.?groups.orValue([])).map(group, "corp:" + group)' },
        uid: { expression: "claims.sub" },
        extra: [{ key: "example.org/department", valueExpression: 'claims.?department.orValue("none")' }],
      },
      claimValidationRules: [
        {
          expression: "!has(claims.email) || claims.?email_verified.orValue(false)",
          message: "the address is not proven",
        },
      ],
    },
  ],
]);

export const mappingNames = [...mappings.keys()];

export function configurationFor(provider: OpenIdProvider, mapping: string): string {
  const issuer = { url: provider.url, audiences: [audience], certificateAuthority: provider.authority };
  return stringify({
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AuthenticationConfiguration",
    jwt: [{ issuer, ...mappings.get(mapping) }],
  });
}

/** The verdict of a server on a client that has only the token. */
export async function verdictOfServer({ port, authority }: Access, token: string): Promise<Verdict> {
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const headers = { authorization: `Bearer ${token}` };
  const { code, json } = await call({ port, authority }, { method: "POST", path, body: {}, headers });
  if (code === 401) return "refused";
  if (code !== 201) throw new Error(`the server answered ${code}`);
  return comparable(json.status.userInfo);
}

/** The verdict of `clustervet authn`. @param files - the configuration and the keys of the issuer */
export function verdictOfCommand(files: { readonly config: string; readonly jwks: string }, token: string): Verdict {
  const args = ["authn", "--config", files.config, "--jwks", files.jwks, "--token", token, "--format", "json"];
  const { code, stdout } = runProcess(args);
  return code === 0 ? comparable(JSON.parse(stdout).user) : "refused";
}

interface GivenUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

const credentialId = "authentication.kubernetes.io/credential-id";

function comparable({ username, uid = "", groups = [], extra = {} }: GivenUser): Verdict {
  const { [credentialId]: id, ...others } = extra;
  // The ID of the token differs each time.
  const ids = id?.map((text) => text.replace(/^JTI=.+/, "JTI=...")) ?? [];
  return {
    username: uid === "" ? username : `${username} (${uid})`,
    groups: groups.filter((group) => group !== "system:authenticated"),
    extra: { ...others, ...(ids.length > 0 ? { [credentialId]: ids } : {}) },
  };
}
