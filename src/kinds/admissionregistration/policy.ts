/**
 * What validating and mutating policies have in common: failure policy, variables, the requests they are about.
 *
 * @module
 */
import { isCelIdentifier } from "../../lexical/cel-name.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";
import { field, list, type Static, struct, text } from "../../schema/fields.ts";
import { matchConditionRules, matchConditions } from "./match-condition.ts";
import { type MatchedOperations, type MatchResources, matchResources, matchResourcesRules } from "./match-resources.ts";
import { type ParamKind, paramKind, paramKindRule } from "./param.ts";

const variable = struct(
  {
    name: text({ "x-proto": 1, "x-required": true, description: "Expressions write `variables.` and this name." }),
    expression: text({
      "x-proto": 2,
      "x-required": true,
      "x-form": "cel",
      description: "CEL that is evaluated when the variable is first read; it may read the variables before it.",
    }),
  },
  { "x-map-type": "atomic" },
);
export type Variable = Static<typeof variable>;

/** Numbers of the fields in which the two kinds of policy differ, and how their variables are merged. */
interface Differences {
  readonly failurePolicy: number;
  readonly variables: number;
  readonly variablesAreMap: boolean;
}

/** The fields that both kinds of policy have. */
export const policyFields = ({ failurePolicy, variables, variablesAreMap }: Differences) => ({
  paramKind,
  matchConstraints: field(matchResources, {
    "x-proto": 2,
    "x-required": true,
    "x-always": false,
    "x-pointer": true,
    description: "The requests that the policy is about.",
  }),
  failurePolicy: text({
    "x-proto": failurePolicy,
    "x-pointer": true,
    enum: ["Fail", "Ignore"],
    description: "Whether a request fails or passes when an expression fails; `Fail` when absent.",
  }),
  matchConditions: matchConditions(6),
  variables: list(variable, {
    "x-proto": variables,
    ...(variablesAreMap
      ? {
          "x-list-type": "map" as const,
          "x-list-map-keys": ["name"],
          "x-patch-strategy": "merge" as const,
          "x-patch-merge-key": "name",
        }
      : { "x-list-type": "atomic" as const }),
    description: "Named expressions for the others to read, in order.",
  }),
});

/** The part of a policy's spec that both kinds have. */
export interface PolicySpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
  readonly matchConditions?: readonly { readonly name?: string; readonly expression?: string }[];
  readonly variables?: readonly Variable[];
}

const constraintsRequired = rule<PolicySpec>(
  {
    id: "admission/match-constraints",
    severity: "error",
    cause: "required",
    summary: "a policy has `matchConstraints` that select requests",
  },
  ({ matchConstraints }, place) => {
    const message = (name: string) => `\`${name}\` must be set`;
    if (!matchConstraints) return place.at("matchConstraints").say(message("matchConstraints"));
    if (matchConstraints.resourceRules?.length) return;
    place.at("matchConstraints", "resourceRules").say("`resourceRules` must have at least one item", {
      help: "a rule lists operations, apiGroups, apiVersions and resources",
    });
  },
);

const variables = rule<PolicySpec>(
  {
    id: "admission/variable",
    severity: "error",
    summary: "a variable has a CEL identifier as its name, and an expression",
  },
  ({ variables: items = [] }, place) => {
    for (const [index, { name = "", expression = "" }] of items.entries()) {
      const at = place.at("variables", index);
      if (name.trim() === "") at.at("name").required();
      else if (!isCelIdentifier(name)) {
        const message = `must be an identifier: letters, digits and underscores, and no reserved word; got "${name}"`;
        at.at("name").say(message, { value: name });
      }
      if (expression.trim() === "") {
        at.at("expression").required();
      }
    }
  },
);

/** What the API server refuses in what both kinds of policy have, expressions apart. */
export const policySpecRules: readonly Rule<PolicySpec>[] = [
  constraintsRequired,
  variables,
  ...matchConditionRules,
  ...within([paramKindRule], ({ paramKind }: PolicySpec, place, visit) =>
    visit.maybe(paramKind, place.at("paramKind")),
  ),
  ...within(matchResourcesRules, constraintsOf),
];

/** Whether an update leaves alone what match conditions depend on; they are not looked at again then. */
export function keepsMatchConditions(policy: PolicySpec, stored: PolicySpec): boolean {
  const seen = ({ paramKind: kind, matchConditions: conditions = [] }: PolicySpec) =>
    JSON.stringify([kind, conditions]);
  return seen(policy) === seen(stored);
}

export function constraintsOf({ matchConstraints }: PolicySpec, place: Place<PolicySpec>, visit: Visit<PolicySpec>) {
  return visit.maybe(matchConstraints, place.at("matchConstraints"));
}

/** The requests that a policy is about. */
export function matchedBy({ matchConstraints }: PolicySpec): readonly MatchedOperations[] {
  return matchConstraints?.resourceRules ?? [];
}
