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
export { type AdmissionOptions, admissionEnvironment } from "./admission-environment.ts";
export { type LibraryReach, librariesOf } from "./base-environment.ts";
export { type CheckEnvironment, type CheckResult, check } from "./check/checker.ts";
export { type CompileOptions, type CompileResult, compile } from "./compile.ts";
export {
  CostBudget,
  matchConditionsCostBudget,
  perCallCostLimit,
  requestCostBudget,
  ruleEstimateLimit,
  schemaEstimateLimit,
} from "./cost/budget.ts";
export {
  type CostEstimate,
  type EstimateOptions,
  estimate,
  formatSizePath,
  largestSizeWithin,
  type SizeDriver,
} from "./cost/estimate.ts";
export type { SizeBounds, SizePath } from "./cost/estimator.ts";
export { costProfile, documentedCostProfile } from "./cost/profile.ts";
export {
  adviseBound,
  type BoundAdvice,
  estimateRule,
  type RuleEstimate,
  type RulePlace,
} from "./cost/rule-estimate.ts";
export { costRules } from "./cost/rules.ts";
export {
  type BoundKeyword,
  cardinalityInRequest,
  cardinalityInside,
  maxRequestBytes,
  type SchemaRoot,
  type SizedSchema,
  schemaBounds,
} from "./cost/schema-bounds.ts";
export { type CrdRuleOptions, crdEnvironment } from "./crd-environment.ts";
export { type DeviceOptions, deviceEnvironment, deviceSize } from "./device-environment.ts";
export {
  createEnvironment,
  type Environment,
  type EnvironmentExtension,
  type EnvironmentOptions,
  extendEnvironment,
} from "./environment.ts";
export type { Activation, Charges, Evaluate, Frame, FrameOptions } from "./eval/frame.ts";
export { fromJson, type JsonOptions, toJson } from "./eval/json.ts";
export {
  type CountingProgram,
  type Evaluation,
  type PlanOptions,
  type Program,
  plan,
  planCounting,
} from "./eval/plan.ts";
export { Trace, type TracedNode } from "./eval/trace.ts";
export { typeNameOf } from "./eval/value-type.ts";
export { type EnvironmentUse, kubernetesEnvironment } from "./kubernetes-environments.ts";
export {
  type Authorize,
  type AuthorizerAnswer,
  type AuthorizerQuestion,
  type AuthorizerUser,
  AuthorizerValue,
  authorizerType,
  type ResourceAttributes,
  resourceCheck,
} from "./library/authorizer.ts";
export { bindingsLibrary } from "./library/bindings.ts";
export { blockLibrary } from "./library/block.ts";
export { kubernetesLibraries } from "./library/catalog.ts";
export { encodersLibrary } from "./library/encoders.ts";
export { mathLibrary } from "./library/math.ts";
export { networkLibrary } from "./library/network.ts";
export { stringsLibraryLatest } from "./library/strings.ts";
export type { ExpressionFinding, ExpressionLint, LintPlace } from "./lint/finding.ts";
export { lintExpression } from "./lint/lint.ts";
export type { Nullable } from "./lint/nullable.ts";
export { testedPaths } from "./lint/paths.ts";
export { type PolicyVariables, policyVariables } from "./policy-variables.ts";
export { prepare } from "./prepare.ts";
export { declareSchema, type SchemaTypes, type SchemaTypesOptions, type StructuralSchema } from "./schema-types.ts";
export { schemaValue } from "./schema-values.ts";
export type * from "./syntax/ast.ts";
export type { MacroSetName } from "./syntax/macros.ts";
export { type ParseOptions, type ParseResult, parse } from "./syntax/parser.ts";
export { escapePropertyName } from "./syntax/property-name.ts";
export { children, find, visit } from "./syntax/walk.ts";
export type { CheckedAst, FunctionReference, IdentReference, Reference } from "./types/checked-ast.ts";
export type * from "./types/costs.ts";
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
} from "./types/declarations.ts";
export type { Declarations } from "./types/environment.ts";
export { equalTypes } from "./types/equal-types.ts";
export { formatType, runtimeTypeName } from "./types/format-type.ts";
export * from "./types/types.ts";
export * from "./types/values.ts";
