import { check } from "../../../src/cel/check/checker.ts";
import { createEnvironment, type EnvironmentOptions } from "../../../src/cel/environment.ts";
import { listsLibrary } from "../../../src/cel/library/lists.ts";
import { optionalLibrary } from "../../../src/cel/library/optional.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import { twoVariableLibrary } from "../../../src/cel/library/two-variable.ts";
import { parse } from "../../../src/cel/syntax/parser.ts";
import type { CheckedAst } from "../../../src/cel/types/checked-ast.ts";
import { formatType } from "../../../src/cel/types/format-type.ts";

const libraries = [standardLibrary, optionalLibrary, twoVariableLibrary, listsLibrary];

/**
 * Parses and checks an expression with the standard, optional, two-variable and list libraries. The expression must
 * parse.
 */
function checkText(text: string, options: Partial<EnvironmentOptions> = {}) {
  const env = createEnvironment({ libraries, ...options });
  const { result, issues } = parse(text, env);
  if (result === undefined) throw new Error(`${text.slice(0, 80)}: ${issues[0]?.message}`);
  return { parsed: result, ...check(result, env) };
}

/** Returns the type of a valid expression as text, or the error messages of an invalid one. */
export function typeOfText(text: string, options?: Partial<EnvironmentOptions>): string {
  const { result, issues } = checkText(text, options);
  return result ? formatType(result.outputType) : issues.map(({ message }) => message).join("; ");
}

/**
 * Returns the faults of an expression as `text: message (help)`, where the text is the part of the expression that the
 * fault marks.
 */
export function faultsOfText(text: string, options?: Partial<EnvironmentOptions>): string[] {
  return checkText(text, options).issues.map(
    ({ message, help, start, end }) => `${text.slice(start, end)} -> ${message}${help ? ` (${help})` : ""}`,
  );
}

export function checkedText(text: string, options?: Partial<EnvironmentOptions>): CheckedAst {
  return parsedAndChecked(text, options).checked;
}

/** Returns the tree before and after checking. The expression must be valid. */
export function parsedAndChecked(text: string, options?: Partial<EnvironmentOptions>) {
  const { parsed, result, issues } = checkText(text, options);
  if (result === undefined) throw new Error(`${text.slice(0, 80)}: ${issues[0]?.message}`);
  return { parsed, checked: result };
}
