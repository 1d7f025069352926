/**
 * Converts issues of expressions to findings, with cel-go's list of them as the message of kube-apiserver.
 *
 * @module
 */
import type { CelIssue } from "../../cel/syntax/ast.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Finding } from "../../rule/finding.ts";
import { celGoSyntax, noOperand } from "./cel-go-syntax.ts";

/** The longest line that cel-go shows below an issue, in bytes. This file counts UTF-16 units. */
const maxShownLine = 16_384;
/**
 * The length in UTF-16 units after which no more issues are listed. It is more than a response shows of a message: a
 * line of 16 KB may have a hundred issues, and cel-go repeats the line for each of them.
 */
export const maxListedLength = 32 * 1024;

/** How kube-apiserver's error refers to the expression. */
export interface ServerNames {
  /** The value in the error, which contains the expression. Default: the expression. */
  readonly shown?: unknown;
  /** Default: `compilation failed`. */
  readonly fault?: string;
}

/**
 * Returns a finding for each issue, relative to the expression. kube-apiserver reports one error that lists all issues.
 */
export function issueFindings(
  text: string,
  issues: readonly CelIssue[],
  { shown = text, fault = "compilation failed" }: ServerNames = {},
): readonly Finding[] {
  const end = text.trimEnd().length;
  return issues.map(({ message, start, end: faultEnd, help }, index) => ({
    path: [],
    message,
    span: start >= end ? { start: end, end } : { start, end: faultEnd },
    ...(index === 0 && { serverText: `${showGoValue(shown)}: ${fault}: ${listAsCelGo(text, issues)}`, hides: [] }),
    ...(help === undefined ? {} : { help }),
  }));
}

/** Lists the issues like cel-go: line and column, the line itself, and a mark below it. */
export function listAsCelGo(text: string, issues: readonly CelIssue[]): string {
  const place = { line: 1, column: 0, lineStart: 0, at: 0 };
  let listed = "";
  for (const issue of issues.toSorted((a, b) => a.start - b.start)) {
    if (listed.length > maxListedLength) break;
    for (; place.at < issue.start; place.at++) advancePlace(text, place);
    const words = issues.length === 1 ? singleIssueMessage(text, issue) : celGoMessage(issue);
    listed += `${listed === "" ? "" : "\n"}${describe(text, words, place)}`;
  }
  return listed;
}

interface TextPlace {
  /** The line number, from 1. */
  line: number;
  /** The column in characters, from 0. */
  column: number;
  /** The start of the line in UTF-16 units, like `at`. */
  lineStart: number;
  at: number;
}

function advancePlace(text: string, place: TextPlace): void {
  const unit = text.charCodeAt(place.at);
  if (unit === newline) {
    place.line++;
    place.column = 0;
    place.lineStart = place.at + 1;
  } else if (!isLowSurrogate(unit)) place.column++;
}

const newline = 10;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

function describe(text: string, words: string, { line, column, lineStart }: TextPlace): string {
  // An empty text has no line to show, and its end precedes its beginning.
  if (text === "") return `ERROR: <input>:1:0: Syntax error: ${noOperand}`;
  const head = `ERROR: <input>:${line}:${column + 1}: ${words}`;
  const lineEnd = text.indexOf("\n", lineStart);
  const shown = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd).replaceAll("\t", " ");
  if (shown.length > maxShownLine) return head;
  const characters = [...shown].slice(0, column + 1);
  const below = characters.slice(0, column).map((character) => (isNonAscii(character) ? "\uff0e" : "."));
  const mark = isNonAscii(characters[column] ?? "") ? "\uff3e" : "^";
  return `${head}\n | ${shown}\n | ${below.join("")}${mark}`;
}

/** Messages of clustervet's checker that contain all details, with cel-go's wording. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/^type ('.*') has no fields$/s, "type $1 does not support field selection"],
  [/^type ('.*') has no fields to set$/s, "$1 is not a message type"],
  [
    /^a macro cannot iterate over type ('.*'); .*$/s,
    "expression of type $1 cannot be range of a comprehension (must be list, map, or dynamic)",
  ],
  [/^field ('.*') must be of type ('.*'); got ('.*')$/s, "expected type of field $1 is $2 but provided type is $3"],
  [/^not a (duration|timestamp)$/, "invalid $1 argument"],
  [/^not a regular expression: .*$/s, "invalid matches argument"],
  [/^the variable of a macro must be a simple name$/, "argument is not an identifier"],
];

function toCelGoMessage(message: string): string {
  const [pattern, words] = patterns.find(([each]) => each.test(message)) ?? [];
  return pattern && words ? message.replace(pattern, words) : message;
}

function singleIssueMessage(text: string, issue: CelIssue): string {
  const syntax = issue.code === "syntax" ? celGoSyntax(issue, text) : undefined;
  return syntax === undefined ? celGoMessage(issue) : `Syntax error: ${syntax}`;
}

/**
 * Returns the message of cel-go's checker. For several syntax errors it keeps the message of clustervet's parser, since
 * that of cel-go's parser depends on its recovery.
 */
function celGoMessage({ code, message, about: [first, second] = [] }: CelIssue): string {
  if (code === "syntax") return `Syntax error: ${message}`;
  if (first === undefined) return toCelGoMessage(message);
  switch (code) {
    case "undeclared":
      return `undeclared reference to '${first}' (in container '')`;
    case "overload":
      return `found no matching overload for '${first}' applied to '${second}'`;
    case "field":
      return `undefined field '${first}'`;
    default:
      return `expected type '${first}' but found '${second}'`;
  }
}

const isNonAscii = (character: string): boolean => character > "\u007f";
