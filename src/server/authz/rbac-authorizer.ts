/**
 * The RBAC authorizer, which uses the stored roles and bindings.
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
    async rulesFor(user, namespace) {
      const { policy } = source;
      return {
        rules: policy.rulesFor(user, namespace),
        // As in kube-apiserver, also if roles are missing.
        isComplete: true,
        errors: policy.missingRolesFor(user, namespace),
      };
    },
  };
}
