/**
 * Runs RBAC cases: compares the permissions that roles and bindings alone give a user with the expectation.
 *
 * @module
 */

import type { RbacDecision } from "../access/rbac.ts";
import { parseRequestText } from "../access/request-text.ts";
import { impersonatedUser } from "../access/user.ts";
import type { Related } from "../diagnostic/diagnostic.ts";
import type { RbacBlock } from "../kinds/clustervet/vet-suite.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import { compareText } from "./compare.ts";
import { describeBinding, loadRbac, type SuiteRbac } from "./rbac-manifests.ts";
import { brokenVerdict, differenceVerdict, type Verdict } from "./result.ts";
import type { SuiteScope } from "./scope.ts";

type Case = NonNullable<RbacBlock["cases"]>[number];
type Answer = RbacDecision<ProjectDocument>;

/** Returns a function that judges the cases of a block. */
export function rbacJudge({ manifests = [] }: RbacBlock, scope: SuiteScope): (item: Case) => Verdict {
  const loading = loadRbac(manifests, scope);
  if (!loading.ok) return () => loading.error;
  return (item) => judge(item, loading.value, scope.settings.catalog.groupDomain);
}

function judge(item: Case, rbac: SuiteRbac, groupDomain: string): Verdict {
  const { as = {}, can, cannot, by } = item;
  const { verb = "", resource = "", ...rest } = can ?? cannot ?? {};
  const { attributes, notes } = parseRequestText(verb, resource, { ...rest, groupDomain });
  if (notes.length > 0) return brokenVerdict(`the request is ambiguous: ${notes.join("; ")}`);
  const answer = rbac.policy.authorize({ user: impersonatedUser(as.user ?? "", as.groups ?? []), attributes });
  const { grant } = answer;
  if (cannot && grant) {
    const found = [`allowed by ${describeBinding(grant.binding)}`];
    return differenceVerdict([{ path: ["cannot"], expected: ["not allowed"], found }], decidedBy(answer, rbac));
  }
  if (can && !grant) {
    const found = [answer.reason === "" ? "not allowed: no binding allows it" : `not allowed: ${answer.reason}`];
    return differenceVerdict([{ path: ["can"], expected: ["allowed"], found }], faultsOf(answer, rbac));
  }
  const found = grant ? describeBinding(grant.binding) : "";
  return differenceVerdict(compareText(["by"], by, found), decidedBy(answer, rbac));
}

function decidedBy({ grant }: Answer, rbac: SuiteRbac): readonly Related[] {
  if (!grant) return [];
  const { binding, subjectIndex, held } = grant;
  return [
    ...rbac.related(binding, ["subjects", subjectIndex], "this subject of the binding"),
    ...(held.holder ? rbac.related(held.holder, ["rules", held.index], "this rule of the role") : []),
  ];
}

function faultsOf({ faults }: Answer, rbac: SuiteRbac): readonly Related[] {
  return faults.flatMap(({ binding, path, message }) => rbac.related(binding, path, message));
}
