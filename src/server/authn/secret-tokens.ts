/**
 * Tokens of service accounts that kube-controller-manager puts into Secrets: good for as long as the Secret holds them.
 *
 * @module
 */
import { timingSafeEqual } from "node:crypto";
import type { JWTPayload } from "jose";
import { impersonatedUser, serviceAccountName } from "../../access/user.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { Authentication, Authenticator } from "./authenticator.ts";
import { bearerToken } from "./bearer-token.ts";
import { type FindObject, jwt, readSigned, refused, type TokenSettings } from "./service-account-tokens.ts";

/** Who signs them, whatever the issuer of other tokens is. */
const issuer = "kubernetes/serviceaccount";
const claimPrefix = "kubernetes.io/serviceaccount/";
const invalidLabel = "kubernetes.io/legacy-token-invalid-since";

export function secretTokens(settings: TokenSettings, find: FindObject, nowMs: () => number): Authenticator {
  return {
    async authenticate({ headers }) {
      const token = bearerToken(headers);
      if (token === undefined || !jwt.test(token)) return { outcome: "none" };
      const signed = await readSigned(token, settings, { issuer, currentDate: new Date(nowMs()) });
      if (!signed.ok) return refused(signed.error);
      const claims = readClaims(signed.value);
      return claims ? userOf(token, claims, find) : refused("the token does not name its service account");
    },
  };
}

interface SecretClaims {
  readonly namespace: string;
  readonly secret: string;
  readonly account: string;
  readonly uid: string;
}

function readClaims({ sub, ...claims }: JWTPayload): SecretClaims | undefined {
  const textOf = (name: string) => String(memberOf(claims, claimPrefix + name) ?? "");
  const [namespace, secret] = [textOf("namespace"), textOf("secret.name")];
  const [account, uid] = [textOf("service-account.name"), textOf("service-account.uid")];
  const isWhole = [namespace, secret, account, uid].every((text) => text !== "");
  return isWhole && sub === serviceAccountName(namespace, account) ? { namespace, secret, account, uid } : undefined;
}

async function userOf(token: string, claims: SecretClaims, find: FindObject): Promise<Authentication> {
  const { namespace, secret: name, account, uid } = claims;
  const secret = await find("secrets", { namespace, name });
  if (!secret || secret.metadata.deletionTimestamp || !isSameSecret(secretBytes(secret, "token"), token)) {
    return refused(`the Secret ${JSON.stringify(name)} has another token now`);
  }
  const owner = await find("serviceaccounts", { namespace, name: account });
  if (!owner || owner.metadata.deletionTimestamp || owner.metadata.uid !== uid) {
    return refused(`the service account ${JSON.stringify(account)} does not exist any more`);
  }
  if (secret.metadata.labels?.[invalidLabel]) return refused(`the Secret ${JSON.stringify(name)} is marked invalid`);
  return { outcome: "user", user: { ...impersonatedUser(serviceAccountName(namespace, account), []), uid } };
}

/** The value of a Secret under a key; empty without it. */
export function secretBytes({ data }: ApiObject, key: string): Buffer {
  return Buffer.from(String(isPlainObject(data) ? (memberOf(data, key) ?? "") : ""), "base64");
}

/** In a time that says nothing of how much of it is the same. */
export function isSameSecret(held: Buffer, text: string): boolean {
  const shown = Buffer.from(text);
  return held.length === shown.length && timingSafeEqual(held, shown);
}
