/**
 * Who may do everything: the group of masters.
 *
 * @module
 */
import { mastersGroup } from "../../access/user.ts";
import type { Authorizer } from "./authorizer.ts";

/** The group of masters may do everything. */
export const masters: Authorizer = {
  authorize: async ({ user }) => ({ opinion: user.groups.includes(mastersGroup) ? "allow" : "no-opinion", reason: "" }),
  // As in the API server: their rules are those of the binding `cluster-admin`.
  rulesFor: async () => ({ rules: [], isComplete: true }),
};
