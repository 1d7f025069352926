/**
 * rbac.authorization.k8s.io/v1 ClusterRoleBinding: grants a ClusterRole in all of the cluster.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { validatePathSegmentName } from "../../lexical/names.ts";
import { rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { type Static, struct, text } from "../../schema/fields.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { objectMetaRules } from "../meta/object-meta-rules.ts";
import { boundRoleRules } from "./bound-roles.ts";
import { bindingColumns } from "./columns.ts";
import { rbacGroup } from "./rbac-group.ts";
import { applyRoleRefDefaults, roleRef, roleRefKind, roleRefRules } from "./role-ref.ts";
import { applySubjectDefaults, eachSubject, type Subject, subjectRules, subjects } from "./subject.ts";
import { subjectAdvice } from "./subject-advice.ts";

const schema = struct(
  { apiVersion: text(), kind: text(), metadata: objectMeta, subjects, roleRef },
  { $id: "ClusterRoleBinding" },
);
type ClusterRoleBinding = Static<typeof schema>;

/** A RoleBinding would stand in with its own namespace; here there is none. */
const accountNamespace = rule<Subject>(
  {
    id: "cluster-role-binding/service-account-namespace",
    severity: "error",
    cause: "required",
    summary: "a service account in a ClusterRoleBinding has a namespace",
  },
  ({ kind, namespace }, place) => {
    if (kind !== "ServiceAccount" || namespace) return;
    place.at("namespace").say("`namespace` of the ServiceAccount must be set", {
      help: "name the namespace that the service account is in",
    });
  },
);

export const clusterRoleBinding: Kind<ClusterRoleBinding> = {
  kind: "ClusterRoleBinding",
  group: rbacGroup,
  versions: [{ name: "v1", schema }],
  description: "Grants a ClusterRole to its subjects, in every namespace and outside of all.",
  rules: [
    ...objectMetaRules({ scope: "Cluster", nameRule: validatePathSegmentName, prefixOfUpdate: "any" }),
    roleRefKind("cluster-role-binding/role-ref-kind", ["ClusterRole"]),
    ...roleRefRules,
    ...subjectRules,
    ...within([accountNamespace], eachSubject),
    ...subjectAdvice,
  ],
  projectRules: boundRoleRules,
  applyDefaults(object, context) {
    applyRoleRefDefaults(object, context);
    applySubjectDefaults(object, context);
  },
  resource: {
    plural: "clusterrolebindings",
    singular: "clusterrolebinding",
    scope: "Cluster",
    columns: bindingColumns,
    createOnUpdate: true,
  },
};
