/**
 * Service account tokens that kube-controller-manager stores in Secrets: they are valid as long as the Secret contains
 * them.
 *
 * @module
 */
import { timingSafeEqual } from "node:crypto";
import type { JWTPayload } from "jose";
import { impersonatedUser, serviceAccountName } from "../../access/user.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { valueText } from "../../json/value-text.ts";
import { failure, type Result, success } from "../../text/result.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { Authentication, Authenticator, Credentials } from "./authenticator.ts";
import { bearerToken } from "./bearer-token.ts";
import { type FindObject, readSigned, refusedResult, type TokenSettings } from "./service-account-tokens.ts";

/** Issuer of these tokens, independent of the issuer of other service account tokens. */
const issuer = "kubernetes/serviceaccount";
const claimPrefix = "kubernetes.io/serviceaccount/";
const invalidLabel = "kubernetes.io/legacy-token-invalid-since";
const lastUsedLabel = "kubernetes.io/legacy-token-last-used";
const annotationPrefix = "authentication.k8s.io/legacy-token-";
const autoWarning =
  "Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.";

/** Records the use of tokens. */
export interface SecretTokenUses {
  nowMs(): number;
  /** Adds labels to the Secret. A failure does not affect the request. */
  label(secret: ApiObject, labels: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Counts a use. `auto`: the service account lists the Secret, like those that were once generated for each account.
   */
  count(sort: "auto" | "manual" | "invalid"): void;
}

export function secretTokens(settings: TokenSettings, find: FindObject, uses: SecretTokenUses): Authenticator {
  return {
    async authenticate(credentials) {
      const token = bearerToken(credentials.headers);
      if (token === undefined) return { outcome: "none" };
      const signed = await readSigned(token, settings, [issuer]);
      if (!signed) return { outcome: "none" };
      if (!signed.ok) return refusedResult(signed.error);
      const claims = readClaims(signed.value);
      return claims.ok ? userOf(token, claims.value, { find, uses, credentials }) : refusedResult(claims.error);
    },
  };
}

interface SecretClaims {
  readonly namespace: string;
  readonly secret: string;
  readonly account: string;
  readonly uid: string;
}

function readClaims({ sub, ...claims }: JWTPayload): Result<SecretClaims> {
  const textOf = (name: string) => valueText(memberOf(claims, claimPrefix + name) ?? "");
  const [namespace, secret] = [textOf("namespace"), textOf("secret.name")];
  const [account, uid] = [textOf("service-account.name"), textOf("service-account.uid")];
  const named = { sub, namespace, secretName: secret, serviceAccountName: account, serviceAccountUID: uid };
  const missing = Object.entries(named).find(([, text]) => !text);
  if (missing) return failure(`${missing[0]} claim is missing`);
  if (sub !== serviceAccountName(namespace, account)) return failure("sub claim is invalid");
  return success({ namespace, secret, account, uid });
}

interface UseParts {
  readonly find: FindObject;
  readonly uses: SecretTokenUses;
  readonly credentials: Credentials;
}

async function userOf(token: string, claims: SecretClaims, parts: UseParts): Promise<Authentication> {
  const { find, uses, credentials } = parts;
  const { namespace, secret: name, account, uid } = claims;
  const secret = await find("secrets", { namespace, name });
  if (!secret || secret.metadata.deletionTimestamp) return refusedResult("Token has been invalidated");
  if (!isSameSecret(secretBytes(secret, "token"), token)) return refusedResult("Token does not match server's copy");
  const owner = await find("serviceaccounts", { namespace, name: account });
  if (!owner) return refusedResult(`serviceaccounts ${JSON.stringify(account)} not found`);
  if (owner.metadata.deletionTimestamp) return refusedResult(`ServiceAccount ${namespace}/${account} has been deleted`);
  if (owner.metadata.uid !== uid) {
    return refusedResult(`ServiceAccount UID (${owner.metadata.uid}) does not match claim (${uid})`);
  }
  if (secret.metadata.labels?.[invalidLabel]) {
    credentials.auditAnnotations?.set(`${annotationPrefix}invalidated`, `${name}/${namespace}`);
    uses.count("invalid");
    await labelUse(secret, uses);
    return refusedResult(
      `the token in secret ${namespace}/${name} for service account ${namespace}/${account} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${invalidLabel}' label from the secret to temporarily allow use of this token`,
    );
  }
  noteSort(secret, owner, parts);
  await labelUse(secret, uses);
  return { outcome: "user", user: { ...impersonatedUser(serviceAccountName(namespace, account), []), uid } };
}

/** Records whether the Secret was generated for the account or created manually. */
function noteSort({ metadata: { name = "" } }: ApiObject, owner: ApiObject, { uses, credentials }: UseParts): void {
  const { secrets } = owner as ApiObject & { readonly secrets?: readonly { readonly name?: string }[] };
  const isAuto = secrets?.some((secret) => secret.name === name) ?? false;
  if (isAuto) credentials.warnings?.add(autoWarning);
  credentials.auditAnnotations?.set(`${annotationPrefix}${isAuto ? "autogenerated" : "manual"}-secret`, name);
  uses.count(isAuto ? "auto" : "manual");
}

const dayMs = 86_400_000;

/**
 * Updates the label with the date of the last use, at most once a day. Tomorrow's date counts as current, too, since
 * the clock of another server may already show the next day.
 */
async function labelUse(secret: ApiObject, { nowMs, label }: SecretTokenUses): Promise<void> {
  const [today = "", tomorrow] = [0, dayMs].map((ms) =>
    new Date(nowMs() + ms).toISOString().slice(0, "2006-01-02".length),
  );
  const lastUsed = secret.metadata.labels?.[lastUsedLabel];
  if (lastUsed !== today && lastUsed !== tomorrow) await label(secret, { [lastUsedLabel]: today });
}

/** Returns the value of a Secret for a key; empty if the key is absent. */
export function secretBytes({ data }: ApiObject, key: string): Buffer {
  return Buffer.from(valueText(isPlainObject(data) ? (memberOf(data, key) ?? "") : ""), "base64");
}

/** Compares in constant time, so that the duration does not reveal how much of the text matches. */
export function isSameSecret(held: Buffer, text: string): boolean {
  const shown = Buffer.from(text);
  return held.length === shown.length && timingSafeEqual(held, shown);
}
