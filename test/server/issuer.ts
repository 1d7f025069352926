/**
 * A token issuer over TLS, as in OpenID Connect: with a discovery document, keys that can be rotated, and responses
 * with claims for tokens that only refer to their claims.
 */
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { CompactSign, exportJWK, generateKeyPair } from "jose";
import { createAuthority, issueCertificate } from "../../src/server/certificates/issue.ts";

export interface TestIssuer {
  readonly url: string;
  /** PEM certificate of the authority that issued its serving certificate. */
  readonly authority: string;
  /** The number of requests for its keys. */
  readonly keyRequests: () => number;
  sign(claims?: Record<string, unknown>): Promise<string>;
  /** Signs any text, even one that is not a set of claims, with additional header fields. */
  signToken(payload: string, header?: Record<string, unknown>): Promise<string>;
  /** Replaces the key: a new one signs from now on, and the previous one is no longer published. */
  rotate(): Promise<void>;
  /** Sets the response for a path: a status code and a text, or no response, ever. */
  answer(path: string, answer: CannedAnswer): void;
  /** The headers of the last request for the path. */
  headersOf(path: string): IncomingHttpHeaders | undefined;
  close(): Promise<void>;
}

export type CannedAnswer =
  | { readonly code?: number; readonly text: string; readonly headers?: Record<string, string> }
  | "never";

export const audience = "clustervet-test";

const lifetimeMs = 3_600_000;

export async function startIssuer(): Promise<TestIssuer> {
  const validity = { nowMs: Date.now(), lifetimeMs };
  const authority = await createAuthority("issuer-ca", validity);
  const serving = await issueCertificate(authority, "issuer", { use: "server", hosts: ["127.0.0.1"], ...validity });
  const answers = new Map<string, CannedAnswer>();
  const heard = new Map<string, IncomingHttpHeaders>();
  let keyRequests = 0;
  let key = await newKey();
  const server = createServer({ cert: serving.certificate, key: serving.key }, (request, response) => {
    const path = request.url ?? "";
    heard.set(path, request.headers);
    if (path === "/keys") keyRequests++;
    const canned =
      answers.get(path) ?? (path === "/keys" ? { text: JSON.stringify({ keys: [key.public] }) } : undefined);
    if (canned === "never") return;
    const { code = 200, text = "not found", headers = {} } = canned ?? { code: 404 };
    response.writeHead(code, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const discovery = { issuer: url, jwks_uri: `${url}/keys` };
  answers.set("/.well-known/openid-configuration", { text: JSON.stringify(discovery) });
  const signToken = (payload: string, header: Record<string, unknown> = {}) =>
    new CompactSign(new TextEncoder().encode(payload))
      .setProtectedHeader({ alg: "ES256", kid: key.id, ...header })
      .sign(key.private);
  return {
    url,
    authority: authority.certificate,
    keyRequests: () => keyRequests,
    async sign(claims = {}) {
      const nowS = Math.floor(Date.now() / 1000);
      return signToken(JSON.stringify({ iss: url, aud: audience, sub: "jane", iat: nowS, exp: nowS + 600, ...claims }));
    },
    signToken,
    async rotate() {
      key = await newKey();
    },
    answer: (path, answer) => void answers.set(path, answer),
    headersOf: (path) => heard.get(path),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

let keys = 0;

async function newKey() {
  const id = `key-${++keys}`;
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { id, private: privateKey, public: { ...(await exportJWK(publicKey)), kid: id, alg: "ES256", use: "sig" } };
}
