/**
 * Who may do everything, and what everyone may do: the group of masters, and the paths that tell nothing.
 *
 * @module
 */
import { mastersGroup } from "../../access/user.ts";
import type { Authorizer } from "./authorizer.ts";
import { fullAuthority } from "./escalation.ts";

/** The group of masters may do everything. */
export const masters: Authorizer = {
  authorize: async ({ user }) => ({ opinion: user.groups.includes(mastersGroup) ? "allow" : "no-opinion", reason: "" }),
  rulesFor: async ({ groups }) => ({
    rules: groups.includes(mastersGroup) ? fullAuthority : [],
    isComplete: true,
  }),
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

/** The first that allows or denies decides. */
export function union(authorizers: readonly Authorizer[]): Authorizer {
  return {
    async authorize(request) {
      const reasons: string[] = [];
      for (const authorizer of authorizers) {
        const decision = await authorizer.authorize(request);
        if (decision.opinion !== "no-opinion") return decision;
        if (decision.reason !== "") reasons.push(decision.reason);
      }
      return { opinion: "no-opinion", reason: reasons.join(", ") };
    },
    async rulesFor(user, namespace) {
      const listed = await Promise.all(authorizers.map((authorizer) => authorizer.rulesFor(user, namespace)));
      const errors = listed.flatMap(({ error }) => error ?? []);
      return {
        rules: listed.flatMap(({ rules }) => rules),
        isComplete: listed.every(({ isComplete }) => isComplete),
        ...(errors.length > 0 ? { error: errors.join(", ") } : {}),
      };
    },
  };
}
