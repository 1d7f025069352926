/**
 * The columns of `kubectl get` for bindings.
 *
 * @module
 */

import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { Subject } from "../../api/types/rbac-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import type { HasRoleRef } from "./role-ref.ts";
import type { HasSubjects } from "./subject.ts";

/** An object with a name. */
export interface Named {
  readonly metadata?: ObjectMeta;
}

export const bindingColumns: readonly Column<Named & HasRoleRef & HasSubjects>[] = [
  nameColumn,
  {
    name: "Role",
    type: "string",
    description: "Kind and name of the role.",
    value: ({ roleRef }) => `${roleRef?.kind ?? ""}/${roleRef?.name ?? ""}`,
  },
  ageColumn,
  subjectColumn("Users", "User", "Users that are granted the role."),
  subjectColumn("Groups", "Group", "Groups that are granted the role."),
  subjectColumn("ServiceAccounts", "ServiceAccount", "Service accounts that are granted the role."),
];

function subjectColumn(column: string, kind: string, description: string): Column<HasSubjects> {
  return {
    name: column,
    type: "string",
    description,
    priority: 1,
    value: ({ subjects = [] }) =>
      subjects
        .filter((subject) => subject.kind === kind)
        .map(shownName)
        .join(", "),
  };
}

const shownName = ({ kind, name = "", namespace = "" }: Subject): string =>
  kind === "ServiceAccount" ? `${namespace}/${name}` : name;
