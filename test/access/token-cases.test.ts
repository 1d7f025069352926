import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { planAuthentication } from "../../src/access/authenticate.ts";
import { signatureFault } from "../../src/access/signature.ts";
import type { UserInfo } from "../../src/access/user.ts";
import { formatPath } from "../../src/diagnostic/path.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import cases from "./token-cases.json" with { type: "json" };

/**
 * The cases of the table `TestToken` of kubernetes/apiserver (plugin/pkg/authenticator/token/oidc), by row. Rows 24 and
 * 37 are about signatures and are tested below. Nine of the 93 rows can't be expressed by a document and a token: 42 to
 * 45 pass contradicting options to Go's constructor (a signing algorithm of secrets, a client in addition to a
 * certificate authority, a key set in addition to a discovery URL) or wait for the health check of a host that does not
 * exist; 71 to 75 pass functions that look up and open connections, which fail. In eight rows the groups come from
 * another server, which clustervet does not call.
 */
interface TokenCase {
  readonly row: number;
  readonly authenticator: object;
  readonly serviceAccountIssuers?: readonly string[];
  readonly claims?: Record<string, unknown>;
  /** Exactly one of the following is expected; `invalid` is the field that makes the configuration invalid. */
  readonly user?: UserInfo;
  readonly error?: string;
  readonly skipped?: boolean;
  readonly undecided?: boolean;
  readonly invalid?: string;
}

const nowMs = Date.parse("2009-11-10T23:00:00Z");
const rows: readonly TokenCase[] = cases;

const configurationOf = ({ authenticator }: TokenCase) => ({
  apiVersion: "apiserver.config.k8s.io/v1",
  kind: "AuthenticationConfiguration",
  jwt: [authenticator],
});

describe("tokens", () => {
  test.each(rows.filter(({ invalid }) => invalid === undefined))("row $row", (row) => {
    const { claims = {}, user, error, skipped } = row;
    const result = planAuthentication(configurationOf(row), "1.37")(claims, { nowMs });
    if (user) expect(result).toMatchObject({ outcome: "user", user });
    else if (error) expect(result).toMatchObject({ outcome: "refused", refusal: { message: error } });
    else expect(result.outcome).toBe(skipped ? "skipped" : "undecided");
  });
});

describe("configurations that are rejected", () => {
  test.each(rows.filter(({ invalid }) => invalid !== undefined))("row $row: $invalid", (row) => {
    const vetter = createVetter({ serviceAccountIssuers: row.serviceAccountIssuers ?? [] });
    const errors = vetter.vetObject(configurationOf(row)).filter(({ severity }) => severity === "error");
    expect(errors.map(({ path }) => formatPath(path))).toEqual([row.invalid]);
  });
});

describe("signatures", () => {
  const [first] = rows;
  const claims = { iss: "https://auth.example.com", aud: "my-client", username: "jane", exp: nowMs / 1000 + 3600 };

  /** Returns the result for a token that is signed with one key and verified with another. */
  async function outcomeOf(alg: string, otherAlg: string) {
    const [signing, published] = [await generateKeyPair(alg), await generateKeyPair(otherAlg, { extractable: true })];
    const token = await new SignJWT(claims).setProtectedHeader({ alg }).sign(signing.privateKey);
    const fault = await signatureFault(token, { keys: [await exportJWK(published.publicKey)] });
    if (!first || fault === undefined) throw new Error("the signature is good");
    return planAuthentication(configurationOf(first), "1.37")(claims, { nowMs, signatureFault: fault });
  }

  test("row 24: a token that is signed with another key is rejected", async () => {
    const message = "oidc: verify token: failed to verify signature: failed to verify id token signature";
    expect(await outcomeOf("RS256", "RS256")).toMatchObject({ outcome: "refused", refusal: { message } });
  });

  test("row 37: a token with an unsupported algorithm is rejected", async () => {
    const result = await outcomeOf("EdDSA", "RS256");
    expect(result).toMatchObject({ outcome: "refused", refusal: { stage: "verify" } });
    expect(JSON.stringify(result)).toMatch(/oidc: verify token: oidc: id token signed with unsupported algorithm/);
  });
});

test("all rows of the table have a case, except those that no token can express", () => {
  expect(new Set(rows.map(({ row }) => row)).size).toBe(93 - 2 - 9);
});
