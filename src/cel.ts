/**
 * The expression language of Kubernetes (CEL) for programs, in Node and in browsers: parsed, checked, evaluated and counted
 * as the API server does.
 *
 * {@link evaluate} gives the result of an expression; {@link compileExpression} an expression that is evaluated often.
 * Functions and variables of your own come with {@link createEnvironment}.
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
