/**
 * Places where users can try out an expression: the environment in which kube-apiserver compiles an expression of that
 * place, and the values of its variables, read from a document.
 *
 * @part access
 * @module
 */

import type { Environment } from "../cel/environment.ts";
import type { Activation } from "../cel/eval/frame.ts";
import { dynType } from "../cel/types/types.ts";
import { CelError, type Value } from "../cel/types/values.ts";
import { admissionEnvironment } from "../cel-kubernetes/admission-environment.ts";
import { claimsValue, userValue } from "../cel-kubernetes/claim-values.ts";
import { kubernetesEnvironment } from "../cel-kubernetes/configuration-environment.ts";
import type { RulePlace } from "../cel-kubernetes/cost/rule-estimate.ts";
import { crdEnvironment } from "../cel-kubernetes/crd-environment.ts";
import type { Authorize } from "../cel-kubernetes/library/authorizer.ts";
import { policyVariables } from "../cel-kubernetes/policy-variables.ts";
import type { StructuralSchema } from "../cel-kubernetes/schema-types.ts";
import { errorIfUnfit, schemaValue } from "../cel-kubernetes/schema-values.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { failure, type Result, success } from "../text/result.ts";
import { type AdmitObjects, admissionInput } from "./admission-input.ts";
import type { JsonObject } from "./json-object.ts";
import { requestValue } from "./request-value.ts";
import { type ReviewFault, readReview, readSubject } from "./review.ts";

/** Where expressions occur, which decides their variables and, for `mutation`, the type of their result. */
export type ExpressionPlace = "claims" | "user" | "authorization" | "admission" | "mutation" | "crd";

/** The schema of the values that a rule of a custom resource definition validates. */
export interface RuleSchema {
  readonly schema: StructuralSchema;
  /** Whether the schema describes a whole resource. */
  readonly isResource: boolean;
  /** The most such values that a resource can contain; undefined if unbounded. */
  readonly cardinality: bigint | undefined;
  /**
   * The path from the resource to the values, `[*]` for the elements of a list or map; empty for the resource itself.
   */
  readonly path: readonly string[];
}

/** The values of the variables. */
export interface ExpressionInput {
  readonly variables: Activation;
  /** Names of the fields of `variables`; only for `admission` and `mutation`. */
  readonly policyVariables?: readonly string[];
}

/** The inputs of a place other than the document. */
export interface PlaceOptions {
  readonly place: ExpressionPlace;
  /** For `crd`. */
  readonly rule?: RuleSchema;
  /**
   * Evaluates checks of the variable `authorizer` of `admission` and `mutation`. Without it, reading that variable
   * fails.
   */
  readonly authorize?: Authorize;
  /**
   * Converts the objects of `admission` and `mutation` to kube-apiserver's form. Without it, they stay as in the
   * document.
   */
  readonly admit?: AdmitObjects;
}

/** @returns undefined for a schema whose values expressions cannot read */
export function environmentOf(
  { place, rule }: PlaceOptions,
  target: string,
  declared: readonly string[] = [],
): Environment | undefined {
  switch (place) {
    case "admission":
    case "mutation":
      return admissionEnvironment(target, {
        params: true,
        patches: place === "mutation",
        variables: declared.reduce((all, name) => all.declare(name, dynType), policyVariables()),
      });
    case "crd":
      return crdEnvironment(target, rule?.schema ?? {}, { isResource: rule?.isResource ?? true });
    default:
      return kubernetesEnvironment(place === "authorization" ? "request" : place, target);
  }
}

/** Returns the place of a rule for cost estimates. */
export function rulePlaceOf({ rule }: PlaceOptions, target: string): RulePlace | undefined {
  return rule && { ...rule, hasShortNames: hasShortNames(target) };
}

/** Whether cost estimates of the release use the maximum length of names, as those of 1.37 and later do. */
function hasShortNames(target: string): boolean {
  const [major = 0, minor = 0] = target.split(".").map(Number);
  return major > 1 || minor >= 37;
}

/** The values, or the reasons why the document can't provide them. */
export type InputReading = Result<ExpressionInput, readonly ReviewFault[]>;

/**
 * Reads the values of the variables from a document. For `crd`, the document is the custom resource or the part of it
 * that the rule validates, either alone or as `self` with `oldSelf`. For other places, it is the claims, the user, the
 * review (whole, or only its `spec`), or the admission request (see `admissionInput`).
 *
 * @param document - an object; for a rule below the root of a resource any value
 */
export function readExpressionInput(document: unknown, options: PlaceOptions, groupDomain: string): InputReading {
  const { place, rule } = options;
  if (place === "crd") return readRuleInput(document, rule);
  if (!isPlainObject(document)) return failure([{ path: [], message: "must be an object" }]);
  switch (place) {
    case "claims":
      return success({ variables: new Map([["claims", claimsValue(document)]]) });
    case "user": {
      const reading = readSubject(document);
      if (!reading.ok) return reading;
      return success({ variables: new Map([["user", userValue(reading.value)]]) });
    }
    case "authorization":
      return readAuthorizationInput(document, groupDomain);
    case "admission":
    case "mutation":
      return admissionInput(document, options);
  }
}

function readAuthorizationInput(document: JsonObject, groupDomain: string): InputReading {
  const isSpec = !("kind" in document) && !("spec" in document);
  const apiVersion = `authorization.${groupDomain}/v1`;
  const review = isSpec ? { apiVersion, kind: "SubjectAccessReview", spec: document } : document;
  const reading = readReview(review, groupDomain);
  if (reading.ok) return success({ variables: new Map([["request", requestValue(reading.value)]]) });
  return failure(isSpec ? reading.error.map(withoutSpecPrefix) : reading.error);
}

function withoutSpecPrefix(fault: ReviewFault): ReviewFault {
  return { ...fault, path: fault.path.slice(1) };
}

function readRuleInput(document: unknown, rule: RuleSchema | undefined): InputReading {
  const { schema = {}, isResource = true, path = [] } = rule ?? {};
  const isNamed =
    isPlainObject(document) && Object.keys(document).every((name) => name === "self" || name === "oldSelf");
  const variables = new Map<string, Value>();
  for (const [name, json] of Object.entries(isNamed ? document : { self: document })) {
    const [part, ...others] = isResource || !isWholeResource(json) ? [json] : valuesAt(json, path);
    const count = part === undefined ? 0 : 1 + others.length;
    if (count !== 1) {
      const at = path.join(".").replaceAll(".[*]", "[*]");
      const message = `must have one value at ${at}; got ${count}`;
      return failure([{ path: isNamed ? [name] : [], message, help: "pass that value as the input" }]);
    }
    const value = errorIfUnfit(() => schemaValue(part, schema, isResource));
    if (value instanceof CelError) return failure([{ path: isNamed ? [name] : [], message: value.message }]);
    variables.set(name, value);
  }
  return success({ variables });
}

const isWholeResource = (json: unknown): boolean =>
  isPlainObject(json) && typeof json["apiVersion"] === "string" && typeof json["kind"] === "string";

/** Returns the values at a path in the form of `RuleSchema.path`. */
function valuesAt(json: unknown, path: readonly string[]): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (step === "[*]") return typeof value === "object" && value !== null ? Object.values(value) : [];
        return isPlainObject(value) && Object.hasOwn(value, step) ? [value[step]] : [];
      }),
    [json],
  );
}
