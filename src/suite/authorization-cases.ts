/**
 * Runs authorization cases: compares the decision of the chain of authorizers about a request with the expectation.
 *
 * @module
 */
import { type AssumedResponse, type Authorization, planAuthorization, type Step } from "../access/authorize.ts";
import type { AccessRequest } from "../access/request.ts";
import { readReview } from "../access/review.ts";
import type { AuthorizationConfiguration } from "../api/types/apiserver-v1.ts";
import type { FieldPath, Related } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { type AuthorizationBlock, assumedAnswers } from "../kinds/clustervet/vet-suite.ts";
import { comparePart, compareText } from "./compare.ts";
import { loadRbac, type SuiteRbac } from "./rbac-manifests.ts";
import { brokenVerdict, differenceVerdict, failedVerdict, type Verdict } from "./result.ts";
import type { LoadedConfiguration, SuiteScope } from "./scope.ts";

type Case = NonNullable<AuthorizationBlock["cases"]>[number];
type Loaded = LoadedConfiguration<AuthorizationConfiguration>;

/** Returns a function that judges the cases of a block. */
export function authorizationJudge(
  block: AuthorizationBlock,
  path: FieldPath,
  scope: SuiteScope,
): (item: Case) => Verdict {
  const loading = scope.loadConfiguration<AuthorizationConfiguration>("AuthorizationConfiguration", block, path);
  if (!loading.ok) return () => loading.error;
  const rbac = block.rbac === undefined ? undefined : loadRbac(block.rbac, scope);
  if (rbac?.ok === false) return () => rbac.error;
  const authorize = planAuthorization(loading.value.object, scope.settings.target);
  const { groupDomain } = scope.settings.catalog;
  return (item) => {
    const reading = readReview(asReview(item.review, groupDomain), groupDomain);
    if (!reading.ok)
      return brokenVerdict(reading.error.map(({ path: at, message }) => faultText(at, message)).join("; "));
    const assumed = new Map(Object.entries(item.webhooks ?? {}).filter(isAnswer));
    const authorization = authorize(reading.value, {
      assumed,
      ...(rbac ? { rbac: createRbacDecider(rbac.value) } : {}),
    });
    return judge(item, authorization, relatedTo(authorization, loading.value, reading.value, rbac?.value));
  };
}

/** A case contains only the `spec` of the SubjectAccessReview. */
function asReview(spec: unknown, groupDomain: string): object {
  return { apiVersion: `authorization.${groupDomain}/v1`, kind: "SubjectAccessReview", spec };
}

function faultText(path: FieldPath, message: string): string {
  return `${formatPath(["review", ...path.slice(1)])}: ${message}`;
}

function isAnswer(entry: [string, string]): entry is [string, AssumedResponse] {
  return assumedAnswers.some((answer) => answer === entry[1]);
}

function createRbacDecider({ policy }: SuiteRbac) {
  return (request: AccessRequest) => {
    const { grant, reason } = policy.authorize(request);
    return { isAllowed: grant !== undefined, reason };
  };
}

function judge(
  { expect = {} }: Case,
  { decision, steps, dependsOn }: Authorization,
  related: readonly Related[],
): Verdict {
  if (decision === "depends") {
    const open = steps.filter(({ name }) => dependsOn.includes(name));
    const reasons = open.map(({ name, reason }) => `${name} (${reason})`).join(", ");
    return failedVerdict(`undecided: it depends on ${reasons}`, related);
  }
  const decider = deciderOf(steps);
  const reason = decider?.reason ?? steps.map((step) => `${step.name}: ${step.reason}`).join("; ");
  const differs = expect.decision !== undefined && expect.decision !== decision;
  const found = decider ? `${decision} by ${decider.name}: ${reason}` : `${decision}: ${reason}`;
  const differences = [
    ...(differs ? [{ path: ["expect", "decision"], expected: [expect.decision ?? ""], found: [found] }] : []),
    ...compareText(["expect", "by"], expect.by, decider?.name ?? ""),
    ...comparePart(["expect", "reason"], expect.reason, reason),
  ];
  return differenceVerdict(differences, related);
}

function deciderOf(steps: readonly Step[]): Step | undefined {
  const last = steps.at(-1);
  return last?.opinion === "allow" || last?.opinion === "deny" ? last : undefined;
}

/**
 * Returns places that explain a decision: the authorizer that decides, or those that leave it open; conditions that are
 * false or fail; the RBAC binding.
 */
function relatedTo(
  { steps, dependsOn }: Authorization,
  loaded: Loaded,
  request: AccessRequest,
  rbac: SuiteRbac | undefined,
): readonly Related[] {
  const decider = deciderOf(steps);
  return steps.flatMap((step) => {
    const isRelevantStep = step === decider || dependsOn.includes(step.name);
    const told = isRelevantStep && step.path.length > 0;
    return [
      ...(told ? [{ ...loaded.place({ path: [...step.path, "name"] }), message: step.reason }] : []),
      ...conditionsOf(step, loaded),
      ...(isRelevantStep && step.type === "RBAC" && rbac ? bindingOf(request, rbac) : []),
    ];
  });
}

function conditionsOf({ match }: Step, loaded: Loaded): readonly Related[] {
  return (match?.conditions ?? []).flatMap(({ path, span, outcome, message }) => {
    if (outcome !== "false" && outcome !== "error") return [];
    return [{ ...loaded.place({ path, ...(span ? { span } : {}) }), message: message ?? "this condition is false" }];
  });
}

function bindingOf(request: AccessRequest, { policy, related }: SuiteRbac): readonly Related[] {
  const { grant } = policy.authorize(request);
  return grant ? related(grant.binding, ["subjects", grant.subjectIndex], "this subject of the binding") : [];
}
