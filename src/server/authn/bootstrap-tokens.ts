/**
 * Bootstrap tokens, with which nodes join a cluster. Each token is a Secret in kube-system, and authenticates its own
 * user. A Secret with any error authenticates no one.
 *
 * @module
 */
import { withAuthenticatedGroup } from "../../access/user.ts";
import { parseTimestamp } from "../../text/timestamp.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { Authenticator } from "./authenticator.ts";
import { bearerToken } from "./bearer-token.ts";
import { isSameSecret, secretBytes } from "./secret-tokens.ts";
import type { FindObject } from "./service-account-tokens.ts";

const tokenPattern = /^(?<id>[a-z0-9]{6})\.(?<secret>[a-z0-9]{16})$/;
const secretType = "bootstrap.kubernetes.io/token";
const ownGroup = "system:bootstrappers";
const groupForm = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

export function bootstrapTokens(find: FindObject, nowMs: () => number): Authenticator {
  return {
    async authenticate({ headers }) {
      const { id, secret: shown } = tokenPattern.exec(bearerToken(headers) ?? "")?.groups ?? {};
      if (id === undefined || shown === undefined) return { outcome: "none" };
      const secret = await find("secrets", { namespace: "kube-system", name: `bootstrap-token-${id}` });
      const groups = secret && groupsOf(secret, { id, shown, nowMs: nowMs() });
      if (!groups) return { outcome: "none" };
      const username = `system:bootstrap:${id}`;
      return {
        outcome: "user",
        user: { username, uid: "", groups: withAuthenticatedGroup(username, groups), extra: {} },
      };
    },
  };
}

interface PresentedToken {
  readonly id: string;
  /** The secret part of the token. */
  readonly shown: string;
  readonly nowMs: number;
}

/**
 * Returns the groups of the user; undefined if the token does not match the Secret, or the Secret is expired, deleted
 * or not meant for authentication.
 */
function groupsOf(secret: ApiObject, { id, shown, nowMs }: PresentedToken): readonly string[] | undefined {
  const text = (key: string) => secretBytes(secret, key).toString();
  const isValid =
    !secret.metadata.deletionTimestamp &&
    secret["type"] === secretType &&
    isSameSecret(secretBytes(secret, "token-secret"), shown) &&
    text("token-id") === id &&
    !hasEnded(text("expiration"), nowMs) &&
    text("usage-bootstrap-authentication") === "true";
  const given = text("auth-extra-groups");
  const extra = given === "" ? [] : given.split(",");
  return isValid && extra.every((group) => groupForm.test(group))
    ? [...new Set([ownGroup, ...extra])].sort()
    : undefined;
}

function hasEnded(expiration: string, nowMs: number): boolean {
  if (expiration === "") return false;
  const time = parseTimestamp(expiration);
  return !time || time.seconds * 1000 <= nowMs;
}
