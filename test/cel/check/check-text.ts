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

/** Checks an expression with the standard, optional, two-variable and list libraries; it must parse. */
function checkText(text: string, options: Partial<EnvironmentOptions> = {}) {
  const env = createEnvironment({ libraries, ...options });
  const { result, issues } = parse(text, env);
  if (result === undefined) throw new Error(`${text.slice(0, 80)}: ${issues[0]?.message}`);
  return { parsed: result, ...check(result, env) };
}

/** The type of a valid expression, in words. */
export function typeOfText(text: string, options?: Partial<EnvironmentOptions>): string {
  const { result, issues } = checkText(text, options);
  return result ? formatType(result.outputType) : issues.map(({ message }) => message).join("; ");
}

/** The faults of an expression, each with the text it is shown at: `text: message (help)`. */
export function faultsOfText(text: string, options?: Partial<EnvironmentOptions>): string[] {
  return checkText(text, options).issues.map(
    ({ message, help, start, end }) => `${text.slice(start, end)} -> ${message}${help ? ` (${help})` : ""}`,
  );
}

export function checkedText(text: string, options?: Partial<EnvironmentOptions>): CheckedAst {
  return parsedAndChecked(text, options).checked;
}

/** The tree before and after it was checked; it must be valid. */
export function parsedAndChecked(text: string, options?: Partial<EnvironmentOptions>) {
  const { parsed, result, issues } = checkText(text, options);
  if (result === undefined) throw new Error(`${text.slice(0, 80)}: ${issues[0]?.message}`);
  return { parsed, checked: result };
}
