/**
 * Syntax errors in the wording of cel-go's parser, if an expression has only one: how that parser recovers after an
 * error is specific to it.
 *
 * @module
 */
import type { CelIssue } from "../../cel/syntax/ast.ts";

const literals = "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER";

/**
 * Lists the tokens that begin an operand, and further tokens that are allowed in its place, in the order of cel-go's
 * grammar.
 */
function operandTokensWith(...others: readonly string[]): string {
  const known = new Set(["'['", "'{'", "'('", "'.'", "'-'", "'!'", ...others]);
  const order = ["'['", "']'", "'{'", "'}'", "'('", "')'", "'.'", "','", "'-'", "'!'", "'?'"];
  return `{${order.filter((token) => known.has(token)).join(", ")}, ${literals}}`;
}

export const noOperand = `mismatched input '<EOF>' expecting ${operandTokensWith()}`;

const endOfText = /^unexpected end of the expression; expected (.*)$/s;
const atToken = /^unexpected .*; expected (.*)$/s;
const nameAfterDotText = "a field or function name after the dot";

/**
 * Returns cel-go's message; undefined if it is unknown.
 *
 * @param issue - the only issue that clustervet's parser reports
 */
export function celGoSyntax(
  { message, start, end }: Pick<CelIssue, "message" | "start" | "end">,
  text: string,
): string | undefined {
  const [, wanted] = endOfText.exec(message) ?? [];
  if (wanted !== undefined) return endOfTextMessage(wanted, text.trimEnd());
  const [, expectation] = atToken.exec(message) ?? [];
  if (expectation === undefined) return undefined;
  const [token, rest] = [text.slice(start, end), text.slice(end).trim()];
  const input = (isPassedOver: boolean) => `${isPassedOver ? "extraneous" : "mismatched"} input '${token}' expecting`;
  if (expectation === "an operator or the end of the expression") return `${input(rest === "")} <EOF>`;
  const head = text.slice(0, start).trimEnd();
  if (expectation === nameAfterDotText) return `no viable alternative at input '${text.slice(head.length - 1, end)}'`;
  const closer = expectedCloser(expectation);
  const isIndex = openBracketsIn(head).at(-1) === indexBracket;
  if (isIndex && closer === "]" && token === ")") return "missing ']' at ')'";
  if (closer === ")" || (closer !== undefined && isIndex)) return `${input(rest.startsWith(closer))} '${closer}'`;
  if (closer !== undefined) return `${input(rest.startsWith(closer) || rest.startsWith(","))} {'${closer}', ','}`;
  if (/^an operator or ':'/.test(expectation)) {
    const isPut = !rest.startsWith(":") && operandStart.test(token);
    return isPut ? `missing ':' at '${token}'` : `${input(rest.startsWith(":"))} ':'`;
  }
  if (expectation !== "an expression") return undefined;
  const unclosed = head.endsWith(",") ? closers.get(openBracketsIn(head).at(-1) ?? "") : undefined;
  if (unclosed !== undefined) return `${input(rest.startsWith(unclosed))} '${unclosed}'`;
  return `${input(operandStart.test(rest))} ${operandTokensWith(...otherTokensAfter(head))}`;
}

/** Closing brackets, by the opening brackets that allow a trailing comma. */
const closers: ReadonlyMap<string, string> = new Map([
  ["[", "]"],
  ["{", "}"],
]);

const operandStart = /^(?:[\w"'([{.-]|!(?!=))/;

const expectedCloser = (expectation: string): string | undefined =>
  /^an operator(?:, ',')? or '([)\]}])'$/.exec(expectation)?.[1];

function endOfTextMessage(wanted: string, text: string): string | undefined {
  if (wanted === nameAfterDotText) return "no viable alternative at input '.'";
  if (wanted === "a field name or '}'") {
    const atFirst = "mismatched input '<EOF>' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}";
    return text.endsWith("{") ? atFirst : missingBracketMessage("}", text);
  }
  if (/^(?:an operator or )?':'/.test(wanted)) return "mismatched input '<EOF>' expecting ':'";
  const closer = expectedCloser(wanted);
  if (closer === ")" || (closer === "]" && openBracketsIn(text).at(-1) === indexBracket))
    return missingBracketMessage(closer, text);
  if (closer !== undefined) return `mismatched input '<EOF>' expecting {'${closer}', ','}`;
  return wanted === "an expression" ? missingOperandMessage(text) : undefined;
}

/**
 * Returns the message about a missing bracket at the end. cel-go's parser inserts one bracket if that completes the
 * text.
 */
const missingBracketMessage = (closer: string, text: string): string =>
  openBracketsIn(text).length === 1
    ? `missing '${closer}' at '<EOF>'`
    : `mismatched input '<EOF>' expecting '${closer}'`;

const endsOperand = (text: string): boolean => /[\w\])}"']$/.test(text) && !/\bin$/.test(text);

/** Returns the tokens that are allowed in place of an operand. @param text - the text up to the previous token */
function otherTokensAfter(text: string): readonly string[] {
  const isAfterOperand = endsOperand(text.slice(0, -1).trimEnd());
  switch (text.at(-1)) {
    case "[":
      return isAfterOperand ? ["'?'"] : ["']'", "','", "'?'"];
    case "{":
      return ["'}'", "','", "'?'"];
    case "(":
      return isAfterOperand ? ["')'"] : [];
    default:
      return [];
  }
}

/** Returns the message about a missing operand at the end. @param text - the text up to its last token */
function missingOperandMessage(text: string): string | undefined {
  switch (text.at(-1)) {
    case "!":
      return `extraneous input '<EOF>' expecting ${operandTokensWith()}`;
    case "-":
      return endsOperand(text.slice(0, -1).trimEnd()) ? noOperand : undefined;
    case ",": {
      const closer = closers.get(openBracketsIn(text).at(-1) ?? "");
      return closer === undefined ? noOperand : missingBracketMessage(closer, text);
    }
    default:
      return `mismatched input '<EOF>' expecting ${operandTokensWith(...otherTokensAfter(text))}`;
  }
}

/** The marker of an index bracket among the open brackets. */
const indexBracket = "[index";

/** Returns the brackets that are open at the end. Brackets in quoted texts do not count. */
function openBracketsIn(text: string): readonly string[] {
  const open: string[] = [];
  const plain = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, "x");
  for (const { 0: sign, index: at } of plain.matchAll(/[()[\]{}]/g)) {
    if (sign === "[" && endsOperand(plain.slice(0, at).trimEnd())) open.push(indexBracket);
    else if ("([{".includes(sign)) open.push(sign);
    else open.pop();
  }
  return open;
}
