/**
 * Compiles the CEL expressions in configuration files of kube-apiserver in the environment that it gives them, and
 * reports faults with their position in the expression.
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

/** The variable that an expression can read: the claims of a token, the mapped user, or the access review. */
export type ExpressionScope = "claims" | "user" | "request";

export interface ExpressionPlace {
  readonly path: FieldPath;
  readonly text: string;
  readonly scope: ExpressionScope;
  /** The required static type of the result; absent if any type is accepted. */
  readonly result?: "bool";
}

/** Returns the checked expression; undefined if it does not compile or has the wrong type. */
export function checkedExpression(place: ExpressionPlace, context: RuleContext): CheckedAst | undefined {
  const { checked } = compilationOf(place, context);
  if (!checked || (place.result === "bool" && checked.outputType.kind !== "bool")) return undefined;
  return checked;
}

/** Reports every fault of an expression. */
export function reportExpression(expression: ExpressionPlace, context: RuleContext, place: Place): void {
  const { checked, issues } = compilationOf(expression, context);
  const at = place.along(expression.path);
  const textEnd = expression.text.trimEnd().length;
  for (const { message, start, end, help } of issues) {
    // A fault begins where kube-apiserver reports it: at the dot of a field, at the parenthesis of a call. Text that is
    // missing at the end is reported after the last character, not after the blank lines that follow it.
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

function compilationOf({ text, scope }: ExpressionPlace, context: RuleContext): Compilation {
  return compileOnce(kubernetesEnvironment(scope, context.target), text);
}
