/**
 * The effect of an update on running pods: which fields of the pod template change, and how the controller reacts. In
 * Kubernetes 1.37, controllers replace pods only if the template changes.
 *
 * @module
 */
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { valueAt } from "../diagnostic/path.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { ProjectDocument } from "../rule/rule.ts";

/** A field whose value changes; a value is undefined if the field is absent. */
export interface FieldChange {
  readonly path: FieldPath;
  readonly before: unknown;
  readonly after: unknown;
}

/** The effect of an update of a workload's pod template. */
export interface PodEffect {
  /** `now`: the controller replaces pods; `later`: pods change when they are replaced for another reason. */
  readonly when: "now" | "later";
  /** A phrase for messages, such as `replaces its pods one by one`. */
  readonly effect: string;
  readonly changes: readonly FieldChange[];
}

type Fields = Readonly<Record<string, unknown>>;

const templatePathByKind: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "apps/Deployment": ["spec", "template"],
    "apps/StatefulSet": ["spec", "template"],
    "apps/DaemonSet": ["spec", "template"],
    "apps/ReplicaSet": ["spec", "template"],
    "/ReplicationController": ["spec", "template"],
    "batch/CronJob": ["spec", "jobTemplate", "spec", "template"],
  }),
);

/** @returns undefined if the pod template is unchanged, and for kinds without one */
export function podEffect(before: ProjectDocument, after: ProjectDocument): PodEffect | undefined {
  const path = templatePathByKind.get(`${after.group}/${after.kind}`);
  if (!path) return undefined;
  const changes = fieldChanges(valueAt(before.object, path), valueAt(after.object, path), path);
  if (changes.length === 0) return undefined;
  const spec = valueAt(after.object, ["spec"]);
  return { ...effectOn(after.kind, isPlainObject(spec) ? spec : {}), changes };
}

/** Returns the pod template of a workload. */
export function podTemplateOf({ group, kind, object }: ProjectDocument): unknown {
  const path = templatePathByKind.get(`${group}/${kind}`);
  return path && valueAt(object, path);
}

/** @param spec - with defaults */
function effectOn(kind: string, spec: Fields): Omit<PodEffect, "changes"> {
  const strategy = valueAt(spec, [kind === "Deployment" ? "strategy" : "updateStrategy"]);
  const type = valueAt(strategy, ["type"]);
  const rolling = valueAt(strategy, ["rollingUpdate"]);
  const setting = (name: string) => valueAt(rolling, [name]);
  switch (kind) {
    case "Deployment":
      if (spec["paused"] === true) return { when: "later", effect: "replaces its pods once it is no longer paused" };
      if (type === "Recreate") return { when: "now", effect: "deletes all its pods, then creates new ones" };
      return {
        when: "now",
        effect: `replaces its pods (${spec["replicas"]}): maxUnavailable ${setting("maxUnavailable")}, maxSurge ${setting("maxSurge")}`,
      };
    case "DaemonSet":
      if (type === "OnDelete") return { when: "later", effect: "replaces a pod when that is deleted (OnDelete)" };
      return {
        when: "now",
        effect: `replaces its pod on every node: maxUnavailable ${setting("maxUnavailable")}, maxSurge ${setting("maxSurge")}`,
      };
    case "StatefulSet": {
      if (type === "OnDelete") return { when: "later", effect: "replaces a pod when that is deleted (OnDelete)" };
      const partition = Number(setting("partition") ?? 0);
      const from = partition > 0 ? ` with an ordinal of ${partition} and above` : "";
      return { when: "now", effect: `replaces its pods${from} one by one, the highest ordinal first` };
    }
    case "CronJob":
      return { when: "later", effect: "its next jobs have the new template" };
    default:
      return { when: "later", effect: "pods that run stay as they are; new ones have the new template" };
  }
}

/** Returns the fields without children that differ. Lists are compared item by item, even if their lengths differ. */
export function fieldChanges(before: unknown, after: unknown, path: FieldPath = []): readonly FieldChange[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => fieldChanges(before[index], after[index], [...path, index])).flat();
  }
  if (isPlainObject(before) && isPlainObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => fieldChanges(memberOf(before, name), memberOf(after, name), [...path, name]));
  }
  return isSame(before, after) ? [] : [{ path, before, after }];
}

const isSame = (a: unknown, b: unknown): boolean => a === b || (typeof a !== "object" && String(a) === String(b));

/**
 * Returns the ConfigMaps and Secrets that the pods of a template read into environment variables. Pods keep these
 * values until they restart.
 */
export function variableSources(template: unknown): readonly { readonly kind: string; readonly name: string }[] {
  const found: { readonly kind: string; readonly name: string }[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isPlainObject(value)) return;
    for (const [field, kind] of sourceFields) {
      const reference = memberOf(value, field);
      const name = isPlainObject(reference) ? reference["name"] : undefined;
      if (typeof name === "string") found.push({ kind, name });
    }
    for (const [name, child] of Object.entries(value)) if (name !== "volumes") visit(child);
  };
  visit(template);
  return found;
}

const sourceFields: readonly (readonly [field: string, kind: string])[] = [
  ["configMapRef", "ConfigMap"],
  ["configMapKeyRef", "ConfigMap"],
  ["secretRef", "Secret"],
  ["secretKeyRef", "Secret"],
];
