/**
 * Who may do everything, and what everyone may do: the group of masters, and the paths that tell nothing.
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

const publicPaths = ["/healthz", "/livez", "/readyz", "/version"];

/** Health and version are for everyone. */
export const publicInfo: Authorizer = {
  authorize: async ({ attributes }) => {
    const isPublic = attributes.kind === "url" && attributes.verb === "get" && publicPaths.includes(attributes.path);
    return { opinion: isPublic ? "allow" : "no-opinion", reason: "" };
  },
  rulesFor: async () => ({ rules: [{ verbs: ["get"], nonResourceURLs: publicPaths }], isComplete: true }),
};
