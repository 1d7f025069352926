/**
 * Fields whose meaning differs in the version that replaced an older one: changing only the `apiVersion` of an object
 * that sets or omits them would change its behavior.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { groupIn } from "../kind/kind.ts";

interface ChangedMeaning {
  /** The old group and version, with the domain placeholder. */
  readonly apiVersion: string;
  readonly kinds: readonly string[];
  /** Paths of fields whose default differs, such as `webhooks[].failurePolicy`. */
  readonly defaults?: readonly string[];
  /** Paths of fields whose empty or zero value has a different meaning. */
  readonly zeros?: readonly string[];
}

const rollout = ["spec.progressDeadlineSeconds", "spec.revisionHistoryLimit", "spec.strategy"];
const webhooks = ["failurePolicy", "matchPolicy", "timeoutSeconds"].map((field) => `webhooks[].${field}`);

const changes: readonly ChangedMeaning[] = [
  { apiVersion: "extensions/v1beta1", kinds: ["Deployment"], defaults: rollout },
  { apiVersion: "extensions/v1beta1", kinds: ["DaemonSet"], defaults: ["spec.updateStrategy"] },
  { apiVersion: "apps/v1beta1", kinds: ["Deployment"], defaults: ["spec.revisionHistoryLimit"] },
  { apiVersion: "apps/v1beta1", kinds: ["StatefulSet"], defaults: ["spec.updateStrategy"] },
  {
    apiVersion: "admissionregistration.<domain>/v1beta1",
    kinds: ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"],
    defaults: webhooks,
  },
  {
    apiVersion: "apiextensions.<domain>/v1beta1",
    kinds: ["CustomResourceDefinition"],
    defaults: ["spec.preserveUnknownFields"],
  },
  // An empty selector matches no pod in v1beta1, but every pod of the namespace in v1.
  { apiVersion: "policy/v1beta1", kinds: ["PodDisruptionBudget"], zeros: ["spec.selector"] },
  // Zero means the default of 30 in these versions, but zero in newer ones.
  ...["v1beta2", "v1beta3"].map((version) => ({
    apiVersion: `flowcontrol.apiserver.<domain>/${version}`,
    kinds: ["PriorityLevelConfiguration"],
    zeros: ["spec.limited.nominalConcurrencyShares"],
  })),
];

/** Returns the fields of an object whose meaning differs in the version that replaces its own. */
export function changedMeanings(object: Readonly<Record<string, unknown>>, groupDomain: string): readonly string[] {
  const { apiVersion, kind } = object;
  return changes
    .filter((change) => groupIn(groupDomain, change.apiVersion) === apiVersion && change.kinds.includes(String(kind)))
    .flatMap(({ defaults = [], zeros = [] }) => [
      ...defaults.filter((path) => valuesAt(object, path).some((value) => value === undefined)),
      ...zeros.filter((path) => valuesAt(object, path).some(isZero)),
    ]);
}

/** Returns the values at a path, one for each list item on it; undefined for values that are absent. */
function valuesAt(object: unknown, path: string): readonly unknown[] {
  return path.split(".").reduce<readonly unknown[]>(
    (holders, step) =>
      holders.filter(isPlainObject).flatMap((holder) => {
        const value = memberOf(holder, step.replace("[]", ""));
        return step.endsWith("[]") && Array.isArray(value) ? value : [value];
      }),
    [object],
  );
}

function isZero(value: unknown): boolean {
  return value === 0 || value === 0n || (isPlainObject(value) && Object.keys(value).length === 0);
}
