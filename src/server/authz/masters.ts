/**
 * The authorizer of the group `system:masters`.
 *
 * @module
 */
import { mastersGroup } from "../../access/user.ts";
import type { Authorizer } from "./authorizer.ts";

/** Allows the group `system:masters` everything. */
export const masters: Authorizer = {
  authorize: async ({ user }) => ({ opinion: user.groups.includes(mastersGroup) ? "allow" : "no-opinion", reason: "" }),
  // As in kube-apiserver: the rules of the group come from the binding `cluster-admin`.
  rulesFor: async () => ({ rules: [], isComplete: true }),
};
