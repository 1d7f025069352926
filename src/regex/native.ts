/**
 * Decides which patterns JavaScript's regular expression engine may run. That engine backtracks, so it gets only
 * patterns for which it is proven to take linear time.
 *
 * The proof: the pattern is a row of classes, each with an optional repetition, anchored at the start of the text. The
 * next character decides whether a repetition continues or ends, since the repeated class and the classes that may
 * follow have no character in common. So an alternative that is tried later fails at its first character, after at most
 * all optional items were tried on it. A row without repetitions of variable length needs no anchor: at each position,
 * the engine gives up after at most as many characters as the row has. The number of steps at one position is limited,
 * and so is the length of the row, which the engine unrolls.
 *
 * @module
 */
import type { CharClass } from "./char-class.ts";
import type { RegexNode } from "./syntax.ts";

/** Longest text for JavaScript's engine, in UTF-16 units; its stack grows with its steps. */
export const maxNativeTextLength = 65_536;

/** Most characters that a row may count: `[a-z]{2,63}` counts 63, `[a-z]+` one. */
export const maxRowLength = 256;

/** Most failing steps that the engine may take at one position of the text. */
export const maxStepsAtPosition = 32;

/** A class and the bounds of its repetition. */
interface Item {
  readonly chars: CharClass;
  readonly min: number;
  readonly max: number;
}

interface Row {
  readonly isAtStart: boolean;
  readonly items: readonly Item[];
  readonly isAtEnd: boolean;
}

/** Returns a JavaScript pattern that tests for a match; undefined if the pattern is not proven to be linear. */
export function nativeRegex(node: RegexNode): RegExp | undefined {
  const row = rowOf(flatten(node));
  return row !== undefined && isLinear(row) ? new RegExp(sourceOf(row), "u") : undefined;
}

/** Returns the parts of a sequence, with groups replaced by their parts. */
function flatten(node: RegexNode): readonly RegexNode[] {
  if (node.kind === "concat") return node.nodes.flatMap(flatten);
  if (node.kind === "capture") return flatten(node.node);
  return node.kind === "empty" ? [] : [node];
}

function rowOf(nodes: readonly RegexNode[]): Row | undefined {
  const isAtStart = isAssertion(nodes[0], "textStart");
  const isAtEnd = isAssertion(nodes.at(-1), "textEnd");
  const items: Item[] = [];
  for (const node of nodes.slice(isAtStart ? 1 : 0, isAtEnd ? -1 : undefined)) {
    const item = itemOf(node);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return { isAtStart, items, isAtEnd };
}

function isAssertion(node: RegexNode | undefined, assertion: "textStart" | "textEnd"): boolean {
  return node?.kind === "assert" && node.assertion === assertion;
}

function itemOf(node: RegexNode): Item | undefined {
  if (node.kind === "class") return { chars: node.chars, min: 1, max: 1 };
  if (node.kind !== "repeat" || node.node.kind !== "class") return undefined;
  return { chars: node.node.chars, min: node.min, max: node.max };
}

function isLinear({ isAtStart, items }: Row): boolean {
  const length = items.reduce((sum, item) => sum + countedLength(item), 0);
  if (length > (isAtStart ? maxRowLength : maxStepsAtPosition)) return false;
  return items.every(({ chars, min, max }, index) => {
    if (min === max) return true;
    const following = followingClasses(items, index);
    return isAtStart && following.length <= maxStepsAtPosition && following.every((other) => areDisjoint(chars, other));
  });
}

function countedLength({ min, max }: Item): number {
  return Number.isFinite(max) ? max : Math.max(min, 1);
}

/** Returns the classes of the following items, up to the first that is not optional. */
function followingClasses(items: readonly Item[], index: number): readonly CharClass[] {
  const rest = items.slice(index + 1);
  const firstRequired = rest.findIndex(({ min }) => min > 0);
  return rest.slice(0, firstRequired < 0 ? rest.length : firstRequired + 1).map(({ chars }) => chars);
}

function areDisjoint(a: CharClass, b: CharClass): boolean {
  let inA = 0;
  let inB = 0;
  while (inA < a.length && inB < b.length) {
    if ((a[inA + 1] ?? 0) < (b[inB] ?? 0)) inA += 2;
    else if ((b[inB + 1] ?? 0) < (a[inA] ?? 0)) inB += 2;
    else return false;
  }
  return true;
}

function sourceOf({ isAtStart, items, isAtEnd }: Row): string {
  const body = items.map(({ chars, min, max }) => classSource(chars) + repeatSource(min, max));
  return `${isAtStart ? "^" : ""}${body.join("")}${isAtEnd ? "$" : ""}`;
}

/** Returns a class in JavaScript's notation; `[]` matches nothing. */
function classSource(chars: CharClass): string {
  let ranges = "";
  for (let index = 0; index < chars.length; index += 2) {
    ranges += `${escapeSource(chars[index] ?? 0)}-${escapeSource(chars[index + 1] ?? 0)}`;
  }
  return `[${ranges}]`;
}

function escapeSource(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}

function repeatSource(min: number, max: number): string {
  if (min === 1 && max === 1) return "";
  return max === Number.POSITIVE_INFINITY ? `{${min},}` : `{${min},${max}}`;
}
