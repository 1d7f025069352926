import { expect, test } from "vitest";
import { planAuthentication } from "../../src/access/authenticate.ts";
import { recordedLines } from "../recorded-lines.ts";

interface Case {
  readonly config: {
    readonly jwt: readonly { readonly claimValidationRules?: readonly { readonly claim?: string }[] }[];
  };
  readonly claims: Record<string, unknown>;
  readonly user?: { readonly groups: readonly string[] | null; readonly extra: object | null };
  readonly error?: string;
  readonly skipped?: boolean;
}

/** Recorded results of kube-apiserver's token authenticator. */
const file = new URL("data/authenticate.jsonl.gz", import.meta.url);
/** When the results were recorded. The tokens of the cases expired long before or are valid long after. */
const nowMs = Date.parse("2026-07-01T00:00:00Z");

test("users and errors equal those of kube-apiserver's token authenticator, word for word", () => {
  const lines = recordedLines(file);
  const differing = lines.flatMap((line) => {
    const item: Case = JSON.parse(line);
    const expected = outcomeOf(item);
    const outcome = authenticate(item);
    const agrees = withoutFault(outcome) === withoutFault(expected) || hasTwoRequiredClaims(item, outcome);
    return agrees ? [] : [{ expected, given: outcome }];
  });
  expect(lines.length).toBeGreaterThan(2000);
  expect(differing).toEqual([]);
});

function outcomeOf({ user, error, skipped }: Case): string {
  if (user) return JSON.stringify({ ...user, groups: user.groups ?? [], extra: user.extra ?? {} }, sortKeys);
  return skipped ? "skipped" : String(error);
}

function authenticate({ config, claims }: Case): string {
  const result = planAuthentication(config as object, "1.37")(claims, { nowMs });
  if (result.outcome === "refused") return result.refusal.message;
  return result.outcome === "user" ? JSON.stringify(result.user, sortKeys) : result.outcome;
}

/** Removes the errors of expressions: kube-apiserver's name Go types, clustervet's do not. */
function withoutFault(outcome: string): string {
  return outcome.replace(/(?<=resulted in error: )(?:no such overload|got ').*/, "");
}

/** Sorts the keys of objects, so that their JSON can be compared. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Whether both errors are about one of several required claims. kube-apiserver checks them in random order, so any of
 * the errors is right.
 */
function hasTwoRequiredClaims({ config, error }: Case, given: string): boolean {
  const required = (config.jwt[0]?.claimValidationRules ?? []).filter(({ claim }) => claim);
  return required.length > 1 && isAboutClaim(error ?? "") && isAboutClaim(given);
}

function isAboutClaim(message: string): boolean {
  return /^oidc: (?:required|parse) claim /.test(message);
}
