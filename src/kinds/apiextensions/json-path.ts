/**
 * JSONPath in the dialect of client-go, for printer columns: `.status.conditions[?(@.type=="Ready")].status`.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { failure, type Result, success } from "../../text/result.ts";

/** The remaining number of values that a search may visit. */
interface VisitBudget {
  left: number;
}

/**
 * Returns the values that a path leads to, in order. A missing field yields no values, and the search ends when no
 * visits are left.
 */
export type FindValues = (root: unknown, looks?: VisitBudget) => readonly unknown[];

/** Returns the values that one step of a path leads to. */
type Step = (value: unknown, looks: VisitBudget) => readonly unknown[];

/** The maximum length of a path, in characters. */
const maxJsonPathLength = 4096;
/** The maximum number of values that a path may lead to. */
const maxFoundValues = 10_000;
/**
 * The maximum number of values that a search visits: a recursive path visits every value several times, and each `..`
 * multiplies that.
 */
const maxVisits = 20_000;

const newVisitBudget = (): VisitBudget => ({ left: maxVisits });

/** Parses a path. @param path - without braces */
export function parseJsonPath(path: string): Result<FindValues> {
  if (path.length > maxJsonPathLength) return failure(`must have at most ${maxJsonPathLength} characters`);
  const steps = readSteps(path);
  return steps
    ? success((root, looks = newVisitBudget()) => followSteps(steps, root, looks))
    : failure("must be a JSONPath, such as .spec.replicas");
}

function followSteps(steps: readonly Step[], root: unknown, looks: VisitBudget): readonly unknown[] {
  let values: readonly unknown[] = [root];
  for (const step of steps) {
    const next: unknown[] = [];
    for (const value of values) {
      if (looks.left <= 0) break;
      const found = step(value, looks);
      looks.left -= found.length + 1;
      for (const each of found) if (next.length < maxFoundValues) next.push(each);
    }
    values = next;
  }
  return values;
}

const fieldPattern = /\.{1,2}(?<name>\*|(?:\\.|[^\\.[\]\s'"(){}|,])+)?/y;

function readSteps(path: string): Step[] | undefined {
  const steps: Step[] = [];
  let at = 0;
  while (at < path.length) {
    if (path[at] === "[") {
      const end = closingBracket(path, at);
      const step = end < 0 ? undefined : bracketStep(path.slice(at + 1, end).trim());
      if (!step) return undefined;
      steps.push(step);
      at = end + 1;
      continue;
    }
    fieldPattern.lastIndex = at;
    const match = fieldPattern.exec(path);
    if (!match) return undefined;
    const [text] = match;
    const name = match.groups?.["name"];
    if (text.startsWith("..")) steps.push(descendants);
    if (name === "*") steps.push(members);
    else if (name !== undefined) steps.push(memberStep(name.replace(/\\(.)/g, "$1")));
    at += text.length;
  }
  return steps;
}

/** Returns the index of the bracket that closes the one at `start`. Brackets in quoted texts do not count. */
function closingBracket(path: string, start: number): number {
  let depth = 0;
  let quote = "";
  for (let at = start; at < path.length; at++) {
    const char = path[at] ?? "";
    if (quote !== "") {
      if (char === "\\") at++;
      else if (char === quote) quote = "";
    } else if (char === "'" || char === '"') quote = char;
    else if (char === "[") depth++;
    else if (char === "]" && --depth === 0) return at;
  }
  return -1;
}

function bracketStep(text: string): Step | undefined {
  if (text === "*") return members;
  const filter = /^\?\((?<filter>.*)\)$/s.exec(text)?.groups?.["filter"];
  if (filter !== undefined) return filterStep(filter.trim());
  const parts = text.match(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^,'"]+/g) ?? [];
  const steps = parts.map((part) => part.trim()).filter((part) => part !== "");
  const each = steps.map((part) => quotedStep(part) ?? indexStep(part));
  if (each.length === 0) return undefined;
  const known = each.flatMap((step) => step ?? []);
  return known.length === each.length ? (value, looks) => known.flatMap((step) => step(value, looks)) : undefined;
}

function quotedStep(text: string): Step | undefined {
  const name = textOf(text);
  return name === undefined ? undefined : memberStep(name);
}

const textOf = (text: string): string | undefined =>
  /^(['"]).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1).replace(/\\(.)/g, "$1") : undefined;

/** Parses an index or a slice: `0`, `-1`, `1:3`, `::2`. */
function indexStep(text: string): Step | undefined {
  const match = /^(?<start>-?\d+)?(?<colon>:(?<end>-?\d+)?(?::(?<step>\d+)?)?)?$/.exec(text);
  if (!match) return undefined;
  const { start, colon, end, step = "1" } = match.groups ?? {};
  return (value) => {
    if (!Array.isArray(value)) return [];
    const fromEnd = (index: number) => (index < 0 ? index + value.length : index);
    const first = fromEnd(Number(start ?? 0));
    if (colon === undefined) return first in value ? [value[first]] : [];
    const sliced: unknown[] = value.slice(first, end === undefined ? undefined : fromEnd(Number(end)));
    return sliced.filter((_item, index) => index % Math.max(1, Number(step)) === 0);
  };
}

const memberStep =
  (name: string): Step =>
  (value) =>
    isPlainObject(value) && Object.hasOwn(value, name) ? [value[name]] : [];

const members = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : isPlainObject(value) ? sortedMembers(value) : [];

const sortedMembers = (value: Readonly<Record<string, unknown>>): unknown[] =>
  Object.keys(value)
    .sort()
    .map((name) => value[name]);

/** Returns the value and all values inside of it, as far as the limits allow. */
function descendants(value: unknown, looks: VisitBudget): unknown[] {
  const found: unknown[] = [value];
  const most = Math.min(maxFoundValues, looks.left);
  for (let index = 0; index < found.length && found.length < most; index++) {
    for (const inner of members(found[index])) found.push(inner);
  }
  return found;
}

/** Decides comparisons by the sign of the difference; the order is undefined for values that have no order. */
const testBySign: ReadonlyMap<string, (order: number | undefined, isSame: boolean) => boolean> = new Map([
  ["==", (_order, isSame) => isSame],
  ["!=", (_order, isSame) => !isSame],
  ["<", (order) => order === -1],
  [">", (order) => order === 1],
  ["<=", (order) => order === -1 || order === 0],
  [">=", (order) => order === 1 || order === 0],
]);

function orderOf(left: unknown, right: unknown): number | undefined {
  if (typeof left === "number" && typeof right === "number") return Math.sign(left - right);
  if (typeof left !== "string" || typeof right !== "string") return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Parses a filter of list items: those in which a path leads to a value, or to a value that compares as required. */
function filterStep(text: string): Step | undefined {
  const match = /^(?<left>(?:'[^']*'|"[^"]*"|[^'"=!<>])+?)\s*(?:(?<sign>==|!=|<=|>=|<|>)\s*(?<right>.+))?$/s.exec(text);
  const { left = "", sign, right } = match?.groups ?? {};
  const find = parseOperand(left.trim());
  if (!find) return undefined;
  const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  if (sign === undefined) return (value, looks) => items(value).filter((item) => find(item, looks).length > 0);
  const test = testBySign.get(sign);
  const findOther = right === undefined ? undefined : parseOperand(right.trim());
  if (!test || !findOther) return undefined;
  return (value, looks) =>
    items(value).filter((item) => {
      const [found] = find(item, looks);
      const [other] = findOther(item, looks);
      return found !== undefined && other !== undefined && test(orderOf(found, other), found === other);
    });
}

/** Parses an operand of a filter: a path from the item, such as `@.type`, or a literal. */
function parseOperand(text: string): FindValues | undefined {
  const name = textOf(text);
  if (name !== undefined) return () => [name];
  if (text === "true" || text === "false") return () => [text === "true"];
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return () => [Number(text)];
  const steps = text.startsWith("@") ? readSteps(text.slice(1)) : undefined;
  return steps && ((item, looks = newVisitBudget()) => followSteps(steps, item, looks));
}
