/**
 * The faults that checking can find, with a function for each that builds its position and message.
 *
 * @module
 */
import type { CelIssue, Expr } from "../syntax/ast.ts";
import type { Macro } from "../syntax/macro.ts";
import type { FunctionDeclaration, Overload } from "../types/declarations.ts";
import { formatType, formatTypes } from "../types/format-type.ts";
import type { CelType } from "../types/types.ts";
import { isDynamic } from "../types/unify.ts";

/** The position of a fault; offsets as in {@link CelIssue}. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The most signatures and names that a help text lists. */
const maxListedSignatures = 6;
const maxListedNames = 20;

/**
 * Returns the range from cel-go's position of a node to the node's end; for an operator in the text, the range of the
 * operator.
 */
export function spanOf(expr: Expr, text: string): Span {
  const operator = expr.kind === "call" ? operatorTexts.get(expr.function) : undefined;
  const written = operator === "?:" ? "?" : operator;
  const isWritten = written !== undefined && !written.startsWith("[") && text.startsWith(written, expr.at);
  return { start: expr.at, end: isWritten ? expr.at + written.length : Math.max(expr.end, expr.at + 1) };
}

/** Help for an undeclared name. */
interface NameHelp {
  /** See {@link CheckEnvironment.hints}. */
  readonly hint: string | undefined;
  /** A similar declared name that the author may have meant. */
  readonly suggestion: string | undefined;
}

export function undeclaredName(
  span: Span,
  name: string,
  known: NameHelp & { readonly variables: readonly string[] },
): CelIssue {
  const help = known.hint ?? didYouMean(known.suggestion) ?? listOf("variables", known.variables);
  return undeclared(span, "name", name, help);
}

export function undeclaredFunction(span: Span, name: string, { hint, suggestion }: NameHelp): CelIssue {
  return undeclared(span, "function", name, hint ?? didYouMean(suggestion));
}

/** A call with the name of a macro but not its form, so that the parser did not expand it. */
export function misusedMacro(span: Span, name: string, forms: readonly Macro[]): CelIssue {
  const counts = [...new Set(forms.map(({ argCount }) => (argCount === "any" ? "any number of" : argCount)))]
    .sort()
    .join(" or ");
  const style = forms.some(({ isMember }) => isMember) ? "is called on a value and" : "is called without a value and";
  const help = `the macro '${name}' ${style} takes ${counts} argument(s)`;
  return undeclared(span, "function", name, help);
}

export function undeclaredType(span: Span, name: string): CelIssue {
  return undeclared(span, "type", name);
}

function undeclared(span: Span, what: string, name: string, help?: string): CelIssue {
  return issue("undeclared", span, `undeclared ${what} '${name}'`, help, [name]);
}

export function noOverload(span: Span, fn: FunctionDeclaration, args: readonly CelType[], isMember: boolean): CelIssue {
  const [condition] = args;
  const signature = formatSignature(args, isMember);
  const about = [fn.name, signature];
  if (fn.name === "_?_:_" && condition && condition.kind !== "bool" && !isDynamic(condition)) {
    const message = `a condition must be of type 'bool'; got '${formatType(condition)}'`;
    return issue("overload", span, message, undefined, about);
  }
  const message = `no overload of '${displayName(fn.name)}' takes ${signature}`;
  return {
    ...issue("overload", span, message, overloadHelp(fn, args, isMember), about),
    ...(isNominal(fn.name, args) && { isNominal: true }),
  };
}

/**
 * Whether an operator accepts both operands at run time although their declared types differ: they are maps or lists of
 * maps. `+` is only for lists.
 */
function isNominal(operator: string, args: readonly CelType[]): boolean {
  const [left, right] = args.slice(-2);
  if (!left || !right || !isSameShape(left, right)) return false;
  return operator === "_+_" ? left.kind === "list" : structuralOperators.has(operator);
}

const structuralOperators: ReadonlySet<string> = new Set(["_==_", "_!=_", "_?_:_"]);

function isSameShape(left: CelType, right: CelType): boolean {
  if (left.kind === "list" && right.kind === "list") return isSameShape(left.element, right.element);
  return isMapLike(left) && isMapLike(right);
}

const isMapLike = ({ kind }: CelType): boolean => kind === "object" || kind === "map";

export function unexpectedType(span: Span, expected: CelType, actual: CelType): CelIssue {
  return typeMismatch(span, [expected, actual], "");
}

export function mixedElements(span: Span, expected: CelType, actual: CelType): CelIssue {
  const help = "the elements of a literal must have one type; put dyn(...) around each to mix them";
  return typeMismatch(span, [expected, actual], " like the element before", help);
}

function typeMismatch(span: Span, types: readonly CelType[], why: string, help?: string): CelIssue {
  const about = types.map(formatType);
  return issue("type", span, `must be of type '${about[0]}'${why}; got '${about[1]}'`, help, about);
}

export function notARange(span: Span, type: CelType): CelIssue {
  return issue(
    "type",
    span,
    `a macro cannot iterate over type '${formatType(type)}'; it needs a list or a map`,
    type.kind === "any" ? "put dyn(...) around the value to iterate over what it holds at run time" : undefined,
  );
}

export function noFields(span: Span, type: CelType): CelIssue {
  return issue("type", span, `type '${formatType(type)}' has no fields`);
}

export function unknownField(
  span: Span,
  field: string,
  objectName: string,
  known: { readonly suggestion: string | undefined; readonly fields: readonly string[] },
): CelIssue {
  const help = didYouMean(known.suggestion) ?? listOf("fields", known.fields);
  return issue("field", span, `no field '${field}' in '${objectName}'`, help, [field]);
}

export function unknownObject(span: Span, name: string): CelIssue {
  return issue("undeclared", span, `the fields of type '${name}' are not declared`);
}

export function fieldType(span: Span, field: string, expected: CelType, actual: CelType): CelIssue {
  return issue("type", span, `field '${field}' must be of type '${formatType(expected)}'; got '${formatType(actual)}'`);
}

export function typeTooLarge(span: Span, limit: number): CelIssue {
  return issue("limit", span, `the type of this part contains more than ${limit} types`);
}

export function notAnObjectType(span: Span, type: CelType): CelIssue {
  return issue("type", span, `type '${formatType(type)}' has no fields to set`);
}

export function invalidOptionalSelect(span: Span): CelIssue {
  return issue("type", span, "'.?' takes a value and the name of a field");
}

/** cel-go's validator panics on such a literal, which crashes the component. */
export function unknownOptional(span: Span, type: CelType): CelIssue {
  return issue(
    "type",
    span,
    `an optional part of a literal must have a known optional type; got '${formatType(type)}'`,
    "put optional.of(...) around it",
  );
}

export function invalidTime(span: Span, kind: "duration" | "timestamp"): CelIssue {
  const help =
    kind === "duration" ? "write it like '1h30m' or '90s'" : "write it like '2025-01-31T23:59:59Z' (RFC 3339)";
  return literalFault(span, `not a ${kind}`, help);
}

export function invalidText(span: Span, name: string, fault: string): CelIssue {
  return literalFault(span, `not for ${name}(...): ${fault}`);
}

export function invalidPattern(span: Span, fault: string): CelIssue {
  return issue("regex", span, `not a regular expression: ${fault}`, "the syntax is RE2's: no look-around");
}

export function failedConversion(span: Span, name: string, fault: string): CelIssue {
  return literalFault(span, `${name}(...) of this constant always fails: ${fault}`);
}

/** @param type - the type of the key */
export function invalidKey(span: Span, type: string): CelIssue {
  return issue("type", span, `a value of type '${type}' cannot be a key or an index`);
}

export function literalFault(span: Span, message: string, help?: string): CelIssue {
  return issue("literal", span, message, help);
}

function issue(
  code: CelIssue["code"],
  { start, end }: Span,
  message: string,
  help?: string,
  about: readonly string[] = [],
): CelIssue {
  return { code, message, about, start, end, ...(help && { help }) };
}

function didYouMean(suggestion: string | undefined): string | undefined {
  return suggestion && `did you mean '${suggestion}'?`;
}

/** Returns `fields: a, b`; undefined if there are no names or too many to read. */
function listOf(what: string, names: readonly string[]): string | undefined {
  return names.length > 0 && names.length <= maxListedNames ? `${what}: ${names.join(", ")}` : undefined;
}

/** The operators as expressions write them. */
const operatorTexts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "_+_": "+",
    "_-_": "-",
    "_*_": "*",
    "_/_": "/",
    "_%_": "%",
    "_==_": "==",
    "_!=_": "!=",
    "_<_": "<",
    "_<=_": "<=",
    "_>_": ">",
    "_>=_": ">=",
    "_&&_": "&&",
    "_||_": "||",
    "!_": "!",
    "-_": "-",
    "@in": "in",
    "_?_:_": "?:",
    "_[_]": "[]",
    "_[?_]": "[?]",
  }),
);

function displayName(name: string): string {
  return operatorTexts.get(name) ?? name;
}

function formatSignature(params: readonly CelType[], isMember: boolean): string {
  const [receiver, ...rest] = params;
  return isMember && receiver !== undefined
    ? `${formatType(receiver)}.(${formatTypes(rest)})`
    : `(${formatTypes(params)})`;
}

function overloadHelp(fn: FunctionDeclaration, args: readonly CelType[], isMember: boolean): string | undefined {
  const name = displayName(fn.name);
  const sameStyle = fn.overloads.filter((overload) => overload.member === isMember);
  if (sameStyle.length === 0) {
    return isMember ? `'${name}' is called as ${name}(...)` : `'${name}' is called on a value: x.${name}(...)`;
  }
  if (name === "==" || name === "!=" || name === "?:") return "both sides must have the same type; convert one of them";
  const listed = sortBySimilarity(sameStyle, args)
    .slice(0, maxListedSignatures)
    .map(({ params }) => formatSignature(params, isMember));
  const more = sameStyle.length > listed.length ? `, and ${sameStyle.length - listed.length} more` : "";
  return `'${name}' takes ${listed.join(", ")}${more}`;
}

/** Sorts overloads by how many parameter types they share with the arguments, most first. */
function sortBySimilarity(overloads: readonly Overload[], args: readonly CelType[]): Overload[] {
  const likeness = ({ params }: Overload): number =>
    params.filter((param, index) => {
      const arg = args[index];
      return arg !== undefined && !isDynamic(arg) && arg.kind === param.kind;
    }).length;
  return overloads.toSorted((a, b) => likeness(b) - likeness(a));
}
