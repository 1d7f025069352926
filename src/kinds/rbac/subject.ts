/**
 * The subjects of a binding: their shape, their default and what the API server refuses in them.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { closest } from "../../lexical/closest.ts";
import { validateDns1123Subdomain } from "../../lexical/names.ts";
import type { Finding, Rule, RuleContext, RuleInfo } from "../../rule/rule.ts";
import { list, type Static, struct, text } from "../../schema/fields.ts";
import { rbacGroupIn } from "./rbac-group.ts";

const subject = struct({
  kind: text({ "x-proto": 1, "x-required": true, description: "`ServiceAccount`, `User` or `Group`." }),
  apiGroup: text({
    "x-proto": 2,
    description: 'Group of the kind: the RBAC group for `User` and `Group`, "" for `ServiceAccount`.',
  }),
  name: text({ "x-proto": 3, "x-required": true, description: "Name of the subject." }),
  namespace: text({
    "x-proto": 4,
    description: "Namespace of a `ServiceAccount`; in a RoleBinding that of the binding when absent.",
  }),
});
export type Subject = Static<typeof subject>;

export const subjects = list(subject, {
  "x-proto": 2,
  "x-list-type": "atomic",
  description: "Who is granted the role.",
});

export interface HasSubjects {
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly subjects?: Subject[];
}

export function applySubjectDefaults({ subjects = [] }: HasSubjects, context: RuleContext): void {
  for (const item of subjects) {
    if (item.kind === "User" || item.kind === "Group") item.apiGroup ||= rbacGroupIn(context.groupDomain);
  }
}

/** Checks one subject; `path` is where it stands. */
export type CheckSubject = (
  subject: Subject,
  path: FieldPath,
  report: (finding: Finding) => void,
  context: RuleContext,
) => void;

/** A rule that looks at each subject by itself. */
export function forEachSubject(info: RuleInfo, check: CheckSubject): Rule<HasSubjects> {
  return {
    ...info,
    check({ subjects = [] }, context, report) {
      for (const [index, item] of subjects.entries()) check(item, ["subjects", index], report, context);
    },
  };
}

const subjectKinds = ["ServiceAccount", "User", "Group"];

const subjectKind = forEachSubject(
  {
    id: "rbac/subject-kind",
    severity: "error",
    cause: "unsupported",
    summary: "a subject is a ServiceAccount, a User or a Group",
  },
  ({ kind = "" }, path, report) => {
    if (subjectKinds.includes(kind)) return;
    const meant = closest(kind, subjectKinds);
    report({
      path: [...path, "kind"],
      message: `must be one of ${subjectKinds.map((name) => `"${name}"`).join(", ")}; got ${JSON.stringify(kind)}`,
      ...(meant ? { help: `did you mean "${meant}"?` } : {}),
      value: kind,
    });
  },
);

const subjectName = forEachSubject(
  { id: "rbac/subject-name", severity: "error", summary: "a subject has a name, a service account a well-formed one" },
  ({ kind, name = "" }, path, report) => {
    const at = [...path, "name"];
    if (name === "") {
      report({ path: at, cause: "required", message: "`name` of the subject must be set" });
      return;
    }
    if (kind !== "ServiceAccount") return;
    const [, , namespace, account] = name.startsWith("system:serviceaccount:") ? name.split(":") : [];
    for (const fault of validateDns1123Subdomain(name)) {
      report({
        path: at,
        message: `${fault}; got ${JSON.stringify(name)}`,
        value: name,
        ...(namespace && account ? { help: `write \`name: ${account}\` and \`namespace: ${namespace}\`` } : {}),
      });
    }
  },
);

const subjectGroup = forEachSubject(
  {
    id: "rbac/subject-group",
    severity: "error",
    cause: "unsupported",
    summary: "the API group of a subject goes with its kind",
  },
  ({ kind = "", apiGroup = "" }, path, report, context) => {
    if (!subjectKinds.includes(kind)) return;
    const group = kind === "ServiceAccount" ? "" : rbacGroupIn(context.groupDomain);
    if (apiGroup === group) return;
    report({
      path: [...path, "apiGroup"],
      message: `must be "${group}" for a ${kind}; got ${JSON.stringify(apiGroup)}`,
      help: "leave `apiGroup` out: it is filled in by the kind",
      value: apiGroup,
    });
  },
);

/** What the API server refuses in the subjects of a binding of either scope. */
export const subjectRules: readonly Rule<HasSubjects>[] = [subjectKind, subjectName, subjectGroup];
