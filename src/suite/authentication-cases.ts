/**
 * Runs authentication cases: compares the user or the rejection that the claims of a token lead to with the
 * expectation.
 *
 * @module
 */
import { type Authentication, planAuthentication } from "../access/authenticate.ts";
import type { Claims } from "../access/claims.ts";
import type { UserInfo } from "../access/user.ts";
import type { AuthenticationConfiguration } from "../api/types/apiserver-v1.ts";
import type { FieldPath, Related } from "../diagnostic/diagnostic.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { AuthenticationBlock } from "../kinds/clustervet/vet-suite.ts";
import { parseTimestamp } from "../text/timestamp.ts";
import { compareJson, comparePart, compareSets, compareText, jsonText } from "./compare.ts";
import { brokenVerdict, type Difference, differenceVerdict, failedVerdict, type Verdict } from "./result.ts";
import type { LoadedConfiguration, SuiteScope } from "./scope.ts";

type Case = NonNullable<AuthenticationBlock["cases"]>[number];
type Expected = NonNullable<Case["expect"]>;
type Loaded = LoadedConfiguration<AuthenticationConfiguration>;

/** Returns a function that judges the cases of a block. */
export function authenticationJudge(
  block: AuthenticationBlock,
  path: FieldPath,
  scope: SuiteScope,
): (item: Case) => Verdict {
  const loading = scope.loadConfiguration<AuthenticationConfiguration>("AuthenticationConfiguration", block, path);
  if (!loading.ok) return () => loading.error;
  const nowMs = block.now === undefined ? undefined : timeMs(block.now);
  if (block.now !== undefined && nowMs === undefined)
    return () => brokenVerdict(`\`now\` must be a time such as 2026-01-31T12:00:00Z; got ${JSON.stringify(block.now)}`);
  const authenticate = planAuthentication(loading.value.object, scope.settings.target);
  const options = nowMs === undefined ? {} : { nowMs };
  return (item) => judge(item, authenticate(claimsOf(block, item), options), loading.value);
}

function timeMs(text: string): number | undefined {
  const parsed = parseTimestamp(text);
  return parsed && Number(parsed.seconds) * 1000 + Math.trunc(parsed.nanos / 1e6);
}

/** Merges the claims of a case into those of the block; null removes a claim. */
function claimsOf({ claims: shared }: AuthenticationBlock, { claims: own }: Case): Claims {
  const claims = { ...(isPlainObject(shared) ? shared : {}), ...(isPlainObject(own) ? own : {}) };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
}

function judge({ expect = {} }: Case, result: Authentication, loaded: Loaded): Verdict {
  if (result.outcome === "undecided") {
    return failedVerdict(`undecided: ${result.reason}`, [
      { ...loaded.place(result), message: "only a running API server can decide" },
    ]);
  }
  const expected = expect.user ? "user" : expect.refused ? "refused" : "skipped";
  if (result.outcome !== expected) return outcomeMismatch(expected, result, loaded);
  if (result.outcome === "user") return judgeUser(result, expect, loaded);
  if (result.outcome === "refused") return judgeRefusal(result, expect, loaded);
  return differenceVerdict([]);
}

function outcomeMismatch(expected: "user" | "refused" | "skipped", result: Authentication, loaded: Loaded): Verdict {
  const words = { user: "a user", refused: "a refusal", skipped: "no authenticator has the issuer" };
  const difference = { path: ["expect", expected], expected: [words[expected]], found: [foundText(result)] };
  return differenceVerdict([difference], relatedTo(result, loaded));
}

function foundText(result: Authentication): string {
  switch (result.outcome) {
    case "user":
      return `the user ${JSON.stringify(result.user.username)}`;
    case "refused":
      return `refused at ${result.refusal.stage}: ${result.refusal.message}`;
    default:
      return `${result.outcome}: ${result.reason}`;
  }
}

function relatedTo(result: Authentication, loaded: Loaded): readonly Related[] {
  switch (result.outcome) {
    case "user":
      return [{ ...loaded.place({ path: ["jwt", result.authenticator, "issuer", "url"] }), message: "this issuer" }];
    case "refused": {
      const { path, span } = result.refusal;
      return [{ ...loaded.place({ path, ...(span ? { span } : {}) }), message: "refused here" }];
    }
    default:
      return [];
  }
}

type Refused = Extract<Authentication, { outcome: "refused" }>;

function judgeRefusal(result: Refused, { refused = {} }: Expected, loaded: Loaded): Verdict {
  const { stage, message } = result.refusal;
  const differences = [
    ...compareText(["expect", "refused", "stage"], refused.stage, stage),
    ...comparePart(["expect", "refused", "message"], refused.message, message),
  ];
  return differenceVerdict(differences, relatedTo(result, loaded));
}

type Accepted = Extract<Authentication, { outcome: "user" }>;

function judgeUser({ user, authenticator }: Accepted, { user: expected = {} }: Expected, loaded: Loaded): Verdict {
  const differences = userDifferences(expected, user);
  const fields = new Set(differences.map(({ path }) => String(path[2])));
  const related = [...fields].map((field) => ({
    ...loaded.place({ path: ["jwt", authenticator, "claimMappings", field], atKey: true }),
    message: `the ${field} ${field === "groups" ? "come" : "comes"} from here`,
  }));
  return differenceVerdict(differences, related);
}

function userDifferences(expected: NonNullable<Expected["user"]>, user: UserInfo): readonly Difference[] {
  const at = (...rest: string[]) => ["expect", "user", ...rest];
  return [
    ...compareText(at("username"), expected.username, user.username),
    ...compareText(at("uid"), expected.uid, user.uid),
    ...compareSets(at("groups"), expected.groups, user.groups),
    ...(expected.extra === undefined ? [] : compareExtra(at("extra"), expected.extra, user.extra)),
  ];
}

function compareExtra(path: FieldPath, expected: unknown, found: UserInfo["extra"]): readonly Difference[] {
  if (!isPlainObject(expected)) return compareJson(path, expected, found);
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return keys.flatMap((key) => {
    const [wanted, got] = [memberOf(expected, key), memberOf(found, key)];
    if (wanted === undefined) return [{ path, expected: [], found: [`${key}: ${jsonText(got)}`] }];
    if (got === undefined) return [{ path, expected: [`${key}: ${jsonText(wanted)}`], found: [] }];
    return compareJson([...path, key], wanted, got);
  });
}
