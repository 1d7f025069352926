/**
 * Computes the status that kube-apiserver gives a CustomResourceDefinition: accepted names, establishment, approval,
 * and the progress of its deletion.
 *
 * @module
 */
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionStatus,
} from "../../api/types/apiextensions-v1.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { type Approval, approvalOf, approvalReason, isProtectedGroup } from "./approval.ts";
import { hasReadableBundle } from "./conversion-bundle.ts";
import { kindNames, resourceNames, type TakenNames } from "./taken-names.ts";

/** The finalizer that keeps a definition until its custom resources are deleted. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

type ConditionContent = Required<Pick<CustomResourceDefinitionCondition, "type" | "status" | "reason" | "message">>;

const conditionOf = (status: CustomResourceDefinitionStatus | undefined, type: string) =>
  status?.conditions?.find((condition) => condition.type === type);

/** Whether a condition of the definition is `True`. */
export const isTrue = ({ status }: CustomResourceDefinition, type: string): boolean =>
  conditionOf(status, type)?.status === "True";

/**
 * Returns the status with a condition set.
 *
 * @param now - RFC 3339; the transition time if the status of the condition changes
 */
export function withCondition(
  status: CustomResourceDefinitionStatus,
  condition: ConditionContent,
  now: string,
): CustomResourceDefinitionStatus {
  // Go writes an empty list as null.
  const conditions = status.conditions ?? [];
  const before = conditionOf(status, condition.type);
  const lastTransitionTime = before?.status === condition.status ? (before.lastTransitionTime ?? now) : now;
  const next = { ...before, ...condition, lastTransitionTime };
  return {
    ...status,
    conditions: before ? conditions.map((each) => (each === before ? next : each)) : [...conditions, next],
  };
}

export const terminatingCondition = (status: "True" | "False", reason: string, message: string): ConditionContent => ({
  type: "Terminating",
  status,
  reason,
  message,
});

/**
 * Returns the status of a definition after its names are checked for conflicts.
 *
 * @param taken - the names of the other definitions in its group
 */
export function acceptedStatus(
  definition: CustomResourceDefinition,
  taken: TakenNames,
  now: string,
): CustomResourceDefinitionStatus {
  const { spec = {}, status = {} } = definition;
  if (semanticEqual(spec.names ?? {}, status.acceptedNames ?? {}))
    return withApproval(withEstablished(status, definition, now), definition, now);
  const { names, conflict } = acceptNames(definition, taken);
  const named = withCondition(
    { ...status, acceptedNames: names },
    {
      type: "NamesAccepted",
      ...(conflict
        ? { status: "False", ...conflict }
        : { status: "True", reason: "NoConflicts", message: "no conflicts found" }),
    },
    now,
  );
  return withApproval(withEstablished(named, definition, now), definition, now);
}

/** Sets the condition `Established`. An established definition stays established. */
function withEstablished(
  status: CustomResourceDefinitionStatus,
  definition: CustomResourceDefinition,
  now: string,
): CustomResourceDefinitionStatus {
  if (conditionOf(status, "Established")?.status === "True") return status;
  const isAccepted = conditionOf(status, "NamesAccepted")?.status === "True";
  return withCondition(status, { type: "Established", ...establishment(isAccepted, definition) }, now);
}

function establishment(isAccepted: boolean, definition: CustomResourceDefinition): Omit<ConditionContent, "type"> {
  if (!isAccepted) return { status: "False", reason: "NotAccepted", message: "not all names are accepted" };
  return hasReadableBundle(definition)
    ? { status: "True", reason: "InitialNamesAccepted", message: "the initial names have been accepted" }
    : { status: "False", reason: "InvalidCABundle", message: "The conversion webhook CABundle is invalid" };
}

const approvalReasons: Readonly<Record<Approval, string>> = {
  approved: "ApprovedAnnotation",
  bypassed: "UnapprovedAnnotation",
  missing: "MissingAnnotation",
  invalid: "InvalidAnnotation",
};

/** Sets the condition that shows whether a definition in a group of the Kubernetes project is approved. */
function withApproval(
  status: CustomResourceDefinitionStatus,
  definition: CustomResourceDefinition,
  now: string,
): CustomResourceDefinitionStatus {
  if (!isProtectedGroup(definition.spec?.group ?? "")) return status;
  const approval = approvalOf(definition);
  const condition: ConditionContent = {
    type: "KubernetesAPIApprovalPolicyConformant",
    status: approval === "approved" ? "True" : "False",
    reason: approvalReasons[approval],
    message: approvalReason(definition),
  };
  const before = conditionOf(status, condition.type);
  const isSaid = before?.reason === condition.reason && before.message === condition.message;
  return isSaid ? status : withCondition(status, condition, now);
}

interface Conflict {
  readonly reason: string;
  readonly message: string;
}

/**
 * Accepts the names of a definition that do not conflict. In each group, plural, singular and short names share one
 * namespace; kind and list kind share another.
 */
function acceptNames({ spec = {}, status = {} }: CustomResourceDefinition, taken: TakenNames) {
  const { names: wanted = {} } = spec;
  const own = status.acceptedNames ?? {};
  const [ownResources, ownKinds] = [resourceNames(own), kindNames(own)];
  const isResource = (text: string) => ownResources.includes(text) || taken.isResourceTaken(text);
  const isKind = (text: string) => ownKinds.includes(text) || taken.isKindTaken(text);
  const names: CustomResourceDefinitionNames = { ...own };
  let conflict: Conflict | undefined;
  const accept = (name: "plural" | "singular" | "kind" | "listKind", isTaken: (text: string) => boolean) => {
    const text = wanted[name] ?? "";
    if (text !== (own[name] ?? "") && isTaken(text)) conflict = conflictOf(name, [text]);
    else if (text !== "") names[name] = text;
  };
  accept("plural", isResource);
  accept("singular", isResource);
  const shortNames = wanted.shortNames ?? [];
  const ownShort = new Set(own.shortNames);
  const takenShort = shortNames.filter((name) => !ownShort.has(name) && isResource(name));
  if (takenShort.length > 0) conflict = conflictOf("shortNames", takenShort);
  else assignList(names, "shortNames", shortNames);
  accept("kind", isKind);
  accept("listKind", isKind);
  assignList(names, "categories", wanted.categories ?? []);
  return { names, conflict };
}

function assignList(
  names: CustomResourceDefinitionNames,
  field: "shortNames" | "categories",
  values: readonly string[],
): void {
  if (values.length > 0) names[field] = [...values];
  else delete names[field];
}

function conflictOf(field: string, names: readonly string[]): Conflict {
  const faults = [...new Set(names)].map((name) => `${JSON.stringify(name)} is already in use`);
  return {
    reason: `${field.slice(0, 1).toUpperCase()}${field.slice(1)}Conflict`,
    message: faults.length > 1 ? `[${faults.join(", ")}]` : faults.join(),
  };
}
