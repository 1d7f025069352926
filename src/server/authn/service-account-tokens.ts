/**
 * Service account tokens: signed for an account and audiences, optionally bound to an object, and valid as long as
 * these objects exist.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import type { JWTPayload } from "jose";
import { impersonatedUser, serviceAccountName, type UserInfo } from "../../access/user.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { failure, type Result, success } from "../../text/result.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { Authentication, Authenticator } from "./authenticator.ts";
import { bearerToken } from "./bearer-token.ts";
import type { SigningKey, TokenKey } from "./service-account-key.ts";

export interface TokenSettings {
  /** Accepted issuers, such as `https://kubernetes.default.svc`; the first one issues new tokens. */
  readonly issuers: readonly [string, ...string[]];
  /** Audiences of the server. Tokens that request no audience are valid for all of them. */
  readonly audiences: readonly string[];
  readonly signingKey: SigningKey;
  /** Further keys that verify tokens. */
  readonly otherKeys: readonly TokenKey[];
}

/** An object that a token refers to. */
export interface BoundObject {
  readonly name: string;
  readonly uid: string;
}

/**
 * The objects to which a token is bound, in addition to its service account. A token bound to a pod also names the
 * pod's node.
 */
export interface Binding {
  readonly pod?: BoundObject;
  readonly node?: BoundObject;
  readonly secret?: BoundObject;
}

export interface TokenParameters {
  readonly namespace: string;
  readonly account: BoundObject;
  readonly binding: Binding;
  readonly audiences: readonly string[];
  readonly lifetimeS: number;
}

/** Finds an object by the plural name of a resource in the core group; undefined if it does not exist. */
export type FindObject = (
  resource: string,
  target: { readonly namespace: string; readonly name: string },
) => Promise<ApiObject | undefined>;

/** Tolerated difference between clocks, in seconds. A deleted object still counts as existing for the same time. */
const leewayS = 60;

/** Name of the private claim of service account tokens. */
const privateClaimName = "kubernetes.io";

interface PrivateClaim extends Binding {
  readonly namespace: string;
  readonly serviceaccount: BoundObject;
}

export async function signToken(
  order: TokenParameters,
  { issuers, signingKey }: TokenSettings,
  nowMs: number,
): Promise<{ readonly token: string; readonly id: string }> {
  const { SignJWT } = await import("jose");
  const { namespace, account, binding, audiences, lifetimeS } = order;
  const nowS = Math.floor(nowMs / 1000);
  const own: PrivateClaim = { namespace, ...binding, serviceaccount: account };
  const id = randomUUID();
  const token = await new SignJWT({ [privateClaimName]: own })
    .setProtectedHeader({ alg: signingKey.algorithm, kid: signingKey.id })
    .setIssuer(issuers[0])
    .setSubject(serviceAccountName(namespace, account.name))
    .setAudience([...audiences])
    .setIssuedAt(nowS)
    .setNotBefore(nowS)
    .setExpirationTime(nowS + lifetimeS)
    .setJti(id)
    .sign(signingKey.privateKey);
  return { token, id };
}

export interface ReadOptions {
  readonly nowMs: () => number;
  /** The token must be valid for one of them; default: the audiences of the server. */
  readonly audiences?: readonly string[];
}

/**
 * Returns the authenticator for service account tokens. It also refuses tokens of other issuers, so that a request
 * whose token no authenticator knows is not treated as anonymous.
 */
export function serviceAccountTokens(
  settings: TokenSettings,
  find: FindObject,
  { nowMs, audiences = settings.audiences }: ReadOptions,
): Authenticator {
  return {
    async authenticate({ headers }) {
      const token = bearerToken(headers);
      if (token === undefined) return { outcome: "none" };
      const signed = await readSigned(token, settings, settings.issuers);
      if (!signed?.ok) return refusedResult(signed?.error);
      const claims = readClaims(signed.value, {
        serverAudiences: settings.audiences,
        requestedAudiences: audiences,
        nowMs: nowMs(),
      });
      return claims.ok ? userOf(claims.value, find, nowMs()) : refusedResult(claims.error);
    },
  };
}

/** A cheap check that skips tokens of other formats. */
const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Returns the result for an invalid token.
 *
 * @param reason - kube-apiserver's message
 */
export const refusedResult = (reason?: string): Authentication => ({
  outcome: "refused",
  ...(reason === undefined ? {} : { reason }),
});

interface TokenClaims {
  readonly id: string;
  readonly audiences: readonly string[];
  readonly own: PrivateClaim;
}

/**
 * Returns the payload of a token that one of the keys has signed. Does not check times and audiences.
 *
 * @returns undefined if the text is not a token, or the token is from another issuer
 */
export async function readSigned(
  token: string,
  { signingKey, otherKeys }: TokenSettings,
  issuers: readonly string[],
): Promise<Result<JWTPayload> | undefined> {
  if (!jwt.test(token)) return undefined;
  const { compactVerify, decodeJwt, decodeProtectedHeader } = await import("jose");
  const verify = ({ publicKey, algorithm }: TokenKey) =>
    compactVerify(token, publicKey, { algorithms: [algorithm] }).then(
      () => true,
      () => false,
    );
  try {
    const claims = decodeJwt(token);
    // The payload may have any shape: it is not verified yet.
    if (typeof claims.iss !== "string" || !issuers.includes(claims.iss)) return undefined;
    const { kid } = decodeProtectedHeader(token);
    const keys = [signingKey, ...otherKeys].filter(({ id }) => (kid ?? "") === "" || id === kid);
    if (keys.length === 0) return failure("invalid signature, no keys found");
    for (const key of keys) if (await verify(key)) return success(claims);
    return failure("go-jose/go-jose: error in cryptographic primitive");
  } catch {
    return undefined;
  }
}

interface Expected {
  /** The audiences of a token that names no audience. */
  readonly serverAudiences: readonly string[];
  readonly requestedAudiences: readonly string[];
  readonly nowMs: number;
}

/** Validates the claims. Even a signed payload may have another shape: the holder of a key can sign anything. */
function readClaims(
  { sub, jti = "", exp, nbf, iat, aud, [privateClaimName]: own }: JWTPayload,
  expected: Expected,
): Result<TokenClaims, string | undefined> {
  const named: unknown[] = aud === undefined ? [] : [aud].flat();
  if (!named.every((name) => typeof name === "string")) return failure(wrongType("string or array", "to Audience"));
  const tokenAudiences = named.length === 0 ? expected.serverAudiences : named;
  const audiences = expected.requestedAudiences.filter((name) => tokenAudiences.includes(name));
  if (audiences.length === 0) {
    const [of, wanted] = [tokenAudiences, expected.requestedAudiences].map(
      (names) => `[${names.map(quoteGo).join(" ")}]`,
    );
    return failure(`token audiences ${of} is invalid for the target audiences ${wanted}`);
  }
  const times: unknown[] = [exp, nbf, iat].filter((time) => (time ?? null) !== null);
  if (!times.every((time) => typeof time === "number")) return failure(wrongType("number", "NumericDate"));
  if (!times.every(isTime)) return failure(undefined);
  const timeError = timeFault({ exp, nbf, iat }, expected.nowMs / msPerSecond);
  if (timeError !== undefined) return failure(timeError);
  const hasValidClaims = isPrivateClaim(own) && sub === serviceAccountName(own.namespace, own.serviceaccount.name);
  if (!hasValidClaims || typeof jti !== "string") return failure(undefined);
  return success({ id: jti, audiences, own });
}

const msPerSecond = 1000;

/**
 * Whether the value is a number of seconds that Go's decoder accepts. JSON numbers may be arbitrarily large, such as
 * `1e999`.
 */
const isTime = (seconds: number): boolean => Math.abs(seconds) <= Number.MAX_SAFE_INTEGER;

const wrongType = (expected: string, target: string): string =>
  `go-jose/go-jose/jwt: expected ${expected} value to unmarshal ${target}`;

type Times = Readonly<Record<"exp" | "nbf" | "iat", number | undefined>>;

/**
 * Returns why the token is not valid at the time. As in kube-apiserver, an absent time limits nothing: a token without
 * `exp` is valid as long as its objects exist.
 */
function timeFault({ exp, nbf, iat }: Times, nowS: number): string | undefined {
  const isAhead = (time: number | undefined) => nowS + leewayS < (time ?? Number.NEGATIVE_INFINITY);
  if (isAhead(nbf)) return "service account token is not valid yet";
  if (nowS - leewayS > (exp ?? Number.POSITIVE_INFINITY)) return "service account token has expired";
  return isAhead(iat) ? "service account token is issued in the future" : undefined;
}

function isPrivateClaim(claim: unknown): claim is PrivateClaim {
  if (!isPlainObject(claim) || typeof claim["namespace"] !== "string") return false;
  const { serviceaccount, pod, node, secret } = claim;
  return (
    isBoundObject(serviceaccount) &&
    [pod, node, secret].every((bound) => (bound ?? null) === null || isBoundObject(bound))
  );
}

function isBoundObject(value: unknown): value is BoundObject {
  return (
    isPlainObject(value) &&
    typeof value["name"] === "string" &&
    value["name"] !== "" &&
    typeof value["uid"] === "string"
  );
}

const invalidated = "service account token has been invalidated";

/** Types of objects that a token may be bound to, in addition to its service account. */
const boundSorts = [
  { resource: "secrets", name: "secret", claim: "service account secret ref" },
  { resource: "pods", name: "pod", claim: "service account pod ref" },
  { resource: "nodes", name: "node", claim: "service account node ref" },
] as const;

async function userOf({ id, audiences, own }: TokenClaims, find: FindObject, nowMs: number): Promise<Authentication> {
  const { namespace, serviceaccount } = own;
  const account = await find("serviceaccounts", { namespace, name: serviceaccount.name });
  if (!account) return refusedResult(`serviceaccounts ${JSON.stringify(serviceaccount.name)} not found`);
  if (account.metadata.uid !== serviceaccount.uid) {
    return refusedResult(`service account UID (${account.metadata.uid}) does not match claim (${serviceaccount.uid})`);
  }
  if (isLongGone(account, nowMs))
    return refusedResult(`service account ${namespace}/${serviceaccount.name} has been deleted`);
  for (const { resource, name, claim } of boundSorts) {
    const bound = own[name];
    // For a token bound to a pod, the node is not checked: it may be deleted before the pod.
    if (!bound || (name === "node" && own.pod)) continue;
    const found = await find(resource, { namespace: name === "node" ? "" : namespace, name: bound.name });
    if (!found || (found.metadata.uid === bound.uid && isLongGone(found, nowMs))) return refusedResult(invalidated);
    if (found.metadata.uid !== bound.uid) {
      return refusedResult(`${name} UID (${found.metadata.uid}) does not match ${claim} claim (${bound.uid})`);
    }
  }
  const user: UserInfo = impersonatedUser(serviceAccountName(namespace, serviceaccount.name), []);
  return { outcome: "user", user: { ...user, uid: serviceaccount.uid, extra: extraOf(own, id) }, audiences };
}

function isLongGone({ metadata: { deletionTimestamp } }: ApiObject, nowMs: number): boolean {
  return deletionTimestamp ? Date.parse(deletionTimestamp) < nowMs - leewayS * 1000 : false;
}

function extraOf({ pod, node }: Binding, id: string): UserInfo["extra"] {
  const prefix = "authentication.kubernetes.io/";
  const entries = [
    ["credential-id", id === "" ? "" : `JTI=${id}`],
    ["pod-name", pod?.name],
    ["pod-uid", pod?.uid],
    ["node-name", node?.name],
    ["node-uid", node?.uid],
  ] as const;
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[prefix + name, [value]]] : [])));
}
