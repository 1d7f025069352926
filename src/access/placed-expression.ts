/**
 * Expressions of kube-apiserver's configuration files, each with its field path.
 *
 * @module
 */
import { type EnvironmentUse, kubernetesEnvironment } from "../cel-kubernetes/configuration-environment.ts";
import { type ExpressionScope, type PlannedExpression, planExpression } from "../cel-kubernetes/planned-expression.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";

/** An expression of a validated configuration, and its field path. */
export interface PlacedExpression {
  readonly expression: PlannedExpression;
  readonly path: FieldPath;
}

/** Returns the scope of expressions in a configuration. */
export function configurationScope(use: EnvironmentUse, target: string): ExpressionScope {
  return { environment: kubernetesEnvironment(use, target), target };
}

/** Plans an expression of a validated configuration. */
export function placeExpression(text: string, path: FieldPath, scope: ExpressionScope): PlacedExpression {
  const planned = planExpression(text, scope);
  if (!planned.ok) throw new Error(`the configuration was not validated: ${planned.error[0]?.message} in: ${text}`);
  return { expression: planned.value, path };
}
