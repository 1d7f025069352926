/**
 * The expression language of Kubernetes (CEL) as a library, for Node and browsers: parses, checks and evaluates
 * expressions and counts their cost as the API server does.
 *
 * {@link evaluate} evaluates an expression; {@link compileExpression} compiles an expression for repeated evaluation.
 * {@link createEnvironment} adds custom functions and variables.
 *
 * @module
 */
export { createEnvironment, type Environment, type EnvironmentOptions } from "./cel/environment.ts";
export { prepare } from "./cel/prepare.ts";
export {
  declareFunction,
  type FunctionDeclaration,
  type Library,
  member,
  type ObjectDeclaration,
  type Overload,
  overload,
  type VariableDeclaration,
} from "./cel/types/declarations.ts";
export * as types from "./cel/types/types.ts";
export { CelError } from "./cel/types/values.ts";
export { librariesOf } from "./cel-kubernetes/base-environment.ts";
export {
  compileExpression,
  type EnvironmentName,
  type Evaluated,
  type EvaluateOptions,
  type Expression,
  type ExpressionFault,
  type ExpressionOptions,
  evaluate,
} from "./cel-kubernetes/evaluate.ts";
export { optInLibraries } from "./cel-kubernetes/library/opt-in.ts";
export type { StructuralSchema } from "./cel-kubernetes/schema-types.ts";
export { OptionError } from "./json/option-error.ts";
export type { Failure, Result, Success } from "./text/result.ts";
