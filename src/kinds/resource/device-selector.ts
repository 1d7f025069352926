/**
 * Compiles CEL expressions about devices like kube-apiserver.
 *
 * @module
 */
import type { DeviceSelector } from "../../api/types/resource-v1.ts";
import { compile } from "../../cel/compile.ts";
import { estimate } from "../../cel/cost/estimate.ts";
import { formatType } from "../../cel/types/format-type.ts";
import type { CelType } from "../../cel/types/types.ts";
import { costProfile } from "../../cel-kubernetes/cost/profile.ts";
import { costRules } from "../../cel-kubernetes/cost/rules.ts";
import { deviceEnvironment, deviceSize } from "../../cel-kubernetes/device-environment.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { atMost } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { utf8Length } from "../../text/utf8.ts";
import { issueFindings } from "../expression/issue-findings.ts";

const maxSelectors = 32;
/** The maximum length of an expression, in bytes. */
const maxExpressionBytes = 10 * 1024;
/**
 * The maximum cost of one evaluation, in CEL cost units. Releases before 1.32 check the cost only while they evaluate
 * an expression.
 */
export const maxDeviceCost = 1_000_000n;
const costBoundSince = "1.32";

/** Validates selectors: each must have an expression that returns a bool. */
export function checkSelectors(
  selectors: readonly DeviceSelector[] | undefined,
  place: Place<readonly DeviceSelector[]>,
  context: RuleContext,
): void {
  if (!selectors || !atMost(maxSelectors, selectors, place)) return;
  for (const [index, { cel }] of selectors.entries()) {
    const at = place.at(index, "cel");
    if (cel) checkDeviceExpression(cel.expression ?? "", at.at("expression"), context, "selector");
    else at.required();
  }
}

/** Whether an expression selects devices, or computes an attribute of each device. */
type Purpose = "selector" | "attribute";

/** @returns the maximum cost; 0 if it cannot be computed */
export function checkDeviceExpression(
  text: string,
  place: Place<string>,
  context: RuleContext,
  purpose: Purpose,
): bigint {
  if (utf8Length(text) > maxExpressionBytes) {
    place.say(`must have at most ${maxExpressionBytes} bytes`, { cause: "too-long" });
    return 0n;
  }
  const consumableCapacity = context.isEnabled("DRAConsumableCapacity");
  const listTypes = context.isEnabled("DRAListTypeAttributes");
  const environment = deviceEnvironment(context.target, { consumableCapacity, listTypes, reach: "portable" });
  const { issues, outputType, checked } = compile(environment, text);
  place.pass(issueFindings(text, issues));
  if (issues.length > 0 || !outputType || !checked) return 0n;
  const demand = outputDemand(outputType, purpose, listTypes);
  if (demand !== undefined) {
    const type = formatType(outputType);
    const span = { start: 0, end: text.trimEnd().length };
    const serverText = `${showGoValue(text)}: must evaluate to ${demand.upstream}, not ${type}`;
    place.say(`must evaluate to ${demand.types}; got ${type}`, { span, serverText });
    return 0n;
  }
  if (purpose === "selector" && !context.reaches(costBoundSince)) return 0n;
  const { max } = estimate(checked, costRules(environment, costProfile(context.target)), { sizes: deviceSize });
  if (max > maxDeviceCost) {
    place.say(`must cost at most ${maxDeviceCost} for the largest device; it may cost ${max}`, {
      cause: "forbidden",
      help: "make fewer comparisons, or with shorter strings: nested loops and patterns cost most",
      serverText: "too complex, exceeds cost limit",
    });
  }
  return max;
}

/** The types of attributes, worded for clustervet's and for kube-apiserver's messages. */
const scalars = "string, int, bool or kubernetes.Semver";
const upstreamScalars = "a primitive scalar (string, integer, boolean, semver)";
const scalarTypes: readonly string[] = ["string", "int", "bool", "kubernetes.Semver", "any", "dyn"];

/**
 * Returns the accepted types if the type of an expression is not one of them, in the wording of clustervet and of
 * kube-apiserver.
 */
function outputDemand(
  type: CelType,
  purpose: Purpose,
  listTypes: boolean,
): { readonly types: string; readonly upstream: string } | undefined {
  const name = formatType(type);
  if (purpose === "selector") {
    const isBool = name === "bool" || name === (listTypes ? "dyn" : "any");
    return isBool ? undefined : { types: "bool", upstream: "bool or the unknown type" };
  }
  if (scalarTypes.includes(name)) return undefined;
  if (!listTypes) return { types: scalars, upstream: upstreamScalars };
  const isList = type.kind === "list" && scalarTypes.includes(formatType(type.element));
  return isList
    ? undefined
    : { types: `${scalars}, or to a list of one of these`, upstream: `${upstreamScalars} or a list of these scalars` };
}
