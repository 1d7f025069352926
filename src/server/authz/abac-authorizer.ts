/**
 * Authorization by the ABAC policies of a file.
 *
 * @module
 */
import { type AbacPolicy, abacAllows, abacRules } from "../../access/abac.ts";
import type { Authorizer } from "./authorizer.ts";

export const abacAuthorizer = (policies: readonly AbacPolicy[]): Authorizer => ({
  async authorize(request) {
    return policies.some((policy) => abacAllows(policy, request))
      ? { opinion: "allow", reason: "" }
      : { opinion: "no-opinion", reason: "No policy matched." };
  },
  rulesFor: async (user, namespace) => ({ rules: abacRules(policies, user, namespace), isComplete: true }),
});
