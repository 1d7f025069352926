/**
 * An OpenID Connect provider over TLS, run by the certified library oidc-provider. Users sign in by password or on
 * another device, programs have client credentials, and keys rotate.
 */

import type { IncomingMessage } from "node:http";
import { createServer, request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { type Configuration, errors, Provider, type TokenEndpointGrantContext } from "oidc-provider";
import { createAuthority, issueCertificate } from "../../src/server/certificates/issue.ts";

export interface OpenIdProvider {
  readonly url: string;
  /** PEM certificate of the authority that issued its serving certificate. */
  readonly authority: string;
  /** Returns the ID token of an account that signs in with its password. */
  byPassword(account: string, client?: string): Promise<string>;
  /** Returns the ID token of an account that signs in on another device than the one that requests the token. */
  byDevice(account: string): Promise<string>;
  /** Returns the access token of a program, which is a JWT for the audience. */
  byClientCredentials(): Promise<string>;
  /** Replaces the key: a new one signs from now on, and the previous one is no longer published. */
  rotateKey(): Promise<void>;
  close(): Promise<void>;
}

/** The audience that the tests configure, and one that they do not. */
export const audience = "clustervet";
export const otherAudience = "elsewhere";

const secret = "of-the-client";
const password = "of-the-account";
const api = "urn:clustervet:api";
const lifetimeMs = 3_600_000;
/** Lifetime of tokens for accounts that have `isShort`. */
const shortLifetimeS = 1;

type Claims = Readonly<Record<string, unknown>>;

/** @param accounts - the claims of each account, by its name */
export async function startOpenIdProvider(accounts: ReadonlyMap<string, Claims>): Promise<OpenIdProvider> {
  const validity = { nowMs: Date.now(), lifetimeMs };
  const authority = await createAuthority("provider-ca", validity);
  const serving = await issueCertificate(authority, "provider", { use: "server", hosts: ["127.0.0.1"], ...validity });
  let handle: ReturnType<Provider["callback"]>;
  const server = createServer({ cert: serving.certificate, key: serving.key }, (request, response) =>
    handle(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rotateKey = async () => {
    handle = providerOf(url, accounts, await newKey()).callback();
  };
  await rotateKey();
  const send = (path: string, options: SendOptions = {}) =>
    requestPage(new URL(path, url), authority.certificate, options);
  const tokens = (fields: Fields) => send("/token", { form: fields }).then(({ text }) => JSON.parse(text));
  return {
    url,
    authority: authority.certificate,
    rotateKey,
    async byPassword(account, client = audience) {
      const fields = { grant_type: "password", scope: "openid", username: account, password };
      return (await tokens({ ...fields, ...credentials(client) })).id_token;
    },
    async byDevice(account) {
      const deviceRequest = await send("/device/auth", { form: { scope: "openid", ...credentials(audience) } });
      const { device_code, verification_uri_complete } = JSON.parse(deviceRequest.text);
      await signIn(verification_uri_complete, { account, send });
      const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
      return (await tokens({ grant_type, device_code, ...credentials(audience) })).id_token;
    },
    async byClientCredentials() {
      const fields = { grant_type: "client_credentials", scope: "api", resource: api, ...credentials(audience) };
      return (await tokens(fields)).access_token;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function providerOf(url: string, accounts: ReadonlyMap<string, Claims>, key: JWK): Provider {
  const provider = new Provider(url, configurationOf(accounts, key));
  provider.registerGrantType(
    "password",
    async (context: TokenEndpointGrantContext<{ username?: string; password?: string }>) => {
      const { username = "", password: shown } = context.oidc.params;
      const claims = accounts.get(username);
      if (!claims || shown !== password) throw new errors.InvalidGrant("the password is wrong");
      const token = new context.oidc.provider.IdToken({ sub: username, ...claims }, { ctx: context });
      Object.assign(token, { scope: "openid" });
      context.body = { token_type: "Bearer", id_token: await token.issue({ use: "idtoken" }) };
    },
    ["username", "password", "scope"],
  );
  return provider;
}

function configurationOf(accounts: ReadonlyMap<string, Claims>, key: JWK): Configuration {
  const names = [...new Set([...accounts.values()].flatMap((claims) => Object.keys(claims)))];
  const device = "urn:ietf:params:oauth:grant-type:device_code";
  return {
    clients: [audience, otherAudience].map((client_id) => ({
      client_id,
      client_secret: secret,
      grant_types: ["password", "client_credentials", device],
      response_types: [],
      redirect_uris: [],
      id_token_signed_response_alg: "ES256",
      token_endpoint_auth_method: "client_secret_post",
    })),
    jwks: { keys: [key] },
    claims: { openid: ["sub", ...names] },
    scopes: ["openid", "api"],
    cookies: { keys: ["of-the-cookies"] },
    features: {
      deviceFlow: { enabled: true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: "api",
          audience,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "ES256" } },
        }),
      },
    },
    extraTokenClaims: () => ({ groups: ["programs"] }),
    findAccount: (_context, sub) => {
      const claims = accounts.get(sub);
      return claims && { accountId: sub, claims: async () => ({ sub, ...claims }) };
    },
    ttl: { IdToken: (_context, token) => (token.available["isShort"] ? shortLifetimeS : 600) },
  };
}

const credentials = (client: string) => ({ client_id: client, client_secret: secret });

let keys = 0;

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: `key-${++keys}`, alg: "ES256", use: "sig" };
}

interface SignInParts {
  readonly account: string;
  send(path: string, options?: SendOptions): Promise<Page>;
}

/** Fills in the form of a page and the forms that it leads to, as a user with a browser does. */
async function signIn(address: string, { account, send }: SignInParts): Promise<void> {
  const cookies = new Map<string, string>();
  const typed: Fields = { login: account, password };
  let page = await requestWithCookies(address, { cookies, send });
  for (let form = formIn(page.text); form; form = formIn(page.text)) {
    const fields = Object.fromEntries(form.names.map((name) => [name, form?.values.get(name) ?? typed[name] ?? ""]));
    page = await requestWithCookies(form.action, { cookies, send, form: fields });
  }
  if (!page.text.includes("successful")) throw new Error(`signing in ended at ${page.text}`);
}

interface Visit extends Pick<SignInParts, "send"> {
  readonly cookies: Map<string, string>;
  readonly form?: Fields;
}

/** Requests a page, keeps its cookies, and follows redirects. */
async function requestWithCookies(address: string, { cookies, send, form }: Visit): Promise<Page> {
  const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
  const page = await send(address, { headers: { cookie }, ...(form ? { form } : {}) });
  for (const text of page.cookies) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    cookies.set(name, value);
  }
  return page.location === undefined ? page : requestWithCookies(page.location, { cookies, send });
}

/**
 * Returns the form of a page, undefined if the page has no form. Some forms submit themselves by a script in a browser.
 */
function formIn(html: string) {
  const [, action] = /<form [^>]*action="([^"]+)"/.exec(html) ?? [];
  if (action === undefined) return undefined;
  const inputs = [...html.matchAll(/<input [^>]*>/g)].map(([text]) => text);
  const attribute = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];
  const pairs = inputs.map((text) => [attribute(text, "name") ?? "", attribute(text, "value")] as const);
  return { action, names: pairs.map(([name]) => name), values: new Map(pairs) };
}

type Fields = Readonly<Record<string, string>>;

interface SendOptions {
  /** Sent by POST. If it is absent, the request is a GET. */
  readonly form?: Fields;
  readonly headers?: Fields;
}

interface Page {
  readonly text: string;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
}

function requestPage(url: URL, ca: string, { form, headers = {} }: SendOptions): Promise<Page> {
  const body = form && new URLSearchParams(form).toString();
  const type = body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
  return new Promise((resolve, reject) => {
    const readPage = async (response: IncomingMessage) => {
      const text = (await response.setEncoding("utf8").toArray()).join("");
      const { location, "set-cookie": cookies = [] } = response.headers;
      if ((response.statusCode ?? 0) >= 400) throw new Error(`${url.pathname} answered ${text}`);
      resolve({ text, location, cookies });
    };
    const method = body === undefined ? "GET" : "POST";
    httpsRequest(url, { ca, method, headers: { ...headers, ...type } }, (response) => readPage(response).catch(reject))
      .on("error", reject)
      .end(body);
  });
}
