/**
 * The built-in kinds. A new kind is one file and one line here.
 *
 * @module
 */
import type { Kind } from "../kind/kind.ts";
import { clusterRole } from "./rbac/cluster-role.ts";
import { clusterRoleBinding } from "./rbac/cluster-role-binding.ts";
import { role } from "./rbac/role.ts";
import { roleBinding } from "./rbac/role-binding.ts";

export const builtInKinds: readonly Kind[] = [role, clusterRole, roleBinding, clusterRoleBinding];
