/**
 * Reads the selectors of an access request. They only narrow a request, so requirements that cannot be parsed are left
 * out.
 *
 * @module
 */
import type { FieldSelectorAttributes } from "../api/types/authorization-v1.ts";
import { parseFieldSelector } from "../text/field-selector.ts";
import { type LabelOperator, parseLabelSelector } from "../text/label-selector.ts";
import { validateLabelValue, validateQualifiedName } from "../text/names.ts";
import type { ResourceAttributes, SelectorRequirement } from "./request.ts";

/** The field and label selectors of a request. A selector without requirements is absent. */
export type Selectors = Pick<ResourceAttributes, "fieldSelector" | "labelSelector">;

/** The requirements of a selector that could be parsed, and whether these are all. */
interface SelectorReading {
  readonly requirements: readonly SelectorRequirement[];
  readonly isComplete: boolean;
}

const emptyReading: SelectorReading = { requirements: [], isComplete: true };
const failedReading: SelectorReading = { requirements: [], isComplete: false };

/** Reads the selectors in the query of a request to a collection. */
export function selectorsOfQuery(fields: string, labels: string): Selectors {
  if (fields === "" && labels === "") return {};
  return makeSelectors(parseFieldText(fields).requirements, parseLabelText(labels).requirements);
}

interface ReviewedSelectors {
  readonly fieldSelector?: FieldSelectorAttributes;
  /** Declared with the type of field selectors, since both have the same fields. */
  readonly labelSelector?: FieldSelectorAttributes;
}

/**
 * Reads the selectors of a review. `faults` are the messages for its status about selectors that could not be fully
 * parsed.
 */
export function selectorsOfReview({ fieldSelector, labelSelector }: ReviewedSelectors): {
  readonly selectors: Selectors;
  readonly faults: readonly string[];
} {
  const fields = readReviewSelector(fieldSelector, parseFieldText, isFieldRequirement);
  const labels = readReviewSelector(labelSelector, parseLabelText, isLabelRequirement);
  return {
    selectors: makeSelectors(fields.requirements, labels.requirements),
    faults: [...faultsOf("fieldSelector", fields), ...faultsOf("labelSelector", labels)],
  };
}

function makeSelectors(fields: readonly SelectorRequirement[], labels: readonly SelectorRequirement[]): Selectors {
  return {
    ...(fields.length > 0 ? { fieldSelector: fields } : {}),
    ...(labels.length > 0 ? { labelSelector: labels } : {}),
  };
}

function readReviewSelector(
  selector: FieldSelectorAttributes | undefined,
  readText: (text: string) => SelectorReading,
  isAccepted: (requirement: SelectorRequirement) => boolean,
): SelectorReading {
  const { rawSelector = "", requirements = [] } = selector ?? {};
  if (requirements.length === 0) return rawSelector === "" ? emptyReading : readText(rawSelector);
  const all = requirements.map(({ key = "", operator = "", values = [] }) => ({ key, operator, values }));
  const known = all.filter(isAccepted);
  return { requirements: known, isComplete: known.length === all.length };
}

const faultsOf = (field: string, { requirements, isComplete }: SelectorReading): readonly string[] =>
  isComplete
    ? []
    : [
        `spec.resourceAttributes.${field} ${requirements.length > 0 ? "partially ignored" : "ignored"} due to parse error`,
      ];

function parseFieldText(text: string): SelectorReading {
  const selector = parseFieldSelector(text);
  if (!selector.ok) return failedReading;
  const requirements = selector.value.map(({ field, operator, value }) => ({
    key: field,
    operator: operator === "=" ? "In" : "NotIn",
    values: [value],
  }));
  return { requirements, isComplete: true };
}

/** Whether kube-apiserver accepts the requirement: a field selector has exactly one value. */
const isFieldRequirement = ({ operator, values }: SelectorRequirement): boolean =>
  values.length === 1 && (operator === "In" || operator === "NotIn");

const reviewOperatorByLabel: ReadonlyMap<LabelOperator, string> = new Map([
  ["=", "In"],
  ["==", "In"],
  ["in", "In"],
  ["!=", "NotIn"],
  ["notin", "NotIn"],
  ["exists", "Exists"],
  ["!", "DoesNotExist"],
]);

function parseLabelText(text: string): SelectorReading {
  const selector = parseLabelSelector(text);
  if (!selector.ok) return failedReading;
  const requirements = selector.value.flatMap(({ key, operator, values }) => {
    const reviewed = reviewOperatorByLabel.get(operator);
    return reviewed === undefined ? [] : [{ key, operator: reviewed, values }];
  });
  return { requirements, isComplete: true };
}

function isLabelRequirement({ key, operator, values }: SelectorRequirement): boolean {
  const takesValues = operator === "In" || operator === "NotIn";
  if (!takesValues && operator !== "Exists" && operator !== "DoesNotExist") return false;
  if (takesValues !== values.length > 0 || validateQualifiedName(key).length > 0) return false;
  return values.every((value) => validateLabelValue(value).length === 0);
}
