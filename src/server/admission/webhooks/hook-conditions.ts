/**
 * The match conditions of a webhook: the webhook is called only if all of these expressions are true for the request.
 *
 * @module
 */
import { meetsConditions } from "../../../policy/conditions.ts";
import { type MaybePlanned, Planner } from "../../../policy/plan.ts";
import { runSteps } from "../../../policy/steps.ts";
import type { Result } from "../../../text/result.ts";
import type { Authorizer } from "../../authz/authorizer.ts";
import { forbidden } from "../../request/failures.ts";
import { runInTurns } from "../../request/turns.ts";
import { AsyncResults } from "../async-results.ts";
import { authorizeWith } from "../authorize-with.ts";
import type { HookRequest, HookSpec } from "./hook-request.ts";

export const conditionsOf = ({ matchConditions = [] }: HookSpec, target: string): readonly MaybePlanned[] =>
  runSteps(new Planner(target).planShared({ matchConditions })).conditions;

/**
 * Whether the request meets the match conditions.
 *
 * @throws {StatusError} Forbidden if a condition cannot be evaluated and the failure policy is to reject the request
 */
export async function meetsMatchConditions(
  conditions: readonly MaybePlanned[],
  { failurePolicy }: HookSpec,
  { request, matched }: HookRequest,
  authorizer: Authorizer,
): Promise<boolean> {
  if (conditions.length === 0) return true;
  const answers = new AsyncResults();
  const input = {
    request,
    matched,
    params: undefined,
    namespace: undefined,
    authorize: authorizeWith(authorizer, answers),
  };
  let result: Result<boolean>;
  do {
    result = await runInTurns(meetsConditions({ conditions, failurePolicy }, input));
  } while (await answers.settle());
  if (result.ok) return result.value;
  throw forbidden({ ...request.resource, name: request.name }, result.error);
}
