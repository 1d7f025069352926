/**
 * The grammar of label selectors, `app=web,tier in (a, b),!legacy`, with the API server's error messages.
 *
 * @module
 */
import { quoteGo } from "./go-quote.ts";
import { int64Of } from "./int64.ts";
import { validateLabelValue, validateQualifiedName } from "./names.ts";
import { failure, type Result, success } from "./result.ts";
import { compareUtf8 } from "./utf8.ts";

/** The operator as written; `exists` for a key without an operator. */
export type LabelOperator = "exists" | "!" | "=" | "==" | "!=" | "in" | "notin" | ">" | "<";

export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Sorted, without duplicates. */
  readonly values: readonly string[];
}

/** All requirements must match. They are sorted by key. */
export type LabelSelector = readonly LabelRequirement[];

export function parseLabelSelector(text: string): Result<LabelSelector> {
  return new SelectorParser(scan(text)).parse();
}

/** Returns the canonical text, which parses to the same selector. */
export const formatLabelSelector = (selector: LabelSelector): string => selector.map(formatRequirement).join(",");

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  if (operator === "exists") return key;
  if (operator === "!") return `!${key}`;
  if (operator === "in" || operator === "notin") return `${key} ${operator} (${values.join(",")})`;
  return key + operator + values.join(",");
}

export const matchesLabels = (selector: LabelSelector, labels: Readonly<Record<string, string>>): boolean =>
  selector.every((requirement) => meets(requirement, labels));

/** A requirement as parsed from a text, or as written in the label and node selectors of objects. */
type AnyRequirement = Partial<Omit<LabelRequirement, "operator"> & { readonly operator: string }>;

/** Whether the labels meet a requirement. No labels meet one with an unknown operator. */
export function meets(
  { key = "", operator, values }: AnyRequirement,
  labels: Readonly<Record<string, string>>,
): boolean {
  return meetsOperator(Object.hasOwn(labels, key) ? labels[key] : undefined, operator, values);
}

/** Whether a label's value meets an operator. @param value - undefined if the object does not have the label */
export function meetsOperator(
  value: string | undefined,
  operator: string | undefined,
  values: readonly string[] = [],
): boolean {
  switch (operator) {
    case "exists":
    case "Exists":
      return value !== undefined;
    case "!":
    case "DoesNotExist":
      return value === undefined;
    case "=":
    case "==":
    case "in":
    case "In":
      return value !== undefined && values.includes(value);
    case "!=":
    case "notin":
    case "NotIn":
      return value === undefined || !values.includes(value);
    case ">":
    case "Gt":
      return exceeds(value, values[0]);
    case "<":
    case "Lt":
      return exceeds(values[0], value);
    default:
      return false;
  }
}

function exceeds(a = "", b = ""): boolean {
  const [left, right] = [integerOf(a), integerOf(b)];
  return left !== undefined && right !== undefined && left > right;
}

/** Parses a 64-bit integer with an optional sign. */
const integerOf = (text: string): bigint | undefined => (/^[+-]?[0-9]+$/.test(text) ? int64Of(text) : undefined);

/** A token of the text. Its end is a token with an empty text. */
interface Token {
  readonly kind: "symbol" | "keyword" | "word" | "end";
  readonly text: string;
}

/** Splits the text into tokens. A NUL in place of a token ends the text; a NUL directly after a token is skipped. */
function scan(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const token = /[ \t\r\n]*(?:(==|!=|[=!(),<>])\0?|([^\0 \t\r\n=!(),<>]+)\0?|\0|$)/y;
  for (;;) {
    const [, symbol, word] = token.exec(text) ?? [];
    if (symbol !== undefined) tokens.push({ kind: "symbol", text: symbol });
    else if (word !== undefined)
      tokens.push({ kind: word === "in" || word === "notin" ? "keyword" : "word", text: word });
    else return [...tokens, { kind: "end", text: "" }];
  }
}

const endToken: Token = { kind: "end", text: "" };

/** Whether the token can be a key or value. Keywords can, except where an operator is expected. */
const isWord = ({ kind }: Token): boolean => kind === "word" || kind === "keyword";
const isSymbol = (token: Token, ...symbols: readonly string[]): boolean =>
  token.kind === "symbol" && symbols.includes(token.text);

const binaryOperators = ["in", "notin", "=", "==", "!=", ">", "<"] as const;
/** The operators as error messages list them. */
const binaryOperatorNames = "in, notin, =, ==, !=, gt, lt";

class SelectorParser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Result<LabelSelector> {
    const requirements: LabelRequirement[] = [];
    if (this.#peek().kind === "end") return success([]);
    for (;;) {
      const first = this.#peek();
      if (!startsRequirement(first)) {
        const expected = requirements.length === 0 ? "!, identifier, or 'end of string'" : "identifier after ','";
        return failure(`found '${first.text}', expected: ${expected}`);
      }
      const requirement = this.#readRequirement();
      if (!requirement.ok) return failure(`unable to parse requirement: ${requirement.error}`);
      requirements.push(requirement.value);
      const next = this.#take();
      if (next.kind === "end") return success(requirements.toSorted((a, b) => compareUtf8(a.key, b.key)));
      if (!isSymbol(next, ",")) return failure(`found '${next.text}', expected: ',' or 'end of string'`);
    }
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? endToken;
  }

  #take(): Token {
    const token = this.#peek();
    this.#at++;
    return token;
  }

  #readRequirement(): Result<LabelRequirement> {
    const isNegated = isSymbol(this.#peek(), "!");
    if (isNegated) this.#take();
    const key = this.#take();
    if (!isWord(key)) return failure(`found '${key.text}', expected: identifier`);
    const keyFaults = validateQualifiedName(key.text);
    if (keyFaults.length > 0) return failure(`<nil>: ${invalidValue(key.text, keyFaults)}`);
    if (isNegated) return success({ key: key.text, operator: "!", values: [] });
    const next = this.#peek();
    if (next.kind === "end" || isSymbol(next, ",")) return success({ key: key.text, operator: "exists", values: [] });
    const { text } = this.#take();
    const operator = binaryOperators.find((each) => each === text);
    if (operator === undefined) return failure(`found '${text}', expected: ${binaryOperatorNames}`);
    return this.#readValues(key.text, operator);
  }

  #readValues(key: string, operator: LabelOperator): Result<LabelRequirement> {
    const isSet = operator === "in" || operator === "notin";
    const values = isSet ? this.#readSet() : this.#readExactValue();
    if (!values.ok) return values;
    const sorted = [...new Set(values.value)].sort(compareUtf8);
    const faults = valueFaults(key, operator, sorted);
    if (faults.length > 1) return failure(`[${faults.join(", ")}]`);
    return faults[0] === undefined ? success({ key, operator, values: sorted }) : failure(faults[0]);
  }

  /** Reads `(a, b)`; an empty item is the empty value. */
  #readSet(): Result<readonly string[]> {
    const open = this.#take();
    if (!isSymbol(open, "(")) return failure(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (isSymbol(first, ")")) {
      this.#take();
      return success([""]);
    }
    if (!isWord(first) && !isSymbol(first, ",")) {
      return failure(`found '${first.text}', expected: ',', ')' or identifier`);
    }
    const values: string[] = [];
    for (;;) {
      const token = this.#take();
      const next = this.#peek();
      if (isWord(token)) {
        values.push(token.text);
        if (!isSymbol(next, ",", ")")) return failure(`found '${next.text}', expected: ',' or ')'`);
      } else if (isSymbol(token, ",")) {
        if (values.length === 0 || isSymbol(next, ",", ")")) values.push("");
      } else {
        return failure(`found '${token.text}', expected: ',', or identifier`);
      }
      if (isSymbol(next, ")")) {
        this.#take();
        return success(values);
      }
    }
  }

  #readExactValue(): Result<readonly string[]> {
    const next = this.#peek();
    if (next.kind === "end" || isSymbol(next, ",")) return success([""]);
    this.#take();
    return isWord(next) ? success([next.text]) : failure(`found '${next.text}', expected: identifier`);
  }
}

const startsRequirement = (token: Token): boolean => isWord(token) || isSymbol(token, "!");

const invalidValue = (value: string, faults: readonly string[]): string =>
  `Invalid value: ${quoteGo(value)}: ${faults.join("; ")}`;

function valueFaults(key: string, operator: LabelOperator, values: readonly string[]): readonly string[] {
  const isComparison = operator === ">" || operator === "<";
  const numberFault = "for 'Gt', 'Lt' operators, the value must be an integer";
  const numbers = values.flatMap((value, index) =>
    isComparison && integerOf(value) === undefined ? [`values[${index}]: ${invalidValue(value, [numberFault])}`] : [],
  );
  const texts = values.flatMap((value, index) => {
    const faults = validateLabelValue(value);
    return faults.length === 0 ? [] : [`values[${index}][${key}]: ${invalidValue(value, faults)}`];
  });
  return [...numbers, ...texts];
}
