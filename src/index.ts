/**
 * Vets cluster configuration and policy from a program, with the engine of the command line.
 *
 * @example
 * import { createVetter } from "clustervet";
 * const vetter = createVetter({ target: "1.34" });
 * for (const { range, rule, message } of vetter.vetText(text, "authn.yaml")) {
 *   console.log(range?.start.line, rule, message);
 * }
 *
 * @module
 */
export type {
  Cause,
  Diagnostic,
  Edit,
  FieldPath,
  FileDiagnostic,
  FileSummary,
  Fix,
  ObjectIdentity,
  Position,
  Range,
  Related,
  Report,
  RunStats,
  Severity,
  Timed,
} from "./diagnostic/diagnostic.ts";
export type { RunResult } from "./engine/conclude.ts";
export { formatPath, formatPointer, rule, ruleAcross } from "./engine/library-functions.ts";
export { type RolloutInput, simulateRollout } from "./engine/simulate-rollout.ts";
export type { VetOptions } from "./engine/vet-options.ts";
export { createVetter, type VetFile, type Vetter } from "./engine/vetter.ts";
export { OptionError } from "./json/option-error.ts";
export type {
  Column,
  Conversion,
  DefinedKinds,
  EmbeddedDocument,
  FileReference,
  Found,
  FreeReading,
  Kind,
  KindVersion,
  Loader,
  OpenApiForm,
  ReadContext,
  Reader,
  Reading,
  Resource,
  ScaleView,
  UpdateContext,
} from "./kind/kind.ts";
export {
  type ImageCredentials,
  imageCredentials,
  type ProviderMatch,
  type ProviderPatterns,
} from "./kubelet/image-credentials.ts";
export type { PolicyRule } from "./policy/policy-rule.ts";
export type { GateSettings, GateStage, GateState } from "./release/feature-gates.ts";
export type { RolloutPlan, RolloutStep } from "./rollout/plan.ts";
export type { DaemonPod, DaemonSetCounts } from "./rollout/sync.ts";
export type { RuleContext } from "./rule/context.ts";
export type { AlsoNamed, Difference, Finding, Span } from "./rule/finding.ts";
export type { FileState, Host, SignatureAlgorithm, SignedData } from "./rule/host.ts";
export type { Extra, Place } from "./rule/place.ts";
export type {
  PlaceIn,
  ProjectDocument,
  ProjectRule,
  Rule,
  RuleInfo,
} from "./rule/rule.ts";
export type { RuleLevel, RuleLevels } from "./rule/severity.ts";
export type { Visit } from "./rule/visit.ts";
export type { DecodeError } from "./schema/decode.ts";
export type { FieldSchema } from "./schema/decode-schema.ts";
export type { Failure, Result, Success } from "./text/result.ts";
