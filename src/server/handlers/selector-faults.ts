/**
 * Validates the selectors in a SubjectAccessReview. Unknown operators are accepted, because newer clients may use them.
 *
 * @module
 */
import type { FieldSelectorAttributes, ResourceAttributes } from "../../api/types/authorization-v1.ts";
import type { FieldSelectorRequirement } from "../../api/types/meta-v1.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";
import { fieldCause } from "../request/field-cause.ts";
import type { StatusCause } from "../request/status.ts";

/** The requirements of label selectors have the same fields. */
type Requirement = Readonly<FieldSelectorRequirement>;

const attributesPath = "spec.resourceAttributes";

export function selectorFaults({ fieldSelector, labelSelector }: ResourceAttributes = {}): readonly StatusCause[] {
  return [
    ...faultsOf(fieldSelector, `${attributesPath}.fieldSelector`, fieldFaults),
    ...faultsOf(labelSelector, `${attributesPath}.labelSelector`, labelFaults),
  ];
}

type FaultsOf = (requirement: Requirement, field: string) => readonly StatusCause[];

function faultsOf(
  selector: FieldSelectorAttributes | undefined,
  field: string,
  faults: FaultsOf,
): readonly StatusCause[] {
  if (!selector) return [];
  const { rawSelector = "", requirements = [] } = selector;
  const each = requirements.flatMap((requirement, index) => faults(requirement, `${field}.requirements[${index}]`));
  if (rawSelector !== "" && requirements.length > 0) {
    const message = "may not be specified at the same time as requirements";
    return [fieldCause({ cause: "invalid", message, value: rawSelector }, `${field}.rawSelector`), ...each];
  }
  if (rawSelector !== "" || requirements.length > 0) return each;
  const message = `when ${field} is specified, requirements or rawSelector is required`;
  return [fieldCause({ cause: "required", message }, `${field}.requirements`)];
}

function fieldFaults({ key = "", ...rest }: Requirement, field: string): readonly StatusCause[] {
  const missing = key === "" ? [fieldCause({ cause: "required", message: "must be specified" }, `${field}.key`)] : [];
  return [...missing, ...valuesFaults(rest, field)];
}

function labelFaults({ key = "", ...rest }: Requirement, field: string): readonly StatusCause[] {
  const invalid = (value: string, place: string) => (message: string) =>
    fieldCause({ cause: "invalid", message, value }, `${field}.${place}`);
  return [
    ...valuesFaults(rest, field),
    ...validateQualifiedName(key).map(invalid(key, "key")),
    ...(rest.values ?? []).flatMap((value, index) => validateLabelValue(value).map(invalid(value, `values[${index}]`))),
  ];
}

function valuesFaults({ operator, values = [] }: Requirement, field: string): readonly StatusCause[] {
  if ((operator === "In" || operator === "NotIn") && values.length === 0) {
    const message = "must be specified when `operator` is 'In' or 'NotIn'";
    return [fieldCause({ cause: "required", message }, `${field}.values`)];
  }
  if ((operator === "Exists" || operator === "DoesNotExist") && values.length > 0) {
    const message = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    return [fieldCause({ cause: "forbidden", message }, `${field}.values`)];
  }
  return [];
}
