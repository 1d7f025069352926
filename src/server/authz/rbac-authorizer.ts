/**
 * Authorization by the roles and bindings that the server stores.
 *
 * @module
 */
import type { Authorizer } from "./authorizer.ts";
import type { RbacSource } from "./rbac-source.ts";

export function rbacAuthorizer(source: RbacSource): Authorizer {
  return {
    async authorize(request) {
      const { grant, reason } = source.policy.authorize(request);
      return { opinion: grant ? "allow" : "no-opinion", reason };
    },
    rulesFor: async (user, namespace) => ({ rules: source.policy.rulesFor(user, namespace), isComplete: true }),
  };
}
