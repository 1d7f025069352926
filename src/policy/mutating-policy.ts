/**
 * Evaluates a MutatingAdmissionPolicy: plans its expressions once, then patches the objects of any number of requests
 * with their results, within the cost budgets of kube-apiserver.
 *
 * @module
 */

import type { MutatingAdmissionPolicySpec, Mutation } from "../api/types/admissionregistration-v1.ts";
import { requestCostBudget } from "../cel-kubernetes/cost/budget.ts";
import { formatPath } from "../diagnostic/path.ts";
import { cloneJson } from "../json/clone-json.ts";
import { formatJson } from "../json/format-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { valueText } from "../json/value-text.ts";
import { applyJsonPatch, decodeJsonPatch } from "../patch/json-patch.ts";
import { sortKeys } from "../patch/key-order.ts";
import { applyTypeOfVersion } from "../schema/apply-type.ts";
import { type DecodeError, decodeStrictly } from "../schema/decode.ts";
import { sentValue } from "../schema/go-values.ts";
import { decodeFinding } from "../schema/translate.ts";
import { goKind } from "../text/go-kind.ts";
import { failure, type Result, success } from "../text/result.ts";
import { type ActivationInput, evaluateAll } from "./activation.ts";
import type { ObjectForm } from "./admission-request.ts";
import { configurationTypeFailure, mergeConfiguration } from "./apply-configuration.ts";
import { meetsConditions } from "./conditions.ts";
import { nativeValueFaults } from "./native-values.ts";
import { configurationOf, operationsOf } from "./patch-value.ts";
import { isPlanned, type MaybePlanned, Planner, type SharedPlan } from "./plan.ts";
import { runSteps, type Steps } from "./steps.ts";

type JsonObject = Readonly<Record<string, unknown>>;

interface PlannedStep {
  readonly patchType: "ApplyConfiguration" | "JSONPatch";
  readonly expression: MaybePlanned;
}

interface Plan extends SharedPlan {
  readonly steps: readonly PlannedStep[];
  /** Whether all expressions compile. */
  readonly isSound: boolean;
}

export function* planMutatingPolicy(spec: MutatingAdmissionPolicySpec, target: string): Steps<PlannedMutation> {
  const planner = new Planner(target);
  const shared = yield* planner.planShared(spec);
  const steps: PlannedStep[] = [];
  for (const mutation of spec.mutations ?? []) {
    const step = stepOf(mutation);
    const options = { ...shared.options, patches: true };
    const [expression] = yield* planner.planEach([step.text], options, [step.result]);
    steps.push({ patchType: step.patchType, expression });
  }
  return new PlannedMutation(spec, { ...shared, steps, isSound: planner.isSound });
}

const stepOf = ({ patchType, jsonPatch, applyConfiguration }: Mutation) =>
  patchType === "JSONPatch"
    ? ({ patchType, text: jsonPatch?.expression, result: "list(JSONPatch)" } as const)
    : ({ patchType: "ApplyConfiguration", text: applyConfiguration?.expression, result: "Object" } as const);

/** Why a mutation did not change the object. */
export interface MutationFault {
  readonly message: string;
  /** Set if the fault fails the request regardless of the failure policy. */
  readonly isInternal?: true;
}

/** The object after one mutation, or why it failed. */
export type MutationResult = Result<JsonObject, MutationFault> & { readonly elapsedMs: number };

/** A planned policy, reusable for any number of requests. */
export class PlannedMutation {
  readonly spec: MutatingAdmissionPolicySpec;
  private readonly plan: Plan;

  constructor(spec: MutatingAdmissionPolicySpec, plan: Plan) {
    this.spec = spec;
    this.plan = plan;
  }

  get isSound(): boolean {
    return this.plan.isSound;
  }

  meetsConditions(input: ActivationInput): Steps<Result<boolean>> {
    return meetsConditions({ ...this.plan, failurePolicy: this.spec.failurePolicy }, input);
  }

  /** Applies the mutations in order, each to the result of those before it. */
  *mutate(input: ActivationInput): Generator<MutationResult> {
    let current = input;
    for (const step of this.plan.steps) {
      const { nowMs = () => 0 } = input;
      const startMs = nowMs();
      const result = this.apply(step, current);
      const elapsedMs = nowMs() - startMs;
      if (result.ok) current = { ...current, request: { ...current.request, object: result.value } };
      yield { ...result, elapsedMs };
    }
  }

  private apply(step: PlannedStep, input: ActivationInput): Outcome<JsonObject> {
    const { object } = input.request;
    const { form } = input.matched;
    if (!object || !form) return fault("the object cannot be patched");
    const patching = this.patch(step, input, { object, form });
    if (!patching.ok) return patching;
    const result = this.decodeResult(step, { before: object, after: patching.value, form });
    return result.ok ? (conversionFault(input) ?? result) : result;
  }

  private decodeResult(step: PlannedStep, { before, after, form }: PatchedObject): Outcome<JsonObject> {
    if (after === before) return success(before);
    return changedKindFault(step, { before, after, form }) ?? decodePatched(after, form, step.patchType);
  }

  private patch(
    { patchType, expression }: PlannedStep,
    input: ActivationInput,
    { object, form }: { readonly object: JsonObject; readonly form: ObjectForm },
  ): Outcome<unknown> {
    if (!isPlanned(expression)) return fault(expression?.fault ?? "the mutation has no expression");
    const result = runSteps(evaluateAll([expression], this.plan.variables, input, requestCostBudget));
    if (!result.ok) return fault(result.error);
    const [outcome] = result.value.outcomes;
    if (!outcome?.ok) return fault(outcome?.error.message ?? "");
    if (patchType === "ApplyConfiguration") {
      const made = configurationOf(outcome.value);
      if (!made.ok) return fault(made.error);
      const { apiVersion = "", kind = "" } = object;
      // An earlier patch may have changed the kind of a custom resource, or removed the version or kind of any object.
      const isOther = apiVersion === "" || kind === "" || (form.kind.isCustom === true && kind !== form.kind.kind);
      const [version, name] = [valueText(apiVersion), valueText(kind)];
      if (isOther || kindsWithoutType.has(`${version} ${name}`)) return fault(missingTypeMessage(version, name));
      const type = applyTypeOfVersion(form.version);
      const natives = nativeValueFaults(type, outcome.value);
      if (natives.length > 0) return outcomeOf(configurationTypeFailure(natives));
      // kube-apiserver overrides the version and kind of a configuration with those of the object.
      return outcomeOf(mergeConfiguration(type, object, { ...made.value, apiVersion, kind }));
    }
    const made = operationsOf(outcome.value);
    return made.ok ? applyOperations(made.value, object) : fault(made.error);
  }
}

/**
 * Kinds of subresource bodies for which kube-apiserver finds no type. It looks up the type of an apply configuration in
 * the OpenAPI document of the kind's group and version. These kinds are only in the documents of the groups with the
 * subresources; the options of CONNECT requests are in no document.
 */
const kindsWithoutType: ReadonlySet<string> = new Set([
  "autoscaling/v1 Scale",
  "policy/v1 Eviction",
  "authentication.k8s.io/v1 TokenRequest",
  "v1 PodAttachOptions",
  "v1 PodExecOptions",
  "v1 PodPortForwardOptions",
  "v1 PodProxyOptions",
  "v1 NodeProxyOptions",
  "v1 ServiceProxyOptions",
]);

const missingTypeMessage = (apiVersion: string, kind: string): string =>
  `error applying patch: failed to convert patch object to typed object: no corresponding type for ${goKind(apiVersion, kind)}`;

/**
 * Returns kube-apiserver's error for an object that was patched in another version than that of the request.
 * kube-apiserver converts only custom resources back.
 */
function conversionFault({ request, matched }: ActivationInput): Outcome<never> | undefined {
  const { kind, version } = matched.kind;
  if (version === request.kind.version || matched.form?.kind.isCustom) return undefined;
  return fault(`converting (${version}.${kind}) to (${request.kind.version}.${kind}): unknown conversion`);
}

interface PatchedObject {
  readonly before: JsonObject;
  readonly after: unknown;
  readonly form: ObjectForm;
}

/**
 * Reports a JSON patch that changes the kind or version of the object: kube-apiserver decodes the result by its kind
 * and version, which must be the original ones. The kind of a custom resource is validated later with the rest of the
 * object.
 */
function changedKindFault({ patchType }: PlannedStep, patched: PatchedObject): Outcome<never> | undefined {
  const { before, after, form } = patched;
  const isCustom = form.kind.isCustom === true;
  if (patchType !== "JSONPatch" || !isPlainObject(after)) return undefined;
  const { apiVersion = before["apiVersion"], kind = before["kind"] } = after;
  // Without `kind`, only the Go type of a built-in kind still determines the kind.
  if (isCustom && !after["kind"]) {
    return failure({ message: `Object 'Kind' is missing in '${formatJson(sortKeys(after))}'`, isInternal: true });
  }
  if (apiVersion === before["apiVersion"] && (isCustom || kind === before["kind"])) return undefined;
  const message = isCustom
    ? `failed to convert object: ${goKind(valueText(apiVersion), valueText(kind))} is unstructured and is not suitable for converting to ${JSON.stringify(before["apiVersion"])}`
    : `no kind "${valueText(kind)}" is registered for version "${valueText(apiVersion)}" in scheme "pkg/api/legacyscheme/scheme.go:30"`;
  return failure({ message, isInternal: true });
}

type Outcome<T> = Result<T, MutationFault>;

const fault = (message: string) => failure<MutationFault>({ message });

const outcomeOf = <T>(result: Result<T>): Outcome<T> => (result.ok ? result : fault(result.error));

/** Applies a JSON patch. A `test` operation that fails leaves the object unchanged and is not a fault. */
function applyOperations(operations: readonly JsonObject[], object: JsonObject): Outcome<unknown> {
  const decoded = decodeJsonPatch(operations);
  const result = decoded.ok ? applyJsonPatch(object, decoded.value, { dialect: "api-server" }) : decoded;
  if (!result.ok && result.error.hasFailedTest) return success(object);
  return result.ok ? result : fault(`JSON Patch: ${result.error.message}`);
}

/** Decodes the patched object and applies its defaults. */
function decodePatched(value: unknown, { kind, version, context }: ObjectForm, patchType: string): Outcome<JsonObject> {
  // Unknown fields of a custom resource are pruned later, when it is stored.
  const { object, errors } = kind.isCustom
    ? { object: cloneJson(value), errors: [] }
    : decodeStrictly(value, version.schema);
  const error = errors.find((each) => patchType === "JSONPatch" || each.fault !== "unknown-field");
  if (error) return failure(decodeFault(error, version.schema, patchType));
  if (!isPlainObject(object)) return fault("the patched object must be a map");
  kind.applyDefaults?.(object, context);
  const { apiVersion, kind: name } = value as JsonObject;
  const sent = kind.isCustom ? object : sentValue(object, version.schema);
  return success({ apiVersion, kind: name, ...sent });
}

function decodeFault(error: DecodeError, schema: ObjectForm["version"]["schema"], patchType: string): MutationFault {
  const { fault: faultKind, name = "" } = error;
  const path = formatPath([...error.path, ...(faultKind === "unknown-field" ? [name] : [])]);
  const why =
    faultKind === "unknown-field"
      ? `strict decoding error: unknown field ${JSON.stringify(path)}`
      : `${path}: ${decodeFinding(error, schema).message}`;
  return patchType === "JSONPatch" ? { message: why, isInternal: true } : { message: why };
}
