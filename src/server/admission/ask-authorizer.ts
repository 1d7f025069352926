/**
 * The server's authorizer behind the variable `authorizer` of expressions.
 *
 * @module
 */
import { questionOf } from "../../access/rbac-authorizer.ts";
import type { Authorize } from "../../cel-kubernetes/library/authorizer.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import type { Answers } from "./answers.ts";

/** @param answers - of the request; expressions are evaluated again once they are there */
export const askAuthorizer =
  (authorizer: Authorizer, answers: Answers): Authorize =>
  (question) => {
    const ask = async () => {
      const { opinion: decision, ...rest } = await authorizer.authorize(questionOf(question));
      return { decision, ...rest };
    };
    return answers.ask(JSON.stringify(question), ask, { decision: "no-opinion", reason: "" } as const);
  };
