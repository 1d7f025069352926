/**
 * Warnings about subjects that kube-apiserver accepts but that match no user, or need no binding.
 *
 * @module
 */
import type { Subject } from "../../api/types/rbac-v1.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../text/names.ts";
import { isBuiltInName } from "./rbac-group.ts";
import { eachSubject, type HasSubjects } from "./subject.ts";

const subjectNamespace = rule<Subject>(
  { id: "rbac/subject-namespace", severity: "warning", summary: "a User or a Group has no namespace" },
  ({ kind, namespace }, place) => {
    if (!namespace || (kind !== "User" && kind !== "Group")) return;
    place.at("namespace").say(`has no effect on a ${kind}: the authorizer compares only the name`, {
      atKey: true,
      help: "omit it, or write `kind: ServiceAccount`",
    });
  },
);

const accountPrefix = "system:serviceaccount:";

const serviceAccountUser = rule<Subject>(
  {
    id: "rbac/service-account-user",
    severity: "warning",
    summary: "the user name of a service account is system:serviceaccount:<namespace>:<name>",
  },
  ({ kind, name = "" }, place) => {
    if ((kind !== "User" && kind !== "Group") || !name.startsWith(accountPrefix)) return;
    if (kind === "User" && isAccountName(name)) return;
    place
      .at("name")
      .say(
        kind === "Group"
          ? `${JSON.stringify(name)} is the name of a user, never of a group`
          : `${JSON.stringify(name)} is not a service account name: must be ${accountPrefix}<namespace>:<name>`,
        { help: "write `kind: ServiceAccount` with `name` and `namespace`", value: name },
      );
  },
);

function isAccountName(userName: string): boolean {
  const [namespace = "", name = "", ...rest] = userName.slice(accountPrefix.length).split(":");
  return (
    rest.length === 0 && validateDns1123Label(namespace).length === 0 && validateDns1123Subdomain(name).length === 0
  );
}

const systemMasters = rule<HasSubjects>(
  { id: "rbac/system-masters", severity: "warning", summary: "no binding names the group system:masters" },
  ({ metadata, subjects = [] }, place) => {
    if (isBuiltInName(metadata?.name ?? "")) return;
    subjects.forEach(({ kind, name }, index) => {
      if (kind !== "Group" || name !== "system:masters") return;
      place
        .at("subjects", index, "name")
        .say("has no effect: the API server allows system:masters everything before it reads bindings", {
          help: "bind another group, so that you can revoke the access",
        });
    });
  },
);

const duplicateSubject = rule<HasSubjects>(
  {
    id: "rbac/duplicate-subject",
    severity: "warning",
    cause: "duplicate",
    summary: "subjects of a binding are unique",
  },
  ({ metadata, subjects = [] }, place) => {
    if (subjects.length < 2) return;
    const identities = subjects.map((subject) => identityOf(subject, metadata?.namespace));
    for (const { index, first } of findRepeats(identities)) {
      place.at("subjects", index).say(`is the same as subjects[${first}]`, {
        help: "leave one out",
        see: place.at("subjects", first).note("the first one"),
      });
    }
  },
);

/**
 * Returns the identity of a subject. Only a service account has a namespace; in a RoleBinding, that of the binding is
 * the default.
 */
function identityOf({ kind = "", name = "", namespace }: Subject, bindingNamespace: string | undefined): string {
  const home = kind === "ServiceAccount" ? (namespace ?? bindingNamespace ?? "") : "";
  return `${kind}\0${home}\0${name}`;
}

const noSubjects = rule<HasSubjects>(
  { id: "rbac/no-subjects", severity: "warning", summary: "a binding has subjects" },
  ({ metadata, subjects = [] }, place) => {
    // kube-apiserver itself creates the binding `system:node` without subjects in every cluster.
    if (subjects.length > 0 || isBuiltInName(metadata?.name ?? "")) return;
    place.at("subjects").say("has no effect: the binding has no subjects", {
      atKey: true,
      help: "add a subject, or remove the binding",
    });
  },
);

/** Rules about suspicious subjects, of bindings of either scope. */
export const subjectAdvice: readonly Rule<HasSubjects>[] = [
  ...within([subjectNamespace, serviceAccountUser], eachSubject),
  systemMasters,
  duplicateSubject,
  noSubjects,
];
