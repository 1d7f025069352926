/**
 * Connects the CEL variable `authorizer` of expressions to the authorizer of this server.
 *
 * @module
 */
import { accessRequestOf } from "../../access/rbac-authorizer.ts";
import type { Authorize } from "../../cel-kubernetes/library/authorizer.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import type { AsyncResults } from "./async-results.ts";

/**
 * Returns the function that expressions call for authorization checks.
 *
 * @param answers - the results for the request; expressions are evaluated again once they have arrived
 */
export const authorizeWith =
  (authorizer: Authorizer, answers: AsyncResults): Authorize =>
  (question) => {
    const ask = async () => {
      const { opinion: decision, ...rest } = await authorizer.authorize(accessRequestOf(question));
      return { decision, ...rest };
    };
    return answers.resultOf(JSON.stringify(question), ask, { decision: "no-opinion", reason: "" } as const);
  };
