/**
 * Expressions of the API server's configuration, each with the field that it is in.
 *
 * @module
 */
import { type EnvironmentUse, kubernetesEnvironment } from "../cel-kubernetes/configuration-environment.ts";
import { type ExpressionScope, type PlannedExpression, planExpression } from "../cel-kubernetes/planned-expression.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";

/** An expression of a configuration that passed validation, and the field it is in. */
export interface PlacedExpression {
  readonly expression: PlannedExpression;
  readonly path: FieldPath;
}

/** Where expressions of a configuration are. */
export function configurationScope(use: EnvironmentUse, target: string): ExpressionScope {
  return { environment: kubernetesEnvironment(use, target), target };
}

/** Plans an expression of a configuration that was validated before. */
export function placeExpression(text: string, path: FieldPath, scope: ExpressionScope): PlacedExpression {
  const planned = planExpression(text, scope);
  if (!planned.ok) throw new Error(`the configuration was not validated: ${planned.error[0]?.message} in: ${text}`);
  return { expression: planned.value, path };
}
