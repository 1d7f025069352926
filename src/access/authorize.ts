/**
 * The chain of authorizers of an AuthorizationConfiguration: which authorizers a request reaches, the verdict of each,
 * and the decision. Verdicts that need a running cluster stay unknown unless the caller assumes them.
 *
 * @part access
 * @module
 */

import type { AuthorizationConfiguration } from "../api/types/apiserver-v1.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { MatchConditions, type MatchResult } from "./match-conditions.ts";
import type { AccessRequest } from "./request.ts";
import { mastersGroup, nodeNameOf } from "./user.ts";

/** The verdict of an authorizer; `unknown` if clustervet can't call it. */
export type Opinion = "allow" | "deny" | "no-opinion" | "unknown";

/** One authorizer of the chain. */
export interface Step {
  readonly name: string;
  readonly type: string;
  /** The path of the authorizer's entry in the configuration; empty for the built-in check before all entries. */
  readonly path: FieldPath;
  readonly opinion: Opinion;
  /** The reason for the verdict, a sentence without a full stop. */
  readonly reason: string;
  /** Only for a webhook with match conditions. */
  readonly match?: MatchResult;
}

/** The outcome. `depends` if an authorizer whose verdict is unknown could decide. */
export interface Authorization {
  readonly decision: "allowed" | "denied" | "depends";
  /** The authorizers that the request reached, in order. Authorizers after a decision are left out. */
  readonly steps: readonly Step[];
  /** Names of the authorizers that the decision depends on. */
  readonly dependsOn: readonly string[];
}

/** The response that the caller assumes for a webhook; `fail` means that the call fails. */
export type AssumedResponse = "allow" | "deny" | "no-opinion" | "fail";

/** Inputs of the chain other than the configuration. */
export interface AuthorizeOptions {
  /** RBAC's verdict on the request. If absent, the verdict of RBAC is unknown. */
  readonly rbac?: (request: AccessRequest) => { readonly isAllowed: boolean; readonly reason: string };
  /** By webhook name. */
  readonly assumed?: ReadonlyMap<string, AssumedResponse>;
}

/** Decides a request with the authorizers of a configuration. Reusable for any number of requests. */
export type Authorize = (request: AccessRequest, options?: AuthorizeOptions) => Authorization;

/**
 * Plans the authorizers of a configuration.
 *
 * @param configuration - validated, after decoding
 * @param target - the release that evaluates the expressions, `1.37`
 */
export function planAuthorization({ authorizers = [] }: AuthorizationConfiguration, target: string): Authorize {
  const plannedSteps = authorizers.map((authorizer, index) =>
    planAuthorizer(authorizer, ["authorizers", index], target),
  );
  return (request, options = {}) => {
    const steps: Step[] = [];
    if (request.user.groups.includes(mastersGroup)) {
      const reason = `members of ${mastersGroup} may do everything`;
      steps.push({ name: mastersGroup, type: "built in", path: [], opinion: "allow", reason });
      return conclude(steps);
    }
    for (const ask of plannedSteps) {
      const step = ask(request, options);
      steps.push(step);
      if (step.opinion === "allow" || step.opinion === "deny") break;
    }
    return conclude(steps);
  };
}

/** Concludes `depends` if any verdict is unknown: later verdicts count only if that authorizer has no opinion. */
function conclude(steps: readonly Step[]): Authorization {
  const decision = steps.at(-1)?.opinion === "allow" ? "allowed" : "denied";
  const undecidedSteps = steps.filter(({ opinion }) => opinion === "unknown");
  const dependsOn = undecidedSteps.map(({ name }) => name);
  return { decision: undecidedSteps.length > 0 ? "depends" : decision, steps, dependsOn };
}

type DecideStep = (request: AccessRequest, options: AuthorizeOptions) => Step;
type Authorizer = NonNullable<AuthorizationConfiguration["authorizers"]>[number];
type Verdict = Pick<Step, "opinion" | "reason" | "match">;

function planAuthorizer(authorizer: Authorizer, path: FieldPath, target: string): DecideStep {
  const { name = "", type = "" } = authorizer;
  const shared = { name, type, path };
  const verdict = type === "Webhook" ? planWebhook(authorizer, path, target) : builtInAuthorizers.get(type);
  return (request, options) => ({ ...shared, ...(verdict?.(request, options) ?? unknownAuthorizer) });
}

const unknownAuthorizer: Verdict = { opinion: "unknown", reason: "clustervet does not know this authorizer" };

type DecideVerdict = (request: AccessRequest, options: AuthorizeOptions) => Verdict;

const builtInAuthorizers: ReadonlyMap<string, DecideVerdict> = new Map(
  Object.entries<DecideVerdict>({
    AlwaysAllow: () => ({ opinion: "allow", reason: "it allows everything" }),
    AlwaysDeny: () => ({ opinion: "no-opinion", reason: "it allows nothing and has no opinion" }),
    ABAC: () => ({ opinion: "unknown", reason: "clustervet does not read its policy file" }),
    Node: ({ user }) =>
      nodeNameOf(user) !== undefined
        ? { opinion: "unknown", reason: "the answer depends on the objects that are bound to the node" }
        : { opinion: "no-opinion", reason: "the user is not a node" },
    RBAC(request, { rbac }) {
      if (!rbac) return { opinion: "unknown", reason: "no roles and bindings were given (--rbac)" };
      const { isAllowed, reason } = rbac(request);
      if (isAllowed) return { opinion: "allow", reason };
      return { opinion: "no-opinion", reason: reason === "" ? "no binding allows it" : reason };
    },
  }),
);

function planWebhook({ name = "", webhook = {} }: Authorizer, path: FieldPath, target: string) {
  const conditions = new MatchConditions(webhook, [...path, "webhook"], target);
  const onFailure: Opinion = webhook.failurePolicy === "Deny" ? "deny" : "no-opinion";
  const policy = `failurePolicy ${webhook.failurePolicy}`;
  return (request: AccessRequest, { assumed }: AuthorizeOptions): Verdict => {
    const match = conditions.match(request);
    const shared = match.conditions.length > 0 ? { match } : {};
    if (match.outcome === "no match")
      return { ...shared, opinion: "no-opinion", reason: "skipped: a match condition is false" };
    if (match.outcome === "error") {
      return { ...shared, opinion: onFailure, reason: `not asked: a match condition failed, and ${policy} decides` };
    }
    const answer = assumed?.get(name);
    if (answer === undefined) return { ...shared, opinion: "unknown", reason: "would be asked" };
    if (answer === "fail") return { ...shared, opinion: onFailure, reason: `assumed to fail; ${policy} decides` };
    return { ...shared, opinion: answer, reason: `assumed to answer ${answer}` };
  };
}
