/**
 * Expressions that select devices, compiled as the API server does it.
 *
 * @module
 */
import type { DeviceSelector } from "../../api/types/resource-v1.ts";
import { compile } from "../../cel/compile.ts";
import { estimate } from "../../cel/cost/estimate.ts";
import type { Environment } from "../../cel/environment.ts";
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import { formatType } from "../../cel/types/format-type.ts";
import { costProfile } from "../../cel-kubernetes/cost/profile.ts";
import { costRules } from "../../cel-kubernetes/cost/rules.ts";
import { deviceEnvironment, deviceSize } from "../../cel-kubernetes/device-environment.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { utf8Length } from "../../text/utf8.ts";
import { issueFindings } from "../expression/issue-findings.ts";
import { atMost } from "./device-names.ts";

const maxSelectors = 32;
/** In bytes. */
const maxExpressionBytes = 10 * 1024;
/**
 * The cost limit of one evaluation, in units of CEL; releases before 1.32 looked at it only when they ran an
 * expression.
 */
const maxCost = 1_000_000n;
const costBoundSince = "1.32";

/** Each selector has an expression that yields a bool. */
export function checkSelectors(
  selectors: readonly DeviceSelector[] | undefined,
  place: Place<readonly DeviceSelector[]>,
  context: RuleContext,
): void {
  if (!selectors || !atMost(maxSelectors, selectors, place)) return;
  for (const [index, { cel }] of selectors.entries()) {
    const at = place.at(index, "cel");
    if (cel) checkExpression(cel.expression ?? "", at.at("expression"), context);
    else at.required();
  }
}

function checkExpression(text: string, place: Place<string>, context: RuleContext): void {
  if (utf8Length(text) > maxExpressionBytes) {
    place.say(`must have at most ${maxExpressionBytes} bytes`, { cause: "too-long" });
    return;
  }
  const consumableCapacity = context.isEnabled("DRAConsumableCapacity");
  const environment = deviceEnvironment(context.target, { consumableCapacity, reach: "portable" });
  const { issues, outputType, checked } = compile(environment, text);
  place.pass(issueFindings(text, issues));
  const type = outputType ? formatType(outputType) : "bool";
  if (type !== "bool" && type !== "any") {
    const serverText = `${showGoValue(text)}: must evaluate to bool or the unknown type, not ${type}`;
    place.say(`must evaluate to bool; got ${type}`, { span: { start: 0, end: text.trimEnd().length }, serverText });
  } else if (checked && issues.length === 0 && context.reaches(costBoundSince)) {
    checkCost(checked, environment, place, context);
  }
}

function checkCost(checked: CheckedAst, environment: Environment, place: Place, { target }: RuleContext): void {
  const { max } = estimate(checked, costRules(environment, costProfile(target)), { sizes: deviceSize });
  if (max <= maxCost) return;
  place.say(`must cost at most ${maxCost} for the largest device; it may cost ${max}`, {
    cause: "forbidden",
    help: "make fewer comparisons, or with shorter strings: nested loops and patterns cost most",
  });
}
