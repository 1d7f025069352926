/**
 * The match conditions of a webhook: the webhook is called only if all of these expressions are true for the request.
 *
 * @module
 */
import { meetsConditions } from "../../../policy/conditions.ts";
import { type Planned, Planner } from "../../../policy/plan.ts";
import { runSteps } from "../../../policy/steps.ts";
import type { Result } from "../../../text/result.ts";
import type { Authorizer } from "../../authz/authorizer.ts";
import { forbidden } from "../../request/failures.ts";
import { inTurns } from "../../request/turns.ts";
import { Answers } from "../answers.ts";
import { authorizeWith } from "../ask-authorizer.ts";
import type { HookSpec, Question } from "./question.ts";

export const conditionsOf = ({ matchConditions = [] }: HookSpec, target: string): readonly Planned[] =>
  runSteps(new Planner(target).shared({ matchConditions })).conditions;

/**
 * Whether the request meets the match conditions.
 *
 * @throws {StatusError} Forbidden if a condition cannot be evaluated and the failure policy is to reject the request
 */
export async function meetsMatchConditions(
  conditions: readonly Planned[],
  { failurePolicy }: HookSpec,
  { request, matched }: Question,
  authorizer: Authorizer,
): Promise<boolean> {
  if (conditions.length === 0) return true;
  const answers = new Answers();
  const input = {
    request,
    matched,
    params: undefined,
    namespace: undefined,
    authorize: authorizeWith(authorizer, answers),
  };
  let result: Result<boolean>;
  do {
    result = await inTurns(meetsConditions({ conditions, failurePolicy }, input));
  } while (await answers.settle());
  if (result.ok) return result.value;
  throw forbidden({ ...request.resource, name: request.name }, result.error);
}
