/**
 * v1 PersistentVolumeClaim: a request for storage, bound to a volume.
 *
 * @module
 */
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "../../api/types/core-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { whenSet } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { compareQuantities, quantitySign } from "../../text/quantity.ts";
import { kind } from "../kind.ts";
import { keepStored, separateStatusStrategy } from "../meta/stored-part.ts";
import {
  adviseOnClaim,
  adviseOnStorageAnnotations,
  claimSpec,
  classAnnotation,
  isOlderSource,
  oldAnnotationInfo,
  unsoundAmountText,
  wholeBytesInfo,
} from "./claim-checks.ts";
import { defaultClaimSpec, defaultClaimStatus } from "./claim-defaults.ts";
import { claimColumns } from "./resource-columns.ts";
import { isNative, quantityOf } from "./resource-rules.ts";
import { checkVolumeHealth } from "./volume-health.ts";

const wellFormed = rule<PersistentVolumeClaim>(
  {
    id: "volume-claim/spec",
    severity: "error",
    summary: "a claim has access modes and a storage request",
  },
  ({ spec }, place) => claimSpec(dropUnsupportedDataSource(spec ?? {}), place.at("spec")),
);

/**
 * Drops a `dataSource` of an unsupported kind if there is no `dataSourceRef`, as kube-apiserver does. Claim templates
 * keep it.
 */
function dropUnsupportedDataSource(spec: PersistentVolumeClaimSpec): PersistentVolumeClaimSpec {
  const { dataSource, ...kept } = spec;
  const isKept = spec.dataSourceRef !== undefined || (dataSource !== undefined && isOlderSource(dataSource));
  return isKept ? spec : kept;
}

/** kube-apiserver's error names the fields that may change in a bound claim. */
const changeableText =
  "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";

/**
 * Returns the spec with the stored values of the fields that may change in a bound claim: the attributes class and the
 * size.
 */
function withStoredMutableFields(spec: PersistentVolumeClaimSpec, stored: PersistentVolumeClaimSpec): object {
  const { volumeAttributesClassName } = stored;
  const { requests } = spec.resources ?? {};
  const storage = stored.resources?.requests?.["storage"] ?? "0";
  const resources = requests ? { ...spec.resources, requests: { ...requests, storage } } : spec.resources;
  return { ...spec, volumeAttributesClassName, resources };
}

const oldAnnotation = rule<PersistentVolumeClaim>(oldAnnotationInfo, ({ metadata }, _place, visit) => {
  adviseOnStorageAnnotations(metadata, [classAnnotation], visit);
});

const wholeBytes = rule<PersistentVolumeClaim>(wholeBytesInfo, ({ spec }, place) => {
  if (spec) adviseOnClaim(spec, place.at("spec"));
});

const fixed = rule<PersistentVolumeClaim>(
  {
    id: "volume-claim/immutable",
    severity: "error",
    cause: "forbidden",
    summary: "the spec of a claim is immutable, except the size and attributes class of a bound one",
  },
  (claim, place, { oldObject, subresource }) => {
    const { spec = {}, status } = claim;
    const old: PersistentVolumeClaim = oldObject ?? {};
    if (!old.spec || subresource !== undefined) return;
    const before: PersistentVolumeClaimSpec = { ...old.spec };
    joinSources(before);
    if (!before.volumeName) keepStored("volumeName", before, spec);
    const oldClass = annotatedClass(old);
    const mayGetClass = oldClass === undefined || oldClass === spec.storageClassName;
    if (before.storageClassName === undefined && mayGetClass) keepStored("storageClassName", before, spec);
    const at = place.changing((finding) => ({ ...finding, after: ["spec"] })).at("spec");
    checkClassAnnotation(claim, old, place);
    const compared = status?.phase === "Bound" ? withStoredMutableFields(spec, old.spec) : spec;
    const isMoved = spec.volumeMode !== old.spec.volumeMode;
    const modeText = `${showGoValue(spec.volumeMode ?? null)}: field is immutable`;
    const also = isMoved ? [{ field: ["volumeMode"], cause: "invalid" as const, serverText: modeText }] : [];
    if (!semanticEqual(compared, before)) {
      const differs = { from: before, to: compared, type: "core/v1.PersistentVolumeClaimSpec" };
      at.say("field is immutable", { cause: "forbidden", atKey: true, also, serverText: changeableText, differs });
    }
    if (isShrunk(spec, old)) {
      const field = ["spec", "resources", "requests.storage"];
      at.at("resources", "requests", "storage").forbidden("must be above `status.capacity`", { field });
    }
    const { volumeAttributesClassName: attributes } = spec;
    const isApplied = old.status?.currentVolumeAttributesClassName !== undefined;
    if (isApplied && !attributes && attributes !== old.spec.volumeAttributesClassName) {
      at.at("volumeAttributesClassName").forbidden("must be set after a class was applied", {
        serverText: `update to ${attributes === "" ? "empty string" : "nil"} is forbidden when status.currentVolumeAttributesClassName is not nil`,
      });
    }
  },
);

const annotatedClass = ({ metadata }: PersistentVolumeClaim): string | undefined =>
  metadata?.annotations?.[classAnnotation];

/** Reports a change of the annotation with the storage class, unless the field replaces it with the same class. */
function checkClassAnnotation(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  place: Place<PersistentVolumeClaim>,
): void {
  const [now, before] = [annotatedClass(claim), annotatedClass(old)];
  if ((now ?? "") === (before ?? "")) return;
  const isReplaced = before !== undefined && old.spec?.storageClassName === undefined;
  if (isReplaced && now === undefined && claim.spec?.storageClassName === before) return;
  place.at("metadata", "annotations", classAnnotation).say("field is immutable", {
    cause: "invalid",
    atKey: true,
    field: ["metadata", `annotations.${classAnnotation}`],
    serverText: `${showGoValue(now ?? "")}: field is immutable`,
  });
}

/** Whether an update reduces the size too far: it must stay above the current capacity. */
function isShrunk({ resources }: PersistentVolumeClaimSpec, { spec, status }: PersistentVolumeClaim): boolean {
  const sizeOf = (amounts: Readonly<Record<string, string>> | undefined) => quantityOf(amounts?.["storage"] ?? "0");
  const size = sizeOf(resources?.requests);
  const isLower = compareQuantities(size, sizeOf(spec?.resources?.requests)) < 0;
  return isLower && compareQuantities(size, sizeOf(status?.capacity)) <= 0;
}

/** Copies `dataSource` to `dataSourceRef`, or the reverse, if only one is set. */
function joinSources(spec: PersistentVolumeClaimSpec): void {
  const { dataSource: older, dataSourceRef: newer } = spec;
  if (older && !newer) spec.dataSourceRef = { ...older };
  if (!newer || older || newer.namespace) return;
  const { namespace: _namespace, ...source } = newer;
  spec.dataSource = source;
}

const resizeStates = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizePending",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
];

/** Validates the name of a claim's resource: `storage`, or one with a domain. @returns whether the name is valid */
function claimResourceName(name: string, place: Place): boolean {
  const list = { field: place.path.slice(0, -1) };
  const faults = validateQualifiedName(name);
  for (const fault of faults) place.invalid(fault, name, { atKey: true, ...list });
  if (faults.length > 0) return false;
  if (name === "storage" || !isNative(name)) return true;
  place.unsupported(["storage"], name, { atKey: true, ...list });
  return false;
}

const status = rule<PersistentVolumeClaim>(
  {
    id: "volume-claim/status",
    severity: "error",
    summary: "status conditions and resize states of a claim are valid",
  },
  ({ status: found = {} }, place, { subresource }) => {
    if (subresource !== "status") return;
    const at = place.at("status");
    const health = at.at("healthStatus", "healthConditions");
    whenSet(found.healthStatus?.healthConditions, health, checkVolumeHealth);
    for (const [name, state] of Object.entries(found.allocatedResourceStatuses ?? {})) {
      const item = at.at("allocatedResourceStatuses", name);
      claimResourceName(name, item);
      if (resizeStates.includes(state)) continue;
      // kube-apiserver's error shows the key in place of the value.
      const serverText = `${showGoValue(name)}: supported values: ${resizeStates.toSorted().map(showGoValue).join(", ")}`;
      item.unsupported(resizeStates, state, { field: at.at("allocatedResourceStatuses").path, serverText });
    }
    for (const field of ["capacity", "allocatedResources"] as const) {
      for (const [name, amount] of Object.entries(found[field] ?? {})) {
        const item = at.at(field, name);
        if (field === "allocatedResources" && !claimResourceName(name, item)) continue;
        if (quantitySign(quantityOf(amount)) >= 0) continue;
        item.invalid("must be 0 or above", amount, { serverText: unsoundAmountText(amount) });
      }
    }
  },
);

export const persistentVolumeClaim = kind("core/v1.PersistentVolumeClaim", {
  rules: [wellFormed, oldAnnotation, wholeBytes, fixed, status],
  // In claim templates, kube-apiserver does not drop this field.
  notes: {
    "spec.dataSourceRef": { "x-gate": "CrossNamespaceVolumeDataSource", "x-gate-part": "namespace" },
  },
  applyDefaults(object) {
    object.spec ??= {};
    defaultClaimSpec(object.spec);
    defaultClaimStatus(object);
  },
  resource: {
    columns: claimColumns,
    ...separateStatusStrategy,
    prepareForCreate(object) {
      delete object.status;
      if (!object.spec) return;
      object.spec = dropUnsupportedDataSource(object.spec);
      joinSources(object.spec);
    },
    prepareForUpdate(object, oldObject) {
      keepStored("status", object, oldObject);
      object.spec ??= {};
      const { spec } = object;
      const { dataSource, dataSourceRef } = oldObject.spec ?? {};
      const isNew = !dataSource && !dataSourceRef && !spec.dataSourceRef;
      if (isNew && spec.dataSource && !isOlderSource(spec.dataSource)) delete spec.dataSource;
      joinSources(spec);
    },
  },
});
