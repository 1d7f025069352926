/**
 * The expression language on its own: parse, check, compile and evaluate CEL as Kubernetes does.
 *
 * {@link compile} gives a {@link CheckedAst}: nodes with ids and spans, a type for every node, overload ids for every
 * call. Whatever walks expressions afterwards works on it: {@link plan} makes a {@link Program} that evaluates, rules
 * look with {@link find} at what an expression reads.
 *
 * What an evaluation costs in Kubernetes is counted by a program that {@link planCounting} makes, and bounded beforehand by
 * {@link estimate}, both by the {@link costRules} of a release.
 *
 * {@link kubernetesLibraries} are what the API server knows. Libraries of cel-go that it does not enable are there to be
 * added to {@link createEnvironment}: {@link mathLibrary}, {@link encodersLibrary}, {@link bindingsLibrary},
 * {@link networkLibrary} (in place of the IP address and CIDR libraries) and {@link blockLibrary}.
 *
 * @module
 */

export { type CheckEnvironment, type CheckResult, check } from "./cel/check/checker.ts";
export { type CompileOptions, type CompileResult, compile } from "./cel/compile.ts";
export {
  type CostEstimate,
  type EstimateOptions,
  estimate,
  formatSizePath,
  largestSizeWithin,
  type SizeDriver,
} from "./cel/cost/estimate.ts";
export type { SizeBounds, SizePath } from "./cel/cost/estimator.ts";
export {
  createEnvironment,
  type Environment,
  type EnvironmentExtension,
  type EnvironmentOptions,
  extendEnvironment,
} from "./cel/environment.ts";
export type { Activation, Charges, Evaluate, Frame, FrameOptions } from "./cel/eval/frame.ts";
export { fromJson, type JsonOptions, toJson } from "./cel/eval/json.ts";
export {
  type CountingProgram,
  type Evaluation,
  type PlanOptions,
  type Program,
  plan,
  planCounting,
} from "./cel/eval/plan.ts";
export { Trace, type TracedNode } from "./cel/eval/trace.ts";
export { typeNameOf } from "./cel/eval/value-type.ts";
export { bindingsLibrary } from "./cel/library/bindings.ts";
export { blockLibrary } from "./cel/library/block.ts";
export { encodersLibrary } from "./cel/library/encoders.ts";
export { mathLibrary } from "./cel/library/math.ts";
export { stringsLibraryLatest } from "./cel/library/strings.ts";
export { prepare } from "./cel/prepare.ts";
export type * from "./cel/syntax/ast.ts";
export type { MacroSetName } from "./cel/syntax/macros.ts";
export { type ParseOptions, type ParseResult, parse } from "./cel/syntax/parser.ts";
export { escapePropertyName } from "./cel/syntax/property-name.ts";
export { children, find, visit } from "./cel/syntax/walk.ts";
export type { CheckedAst, FunctionReference, IdentReference, Reference } from "./cel/types/checked-ast.ts";
export type * from "./cel/types/costs.ts";
export {
  type ConstantDeclaration,
  declareFunction,
  type FunctionDeclaration,
  type Implementation,
  type Library,
  member,
  type ObjectDeclaration,
  type Overload,
  overload,
  type TypedImplementation,
  type VariableDeclaration,
} from "./cel/types/declarations.ts";
export type { Declarations } from "./cel/types/environment.ts";
export { equalTypes } from "./cel/types/equal-types.ts";
export { formatType, runtimeTypeName } from "./cel/types/format-type.ts";
export * from "./cel/types/types.ts";
export * from "./cel/types/values.ts";
export { type AdmissionOptions, admissionEnvironment } from "./cel-kubernetes/admission-environment.ts";
export { type LibraryReach, librariesOf } from "./cel-kubernetes/base-environment.ts";
export { type EnvironmentUse, kubernetesEnvironment } from "./cel-kubernetes/configuration-environment.ts";
export {
  CostBudget,
  matchConditionsCostBudget,
  perCallCostLimit,
  requestCostBudget,
  ruleEstimateLimit,
  schemaEstimateLimit,
} from "./cel-kubernetes/cost/budget.ts";
export { costProfile, documentedCostProfile } from "./cel-kubernetes/cost/profile.ts";
export {
  adviseBound,
  type BoundAdvice,
  estimateRule,
  type RuleEstimate,
  type RulePlace,
} from "./cel-kubernetes/cost/rule-estimate.ts";
export { costRules } from "./cel-kubernetes/cost/rules.ts";
export {
  type BoundKeyword,
  cardinalityInRequest,
  cardinalityInside,
  maxRequestBytes,
  type SchemaRoot,
  type SizedSchema,
  schemaBounds,
} from "./cel-kubernetes/cost/schema-bounds.ts";
export { type CrdRuleOptions, crdEnvironment } from "./cel-kubernetes/crd-environment.ts";
export { type DeviceOptions, deviceEnvironment, deviceSize } from "./cel-kubernetes/device-environment.ts";
export {
  type Authorize,
  type AuthorizerAnswer,
  type AuthorizerQuestion,
  type AuthorizerUser,
  AuthorizerValue,
  authorizerType,
  type ResourceAttributes,
  resourceCheck,
} from "./cel-kubernetes/library/authorizer.ts";
export { kubernetesLibraries } from "./cel-kubernetes/library/catalog.ts";
export { networkLibrary } from "./cel-kubernetes/library/network.ts";
export type { ExpressionFinding, ExpressionLint, LintPlace } from "./cel-kubernetes/lint/finding.ts";
export { lintExpression } from "./cel-kubernetes/lint/lint.ts";
export type { Nullable } from "./cel-kubernetes/lint/nullable.ts";
export { testedPaths } from "./cel-kubernetes/lint/paths.ts";
export { type PolicyVariables, policyVariables } from "./cel-kubernetes/policy-variables.ts";
export {
  declareSchema,
  type SchemaTypes,
  type SchemaTypesOptions,
  type StructuralSchema,
} from "./cel-kubernetes/schema-types.ts";
export { schemaValue } from "./cel-kubernetes/schema-values.ts";
