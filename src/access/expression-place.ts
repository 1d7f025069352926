/**
 * Where an expression can be tried out: the environment that the API server compiles it in there, and how a document
 * becomes the values of its variables.
 *
 * @module
 */
import {
  type Activation,
  type Authorize,
  admissionEnvironment,
  crdEnvironment,
  dynType,
  type Environment,
  kubernetesEnvironment,
  type RulePlace,
  type StructuralSchema,
  schemaValue,
} from "../cel/index.ts";
import { admissionInput } from "./admission-input.ts";
import { claimsValue, requestValue, userValue } from "./input-values.ts";
import { isJsonObject, type JsonObject } from "./json-object.ts";
import { type ReviewFault, readReview, readSubject } from "./review.ts";

/**
 * Over claims, over the mapped user, over a request to authorization, over a request to admission, or over a custom
 * resource.
 */
export type ExpressionPlace = "claims" | "user" | "authorization" | "admission" | "crd";

/** What a rule of a custom resource definition is about. */
export interface RuleSchema {
  readonly schema: StructuralSchema;
  /** Whether the schema is of a whole resource. */
  readonly isResource: boolean;
  /** How many such values a resource holds at most; undefined when nothing bounds them. */
  readonly cardinality: bigint | undefined;
}

/** The values of the variables. */
export interface ExpressionInput {
  readonly variables: Activation;
  /** Names under `variables`; of admission only. */
  readonly policyVariables?: readonly string[];
}

/** What a place needs besides the document. */
export interface PlaceOptions {
  readonly place: ExpressionPlace;
  /** For `crd`. */
  readonly rule?: RuleSchema;
  /** Answers `authorizer` of `admission`; without it reading that variable is a fault. */
  readonly authorize?: Authorize;
}

/** @returns undefined for a schema whose values expressions cannot see */
export function environmentOf(
  { place, rule }: PlaceOptions,
  target: string,
  policyVariables: readonly string[] = [],
): Environment | undefined {
  switch (place) {
    case "admission":
      return admissionEnvironment(target, {
        params: true,
        variables: new Map(policyVariables.map((name) => [name, dynType])),
      });
    case "crd":
      return crdEnvironment(target, rule?.schema ?? {}, { isResource: rule?.isResource ?? true });
    default:
      return kubernetesEnvironment(place === "authorization" ? "request" : place, target);
  }
}

/** Where a rule stands, for estimates. */
export function rulePlaceOf({ rule }: PlaceOptions, target: string): RulePlace | undefined {
  return rule && { ...rule, hasShortNames: hasShortNames(target) };
}

/** Since 1.37 estimates know how long names can be. */
function hasShortNames(target: string): boolean {
  const [major = 0, minor = 0] = target.split(".").map(Number);
  return major > 1 || minor >= 37;
}

/** The values, or why the document can't be them. */
export type InputReading =
  | { readonly ok: true; readonly input: ExpressionInput }
  | { readonly ok: false; readonly faults: readonly ReviewFault[] };

/**
 * The variables' values from a document: the claims, the user, the review (the whole or its `spec`), the request to
 * admission (see `admissionInput`), or the custom resource, alone or as `self` beside an `oldSelf`.
 *
 * @param document - an object; for a rule inside of a resource any value
 */
export function readExpressionInput(document: unknown, options: PlaceOptions, groupDomain: string): InputReading {
  const { place, rule, authorize } = options;
  if (place === "crd") return { ok: true, input: { variables: ruleVariables(document, rule) } };
  if (!isJsonObject(document)) return { ok: false, faults: [{ path: [], message: "must be an object" }] };
  switch (place) {
    case "claims":
      return { ok: true, input: { variables: new Map([["claims", claimsValue(document)]]) } };
    case "user": {
      const reading = readSubject(document);
      if (!reading.ok) return reading;
      return { ok: true, input: { variables: new Map([["user", userValue(reading.user)]]) } };
    }
    case "authorization":
      return readAuthorizationInput(document, groupDomain);
    case "admission":
      return { ok: true, input: admissionInput(document, authorize) };
  }
}

function readAuthorizationInput(document: JsonObject, groupDomain: string): InputReading {
  const isSpec = !("kind" in document) && !("spec" in document);
  const apiVersion = `authorization.${groupDomain}/v1`;
  const review = isSpec ? { apiVersion, kind: "SubjectAccessReview", spec: document } : document;
  const reading = readReview(review, groupDomain);
  if (reading.ok) return { ok: true, input: { variables: new Map([["request", requestValue(reading.request)]]) } };
  return { ok: false, faults: isSpec ? reading.faults.map(outOfSpec) : reading.faults };
}

function outOfSpec(fault: ReviewFault): ReviewFault {
  return { ...fault, path: fault.path.slice(1) };
}

function ruleVariables(document: unknown, rule: RuleSchema | undefined): Activation {
  const { schema = {}, isResource = true } = rule ?? {};
  const isNamed =
    isJsonObject(document) && Object.keys(document).every((name) => name === "self" || name === "oldSelf");
  const values = isNamed ? document : { self: document };
  return new Map(Object.entries(values).map(([name, json]) => [name, schemaValue(json, schema, isResource)]));
}
