import { describe, expect, test } from "vitest";
import { planAuthentication } from "../../src/access/authenticate.ts";
import type { UserInfo } from "../../src/access/user.ts";
import { formatPath } from "../../src/diagnostic/path.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import cases from "./token-cases.json" with { type: "json" };

/**
 * The facts of the table `TestToken` of kubernetes/apiserver (plugin/pkg/authenticator/token/oidc), by its rows. Eleven
 * of its 93 rows are about what has no claims to look at: 24 and 37 about signatures (`signature.test.ts` has its own),
 * 42 to 45 about options of the constructor and its health, 71 to 75 about the dialers of egress. In eight rows groups
 * come from another server, which is not asked here.
 */
interface TokenCase {
  readonly row: number;
  readonly authenticator: object;
  readonly serviceAccountIssuers?: readonly string[];
  readonly claims?: Record<string, unknown>;
  /** One of these is expected; `invalid` is the field for which the configuration is refused. */
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

describe("configurations that are refused", () => {
  test.each(rows.filter(({ invalid }) => invalid !== undefined))("row $row: $invalid", (row) => {
    const vetter = createVetter({ serviceAccountIssuers: row.serviceAccountIssuers ?? [] });
    const errors = vetter.vetObject(configurationOf(row)).filter(({ severity }) => severity === "error");
    expect(errors.map(({ path }) => formatPath(path))).toEqual([row.invalid]);
  });
});

test("as many rows as the table has, but for those without claims", () => {
  expect(new Set(rows.map(({ row }) => row)).size).toBe(93 - 11);
});
