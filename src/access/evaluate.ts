/**
 * One expression on one input, for people who try it out: the value and its type, or every fault with its place.
 *
 * @module
 */
import { formatType, toJson, typeNameOf, type Value } from "../cel/index.ts";
import type { Span } from "../rule/rule.ts";
import { planExpression } from "./expression.ts";
import { claimsValue, requestValue, userValue } from "./input-values.ts";
import { type ReviewFault, readReview, readSubject } from "./review.ts";

/** Where an expression is to stand: over claims, over the mapped user, or over a request to authorization. */
export type ExpressionPlace = "claims" | "user" | "authorization";

/** A fault of an expression. */
export interface ExpressionFault {
  readonly message: string;
  /** In UTF-16 code units; absent when it is about the whole. */
  readonly span?: Span;
  readonly help?: string;
}

/** What an expression yields; `run` faults come of the input, `compile` faults come before any. */
export type Evaluated =
  | {
      readonly ok: true;
      /** As JSON has it. */
      readonly value: unknown;
      /** What is known before any input. */
      readonly type: string;
      /** Of this value. */
      readonly valueType: string;
    }
  | { readonly ok: false; readonly stage: "compile" | "run"; readonly faults: readonly ExpressionFault[] };

/** Which expressions can be tried, and for which cluster. */
export interface EvaluateOptions {
  readonly place: ExpressionPlace;
  /** The release, `1.37`. */
  readonly target: string;
}

const uses = { claims: "claims", user: "user", authorization: "request" } as const;

/** @param input - from {@link readExpressionInput}; without it reading the variable is a fault */
export function evaluateExpression(
  text: string,
  input: Value | undefined,
  { place, target }: EvaluateOptions,
): Evaluated {
  const planning = planExpression(text, { use: uses[place], target });
  if (!planning.ok) {
    const faults = planning.issues.map(({ message, start, end, help }) => ({
      message,
      span: { start, end },
      ...(help === undefined ? {} : { help }),
    }));
    return { ok: false, stage: "compile", faults };
  }
  const { checked } = planning.expression;
  const result = planning.expression.evaluate(input);
  if (!result.ok) {
    const { message, span } = result;
    return { ok: false, stage: "run", faults: [{ message, ...(span ? { span } : {}) }] };
  }
  const { value } = result;
  return { ok: true, value: toJson(value), type: formatType(checked.outputType), valueType: typeNameOf(value) };
}

/** The value of the variable, or why the document can't be it. */
export type InputReading =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly ReviewFault[] };

/**
 * The variable's value from a document: the claims, the user, or the review (the whole or its `spec`).
 *
 * @param document - an object
 */
export function readExpressionInput(
  document: Readonly<Record<string, unknown>>,
  place: ExpressionPlace,
  groupDomain: string,
): InputReading {
  switch (place) {
    case "claims":
      return { ok: true, value: claimsValue(document) };
    case "user": {
      const reading = readSubject(document);
      return reading.ok ? { ok: true, value: userValue(reading.user) } : reading;
    }
    case "authorization": {
      const isSpec = !("kind" in document) && !("spec" in document);
      const apiVersion = `authorization.${groupDomain}/v1`;
      const review = isSpec ? { apiVersion, kind: "SubjectAccessReview", spec: document } : document;
      const reading = readReview(review, groupDomain);
      if (reading.ok) return { ok: true, value: requestValue(reading.request) };
      return { ok: false, faults: isSpec ? reading.faults.map(outOfSpec) : reading.faults };
    }
  }
}

function outOfSpec(fault: ReviewFault): ReviewFault {
  return { ...fault, path: fault.path.slice(1) };
}
