/**
 * Runs all lints on an expression that compiles, see {@link ExpressionLint}.
 *
 * @part expressions
 * @module
 */

import { estimate, formatSizePath, largestSizeWithin } from "../../cel/cost/estimate.ts";
import type { SizeBounds } from "../../cel/cost/estimator.ts";
import { isScalar } from "../../cel/cost/static-size.ts";
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import type { TrackingRules } from "../../cel/types/costs.ts";
import { perCallCostLimit } from "../cost/budget.ts";
import { lintConstants } from "./constants.ts";
import type { ExpressionFinding, LintPlace } from "./finding.ts";
import { lintGuards } from "./guards.ts";

/** Returns the findings, ordered by position. */
export function lintExpression(checked: CheckedAst, place: LintPlace): readonly ExpressionFinding[] {
  const findings = [...lintConstants(checked, place), ...lintGuards(checked, place), ...lintCost(checked, place)];
  return findings.sort((a, b) => a.start - b.start);
}

function lintCost(checked: CheckedAst, { costRules }: LintPlace): readonly ExpressionFinding[] {
  if (costRules === undefined) return [];
  const { max } = estimate(checked, costRules, { sizes: largeInput });
  if (max <= BigInt(perCallCostLimit)) return [];
  const { driver } = estimate(checked, costRules);
  const { start, end } = driver ?? checked.ast.expr;
  const cause = driver ? `, because it grows with the size of ${formatSizePath(driver.path)}` : "";
  return [
    {
      lint: "cost",
      start,
      end,
      message: `may cost ${max} on a large input${cause}; the API server cancels it above ${perCallCostLimit}`,
      help: `${limitHelp(checked, costRules)}; avoid a loop inside a loop; \`in\` costs less than \`exists\``,
    },
  ];
}

function limitHelp(checked: CheckedAst, costRules: TrackingRules): string {
  const size = largestSizeWithin(checked, costRules, perCallCostLimit);
  if (size === undefined) return "it is above the limit for every input";
  return `it is within the limit if no list, map or string of the input is longer than ${size}`;
}

/**
 * The number of list elements, map entries or code points in a large input: at the top, inside of a list or map, and
 * deeper.
 */
const largeSizes = [500, 50, 10] as const;

/** The sizes of a large input: larger than in practice, but smaller than the largest request. */
const largeInput: SizeBounds = (path, type) => {
  if (isScalar(type)) return 1;
  const depth = path.filter((part) => part === "@items" || part === "@values" || part === "@keys").length;
  return largeSizes[Math.min(depth, largeSizes.length - 1)];
};
