/**
 * Tokens of service accounts: signed for an account and an audience, maybe bound to an object, and good for as long as all
 * of them exist.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import type { JWTClaimVerificationOptions, JWTPayload } from "jose";
import { impersonatedUser, serviceAccountName, type UserInfo } from "../../access/user.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { failure, type Result, success } from "../../text/result.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { Authentication, Authenticator } from "./authenticator.ts";
import { bearerToken } from "./bearer-token.ts";
import type { SigningKey, TokenKey } from "./service-account-key.ts";

export interface TokenSettings {
  /** Who may have signed, `https://kubernetes.default.svc`; new tokens are of the first. */
  readonly issuers: readonly [string, ...string[]];
  /** The server's own; tokens that ask for none are for all of them. */
  readonly audiences: readonly string[];
  readonly signingKey: SigningKey;
  /** Keys that tokens may also be signed with. */
  readonly otherKeys: readonly TokenKey[];
}

/** An object that a token names. */
export interface BoundObject {
  readonly name: string;
  readonly uid: string;
}

/** The objects to which a token is bound, apart from its account. A token of a pod knows the pod's node. */
export interface Binding {
  readonly pod?: BoundObject;
  readonly node?: BoundObject;
  readonly secret?: BoundObject;
}

export interface TokenOrder {
  readonly namespace: string;
  readonly account: BoundObject;
  readonly binding: Binding;
  readonly audiences: readonly string[];
  readonly lifetimeS: number;
}

/** The plural of a resource of the core group, and the name of an object; undefined when there is none. */
export type FindObject = (
  resource: string,
  target: { readonly namespace: string; readonly name: string },
) => Promise<ApiObject | undefined>;

/** Clocks may be so far apart, and what is deleted counts for so long. */
const leewayS = 60;

/** The claims of such tokens apart from the registered ones. */
const ownClaim = "kubernetes.io";

interface OwnClaim extends Binding {
  readonly namespace: string;
  readonly serviceaccount: BoundObject;
}

export async function signToken(
  order: TokenOrder,
  { issuers, signingKey }: TokenSettings,
  nowMs: number,
): Promise<string> {
  const { SignJWT } = await import("jose");
  const { namespace, account, binding, audiences, lifetimeS } = order;
  const nowS = Math.floor(nowMs / 1000);
  const own: OwnClaim = { namespace, ...binding, serviceaccount: account };
  return new SignJWT({ [ownClaim]: own })
    .setProtectedHeader({ alg: signingKey.algorithm, kid: signingKey.id })
    .setIssuer(issuers[0])
    .setSubject(serviceAccountName(namespace, account.name))
    .setAudience([...audiences])
    .setIssuedAt(nowS)
    .setNotBefore(nowS)
    .setExpirationTime(nowS + lifetimeS)
    .setJti(randomUUID())
    .sign(signingKey.privateKey);
}

/** Whom a token makes; tokens of others are refused too, as no other authenticator may know them. */
export function serviceAccountTokens(settings: TokenSettings, find: FindObject, nowMs: () => number): Authenticator {
  return {
    async authenticate({ headers }) {
      const token = bearerToken(headers);
      if (token === undefined) return { outcome: "none" };
      if (!jwt.test(token)) return refused("the token is not a JSON Web Token");
      const verified = await verify(token, settings, nowMs());
      return verified.ok ? userOf(verified.value, find, nowMs()) : refused(verified.error);
    },
  };
}

/** Seen at a glance: other tokens cost nothing more. */
export const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export const refused = (reason: string): Authentication => ({ outcome: "refused", reason });

interface TokenClaims {
  readonly id: string;
  readonly audiences: readonly string[];
  readonly own: OwnClaim;
}

async function verify(token: string, settings: TokenSettings, nowMs: number): Promise<Result<TokenClaims>> {
  const { issuers, audiences } = settings;
  const claims = { issuer: [...issuers], audience: [...audiences], requiredClaims: ["exp", "nbf"] };
  const signed = await readSigned(token, settings, { ...claims, currentDate: new Date(nowMs) });
  return signed.ok ? readClaims(signed.value, audiences) : signed;
}

/**
 * The payload of a token that one of the keys has signed.
 *
 * @param claims - what it must say
 */
export async function readSigned(
  token: string,
  { signingKey, otherKeys }: TokenSettings,
  claims: JWTClaimVerificationOptions,
): Promise<Result<JWTPayload>> {
  const { decodeProtectedHeader, jwtVerify } = await import("jose");
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    const key = [signingKey, ...otherKeys].find(({ id, algorithm }) => id === kid && algorithm === alg);
    if (!key) return failure("the token is signed with a key that is not known");
    const options = { ...claims, algorithms: [key.algorithm], clockTolerance: leewayS };
    return success((await jwtVerify(token, key.publicKey, options)).payload);
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
}

/** Whoever has a key may sign what has another shape. */
function readClaims(
  { sub, jti = "", exp, nbf, iat, aud = [], [ownClaim]: own }: JWTPayload,
  asked: readonly string[],
): Result<TokenClaims> {
  if (![exp, nbf, iat].every((seconds) => isTime(seconds))) return failure("the token has a time that is out of range");
  const isWhole = isOwnClaim(own) && sub === serviceAccountName(own.namespace, own.serviceaccount.name);
  if (!isWhole || typeof jti !== "string") return failure("the token does not name its service account");
  const audiences = asked.filter((name) => [aud].flat().includes(name));
  return success({ id: jti, audiences, own });
}

/** Seconds that Go's reader takes: JSON has numbers without an end, `1e999`. That they are numbers has been verified. */
const isTime = (seconds = 0): boolean => Math.abs(seconds) <= Number.MAX_SAFE_INTEGER;

function isOwnClaim(claim: unknown): claim is OwnClaim {
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

async function userOf({ id, audiences, own }: TokenClaims, find: FindObject, nowMs: number): Promise<Authentication> {
  const { namespace, serviceaccount, pod, secret, node } = own;
  const named = [
    { resource: "serviceaccounts", namespace, bound: serviceaccount },
    { resource: "secrets", namespace, bound: secret },
    { resource: "pods", namespace, bound: pod },
    // The node of a pod may have gone before it.
    { resource: "nodes", namespace: "", bound: pod ? undefined : node },
  ];
  for (const { resource, namespace: place, bound } of named) {
    if (!bound) continue;
    const found = await find(resource, { namespace: place, name: bound.name });
    if (!found || found.metadata.uid !== bound.uid || isLongGone(found, nowMs)) {
      return refused(`the token is bound to ${resource} ${JSON.stringify(bound.name)}, which does not exist any more`);
    }
  }
  const user: UserInfo = impersonatedUser(serviceAccountName(namespace, serviceaccount.name), []);
  return { outcome: "user", user: { ...user, uid: serviceaccount.uid, extra: extraOf(own, id) }, audiences };
}

function isLongGone({ metadata: { deletionTimestamp } }: ApiObject, nowMs: number): boolean {
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) < nowMs - leewayS * 1000;
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
