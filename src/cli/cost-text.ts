/**
 * Formats the costs of CEL expressions as text: the cost of an evaluation, the API server's estimate, and the cost and
 * value of each part.
 *
 * @module
 */
import type { EvaluationCost, RuleAdvice, RuleCost, TracedPart, TracedResult } from "../access/evaluate.ts";
import { type Colors, createColors } from "../report/colors.ts";
import { columnsOf, cut, type DisplayLine, displayLine } from "../report/display-line.ts";
import { gutterRow } from "../report/frame.ts";
import { count } from "../report/reporter.ts";
import { visible } from "../report/visible.ts";

/** The cost that represents "no upper bound" in an estimate. */
const unboundedCost = String((1n << 64n) - 1n);

/** Returns rows for a table of two columns. */
export function costRows({
  used,
  limit,
  estimate,
  driver,
  sizeWithinLimit,
  rule,
}: EvaluationCost): readonly string[][] {
  const cost = `${used} of ${limit}`;
  const { min, max, leftOut } = estimate;
  const range = min === max ? min : max === unboundedCost ? `${min} or more` : `${min} to ${max}`;
  const uncountedText =
    leftOut === undefined || max === unboundedCost ? "" : `; not counted in full: ${leftOut.join(", ")}`;
  const rows = [
    ["cost", cost],
    ["estimate", `${range}${uncountedText}`],
  ];
  if (rule !== undefined) return [...rows, ...ruleRows(rule)];
  if (driver === undefined) return rows;
  const withinLimitText = sizeWithinLimit === undefined ? "" : `; within the limit up to a size of ${sizeWithinLimit}`;
  return [...rows, ["driver", `the size of ${driver}, which has no bound${withinLimitText}`]];
}

/** Returns the API server's estimate for a validation rule, by which it accepts or rejects the rule. */
function ruleRows({ max, limit, cardinality, advice }: RuleCost): readonly string[][] {
  const values = cardinality === "1" ? "" : ` for up to ${cardinality} values in a request`;
  const isAbove = BigInt(max) > BigInt(limit);
  const row = ["rule", `${max} of ${limit}${values}${isAbove ? ": the API server would refuse it" : ""}`];
  if (!isAbove) return [row];
  if (advice === undefined) return [row, ["advice", "simplify the rule, or bound the lists and maps around the value"]];
  return [row, ["advice", `${adviceText(advice)} would bring it under the limit`]];
}

function adviceText({ path, keyword, alone, together, others }: RuleAdvice): string {
  const ways = [
    ...(alone === undefined ? [] : [`${keyword} of ${alone} at ${path}`]),
    ...(together === undefined
      ? []
      : [
          `bounds of ${together} ${alone === undefined ? `at ${path}` : "there"} and in ${count(others, "other place")}`,
        ]),
  ];
  return ways.join(", or ");
}

/** How to print a trace. */
export interface TraceLook {
  readonly color: boolean;
  /** Columns of the terminal. Default: 120. */
  readonly width?: number;
}

const defaultWidth = 120;
/** Minimum number of columns for the value next to an underline, even if the underline is long. */
const minValueWidth = 32;
/** Minimum number of columns for the expression, even if the terminal is narrower. */
const minTextWidth = 40;

/**
 * Prints the expression with an underline for each part, the part's cost on the left and its value on the right; outer
 * parts come first. Long lines are broken. An underline that ends in `>` continues in the next line.
 */
export function traceLines(
  expression: string,
  trace: readonly TracedPart[],
  { color, width = defaultWidth }: TraceLook,
): readonly string[] {
  const colors = createColors(color);
  const costs = trace.map(({ cost }) => String(cost).length);
  const gutter = { gutterWidth: Math.max("cost".length, ...costs), dim: colors.dim };
  const room = width - gutter.gutterWidth - " | ".length;
  const layout = { gutter, room, colors };
  const pieces = piecesOf(expression, Math.max(minTextWidth, room - minValueWidth));
  return [
    colors.dim(`${"cost".padStart(gutter.gutterWidth)} |`),
    ...pieces.flatMap((piece, index) => {
      const from = index === 0 ? 0 : piece.start;
      const to = pieces[index + 1]?.start ?? expression.length;
      const parts = trace.filter(({ start }) => start >= from && start < to);
      const line = displayLine(expression, piece, { focus: piece.start, masks: [] });
      const text = cut(line, { from: 0, to: line.width }, colors.dim);
      return [gutterRow(undefined, text, gutter), ...parts.map((part) => partLine(part, piece, line, layout))];
    }),
  ];
}

/** A line of the output, as offsets into the expression. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Splits the expression into lines, and breaks long lines at spaces where possible. */
function piecesOf(expression: string, width: number): readonly Piece[] {
  return [...expression.matchAll(/[^\r\n]+/g)].flatMap(({ index, 0: line }) => {
    const pieces: Piece[] = [];
    let start = 0;
    while (line.length - start > width) {
      const blank = line.lastIndexOf(" ", start + width);
      const next = blank > start + width / 2 ? blank + 1 : start + width;
      pieces.push({ start: index + start, end: index + next });
      start = next;
    }
    return [...pieces, { start: index + start, end: index + line.length }];
  });
}

interface Layout {
  readonly gutter: { readonly gutterWidth: number; readonly dim: (text: string) => string };
  readonly room: number;
  readonly colors: Colors;
}

function partLine(part: TracedPart, piece: Piece, line: DisplayLine, { gutter, room, colors }: Layout): string {
  const { from, to } = columnsOf(line, part);
  const goesOn = part.end > piece.end;
  const length = Math.max(1, to - from);
  const underline = goesOn ? `${"-".repeat(length - 1)}>` : "-".repeat(length);
  const results = resultsText(part, Math.max(minValueWidth, room - to - 1), colors);
  const text = `${" ".repeat(from)}${colors.dim(underline)} ${results}`;
  return `${colors.dim(`${String(part.cost).padStart(gutter.gutterWidth)} |`)} ${text}`;
}

/** Returns `true`, or for a part in a loop `false, true, ... (7 times)`. */
function resultsText({ results, count }: TracedPart, width: number, colors: Colors): string {
  const times = count > 1 ? ` (${count} times)` : "";
  const room = Math.max(minValueWidth, width - times.length);
  const shown: string[] = [];
  let used = 0;
  for (const result of results) {
    const text = resultText(result, room);
    if (shown.length > 0 && used + text.length > room) break;
    used += text.length + ", ".length;
    shown.push("fault" in result ? colors.red(text) : colors.cyan(text));
  }
  return `${shown.join(", ")}${shown.length < count ? ", ..." : ""}${colors.dim(times)}`;
}

function resultText(result: TracedResult, width: number): string {
  const text = visible("fault" in result ? `fault: ${result.fault}` : JSON.stringify(result.value));
  return text.length <= width ? text : `${text.slice(0, width - "...".length)}...`;
}
