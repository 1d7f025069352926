/**
 * The subjects of a binding: their shape, their default, and the faults that kube-apiserver rejects.
 *
 * @module
 */
import type { Subject } from "../../api/types/rbac-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { type Parts, within } from "../../rule/within.ts";
import { closest } from "../../text/closest.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { rbacGroupIn } from "./rbac-group.ts";

export interface HasSubjects {
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly subjects?: Subject[];
}

export function applySubjectDefaults({ subjects = [] }: HasSubjects, context: RuleContext): void {
  for (const item of subjects) {
    if (item.kind === "User" || item.kind === "Group") item.apiGroup ||= rbacGroupIn(context.groupDomain);
  }
}

/** Returns the subjects of a binding, for rules that check each one separately. */
export const eachSubject: Parts<HasSubjects, Subject> = ({ subjects }, place, visit) =>
  visit.each(subjects, place.at("subjects"));

const subjectKinds = ["ServiceAccount", "User", "Group"];

const subjectKind = rule<Subject>(
  {
    id: "rbac/subject-kind",
    severity: "error",
    cause: "unsupported",
    summary: "a subject is a ServiceAccount, a User or a Group",
  },
  ({ kind = "" }, place) => {
    if (subjectKinds.includes(kind)) return;
    const meant = closest(kind, subjectKinds);
    place
      .at("kind")
      .say(`must be one of ${subjectKinds.map((name) => `"${name}"`).join(", ")}; got ${JSON.stringify(kind)}`, {
        ...(meant ? { help: `did you mean "${meant}"?` } : {}),
        value: kind,
      });
  },
);

const subjectName = rule<Subject>(
  { id: "rbac/subject-name", severity: "error", summary: "a subject has a name, valid for its kind" },
  ({ kind, name = "" }, place) => {
    const spot = place.at("name");
    if (name === "") {
      spot.required("`name` of the subject must be set");
      return;
    }
    if (kind !== "ServiceAccount") return;
    const [, , namespace, account] = name.startsWith("system:serviceaccount:") ? name.split(":") : [];
    for (const fault of validateDns1123Subdomain(name)) {
      spot.invalid(fault, name, {
        ...(namespace && account ? { help: `write \`name: ${account}\` and \`namespace: ${namespace}\`` } : {}),
      });
    }
  },
);

const subjectGroup = rule<Subject>(
  {
    id: "rbac/subject-group",
    severity: "error",
    cause: "unsupported",
    summary: "a subject's API group fits its kind",
  },
  ({ kind = "", apiGroup = "" }, place, visit) => {
    if (!subjectKinds.includes(kind)) return;
    const group = kind === "ServiceAccount" ? "" : rbacGroupIn(visit.groupDomain);
    if (apiGroup === group) return;
    place.at("apiGroup").say(`must be "${group}" for a ${kind}; got ${JSON.stringify(apiGroup)}`, {
      help: "omit `apiGroup`: the API server fills it in",
      value: apiGroup,
      serverText: `${showGoValue(apiGroup)}: supported values: ${showGoValue(group)}`,
    });
  },
);

/** Rules about the faults in the subjects, of bindings of either scope, that kube-apiserver rejects. */
export const subjectRules: readonly Rule<HasSubjects>[] = within([subjectKind, subjectName, subjectGroup], eachSubject);
