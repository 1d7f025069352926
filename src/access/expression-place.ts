/**
 * Where an expression can be tried out: the environment that the API server compiles it in there, and how a document
 * becomes the values of its variables.
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
import { orUnfit, schemaValue } from "../cel-kubernetes/schema-values.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { failure, type Result, success } from "../text/result.ts";
import { type AdmitObjects, admissionInput } from "./admission-input.ts";
import type { JsonObject } from "./json-object.ts";
import { requestValue } from "./request-value.ts";
import { type ReviewFault, readReview, readSubject } from "./review.ts";

/** Where expressions are: what they are over, and for `mutation` also what they make. */
export type ExpressionPlace = "claims" | "user" | "authorization" | "admission" | "mutation" | "crd";

/** The value that a rule of a custom resource definition is about. */
export interface RuleSchema {
  readonly schema: StructuralSchema;
  /** Whether the schema is of a whole resource. */
  readonly isResource: boolean;
  /** How many such values a resource holds at most; undefined when nothing bounds them. */
  readonly cardinality: bigint | undefined;
  /** The way to the values from the resource, `[*]` for the elements of a list or map; empty for the resource itself. */
  readonly path: readonly string[];
}

/** The values of the variables. */
export interface ExpressionInput {
  readonly variables: Activation;
  /** Names under `variables`; of `admission` and `mutation` only. */
  readonly policyVariables?: readonly string[];
}

/** The options of a place apart from the document. */
export interface PlaceOptions {
  readonly place: ExpressionPlace;
  /** For `crd`. */
  readonly rule?: RuleSchema;
  /** Answers `authorizer` of `admission` and `mutation`; without it reading that variable is a fault. */
  readonly authorize?: Authorize;
  /** Gives the objects of `admission` and `mutation` the API server's form; without it they are as the document has them. */
  readonly admit?: AdmitObjects;
}

/** @returns undefined for a schema whose values expressions cannot see */
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

/** Where a rule is, for estimates. */
export function rulePlaceOf({ rule }: PlaceOptions, target: string): RulePlace | undefined {
  return rule && { ...rule, hasShortNames: hasShortNames(target) };
}

/** Since 1.37 estimates know how long names can be. */
function hasShortNames(target: string): boolean {
  const [major = 0, minor = 0] = target.split(".").map(Number);
  return major > 1 || minor >= 37;
}

/** The values, or why the document can't be them. */
export type InputReading = Result<ExpressionInput, readonly ReviewFault[]>;

/**
 * The variables' values from a document: the claims, the user, the review (the whole or its `spec`), the request to
 * admission (see `admissionInput`), or the custom resource or the part of it that a rule is about, alone or as `self` together with an
 * `oldSelf`.
 *
 * @param document - an object; for a rule inside of a resource any value
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
  return failure(isSpec ? reading.error.map(outOfSpec) : reading.error);
}

function outOfSpec(fault: ReviewFault): ReviewFault {
  return { ...fault, path: fault.path.slice(1) };
}

function readRuleInput(document: unknown, rule: RuleSchema | undefined): InputReading {
  const { schema = {}, isResource = true, path = [] } = rule ?? {};
  const isNamed =
    isPlainObject(document) && Object.keys(document).every((name) => name === "self" || name === "oldSelf");
  const variables = new Map<string, Value>();
  for (const [name, json] of Object.entries(isNamed ? document : { self: document })) {
    const [part, ...others] = isResource || !isWholeResource(json) ? [json] : partsAt(json, path);
    const count = part === undefined ? 0 : 1 + others.length;
    if (count !== 1) {
      const at = path.join(".").replaceAll(".[*]", "[*]");
      const message = `must have one value at ${at}; got ${count}`;
      return failure([{ path: isNamed ? [name] : [], message, help: "pass that value as the input" }]);
    }
    const value = orUnfit(() => schemaValue(part, schema, isResource));
    if (value instanceof CelError) return failure([{ path: isNamed ? [name] : [], message: value.message }]);
    variables.set(name, value);
  }
  return success({ variables });
}

const isWholeResource = (json: unknown): boolean =>
  isPlainObject(json) && typeof json["apiVersion"] === "string" && typeof json["kind"] === "string";

/** The values at a path of `RuleSchema`. */
function partsAt(json: unknown, path: readonly string[]): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (step === "[*]") return typeof value === "object" && value !== null ? Object.values(value) : [];
        return isPlainObject(value) && Object.hasOwn(value, step) ? [value[step]] : [];
      }),
    [json],
  );
}
