/**
 * CEL expressions of the API server's configuration files: compiled in the environment the server gives them, their
 * faults reported at the characters at fault.
 *
 * @module
 */
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import { formatType } from "../../cel/types/format-type.ts";
import { kubernetesEnvironment } from "../../cel-kubernetes/configuration-environment.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { type Compilation, compileOnce } from "../expression/compilation.ts";

/** The variables of an expression: a token's claims, the mapped user, or the access review. */
export type ExpressionScope = "claims" | "user" | "request";

export interface ExpressionPlace {
  readonly path: FieldPath;
  readonly text: string;
  readonly scope: ExpressionScope;
  /** The result must have this static type; any type when absent. */
  readonly result?: "bool";
}

/** The checked expression when it compiles and has the right type; else undefined. */
export function checkedExpression(place: ExpressionPlace, context: RuleContext): CheckedAst | undefined {
  const { checked } = compiled(place, context);
  if (!checked || (place.result === "bool" && checked.outputType.kind !== "bool")) return undefined;
  return checked;
}

/** Reports every fault of an expression. */
export function reportExpression(expression: ExpressionPlace, context: RuleContext, place: Place): void {
  const { checked, issues } = compiled(expression, context);
  const at = place.along(expression.path);
  const textEnd = expression.text.trimEnd().length;
  for (const { message, start, end, help } of issues) {
    // A fault begins where the API server says it does: at the dot of a field, at the parenthesis of a call.
    // Text missing at the end is missing after the last character, not after the blank lines that follow it.
    const span = start >= textEnd ? { start: textEnd, end: textEnd } : { start, end };
    at.say(message, { span, ...(help === undefined ? {} : { help }) });
  }
  if (!checked || expression.result !== "bool" || checked.outputType.kind === "bool") return;
  const type = formatType(checked.outputType);
  at.say(`must evaluate to bool; got ${type}`, {
    span: { start: 0, end: textEnd },
    ...(type === "any" || type === "dyn"
      ? { help: "compare it, as in `... == true`, or convert it with `bool(...)`" }
      : {}),
  });
}

function compiled({ text, scope }: ExpressionPlace, context: RuleContext): Compilation {
  return compileOnce(kubernetesEnvironment(scope, context.target), text);
}
