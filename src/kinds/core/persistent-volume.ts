/**
 * v1 PersistentVolume: a piece of storage in the cluster, which a claim can bind.
 *
 * @module
 */
import type { PersistentVolume, PersistentVolumeStatus } from "../../api/types/core-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { required, setFields, text, unlessEmpty } from "../../rule/demand.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { keepStored } from "../meta/stored-part.ts";
import {
  accessModes,
  adviseOnStorageAnnotations,
  classAnnotation,
  oldAnnotationInfo,
  positiveAmount,
} from "./claim-checks.ts";
import { adviseOnTerms, nodeLabelInfo } from "./node-labels.ts";
import { checkSource, type PersistentVolumeSource, sourceNames } from "./persistent-volume-source.ts";
import { defaultVolumeSource } from "./pod-defaults.ts";
import { volumeColumns } from "./resource-columns.ts";
import { roundToMillis } from "./resource-list.ts";
import { nodeTerms } from "./scheduling-rules.ts";
import { adviseOnVolumeType, deadVolumeInfo } from "./volume-advice.ts";

const subdomain = text(validateDns1123Subdomain);

const source = rule<PersistentVolume>(
  { id: "persistent-volume/source", severity: "error", summary: "a volume has exactly one, complete source" },
  ({ metadata, spec = {} }, place) => {
    const at = place.at("spec");
    const name = checkSource(spec, at, metadata?.name ?? "");
    if (name === "local" && !spec.nodeAffinity) {
      const after = at.at("local").path;
      at.at("nodeAffinity").required("`nodeAffinity` must be set for a local volume: only one node has its disk", {
        after,
      });
    }
  },
);

const capacity = rule<PersistentVolume>(
  { id: "persistent-volume/capacity", severity: "error", summary: "a volume has a storage capacity" },
  ({ spec: { capacity = null } = {} }, place) => {
    const amounts = capacity ?? {};
    const at = place.at("spec", "capacity");
    const field = at.path;
    const serverText = `${showGoValue(capacity)}: supported values: "storage"`;
    if (amounts["storage"] === undefined) {
      const isEmpty = Object.keys(amounts).length === 0;
      const also = [{ cause: "unsupported" as const, serverText }];
      const words = isEmpty ? { also } : { cause: "unsupported" as const, serverText };
      at.at("storage").required("`storage` must be set", { field, ...words });
    }
    for (const [resource, amount] of Object.entries(amounts)) {
      if (resource !== "storage")
        at.at(resource).unsupported(["storage"], resource, { atKey: true, field, serverText });
      positiveAmount(amount, at.at(resource));
    }
  },
);

const modes = rule<PersistentVolume>(
  { id: "persistent-volume/access-modes", severity: "error", summary: "a volume has access modes" },
  ({ spec }, place) => accessModes(spec?.accessModes ?? [], place.at("spec", "accessModes")),
);

const oldAnnotation = rule<PersistentVolume>(oldAnnotationInfo, ({ metadata }, _place, visit) => {
  const names = [classAnnotation, "volume.beta.kubernetes.io/mount-options"] as const;
  adviseOnStorageAnnotations(metadata, names, visit);
});

const deadType = rule<PersistentVolume>(deadVolumeInfo, ({ spec }, place, visit) => {
  if (spec) adviseOnVolumeType(spec, place.at("spec"), visit);
});

const recyclePolicy = rule<PersistentVolume>(
  {
    id: "persistent-volume/recycle-policy",
    severity: "warning",
    summary: "a volume does not have the deprecated reclaim policy Recycle",
  },
  ({ spec }, place) => {
    if (spec?.persistentVolumeReclaimPolicy !== "Recycle") return;
    place.at("spec", "persistentVolumeReclaimPolicy").say('the reclaim policy "Recycle" is deprecated', {
      help: "use dynamic provisioning with a StorageClass",
      serverWarning:
        "{field}: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
    });
  },
);

const nodeLabels = rule<PersistentVolume>(nodeLabelInfo, ({ spec }, place) => {
  const at = place.at("spec", "nodeAffinity", "required", "nodeSelectorTerms");
  adviseOnTerms(spec?.nodeAffinity?.required?.nodeSelectorTerms, at);
});

const affinity = rule<PersistentVolume>(
  {
    id: "persistent-volume/node-affinity",
    severity: "error",
    summary: "`nodeAffinity` has required node selector terms",
  },
  ({ spec }, place, visit) => {
    if (!spec?.nodeAffinity) return;
    const at = place.at("spec", "nodeAffinity", "required");
    if (spec.nodeAffinity.required) nodeTerms(spec.nodeAffinity.required, at, visit);
    else at.required();
  },
);

const classes = rule<PersistentVolume>(
  {
    id: "persistent-volume/classes",
    severity: "error",
    summary: "`storageClassName` and `volumeAttributesClassName` are valid names",
  },
  ({ spec = {} }, place) => {
    const { storageClassName, volumeAttributesClassName: attributes, csi } = spec;
    const at = place.at("spec");
    unlessEmpty(storageClassName, at.at("storageClassName"), subdomain);
    if (attributes === undefined) return;
    required(attributes, at.at("volumeAttributesClassName"), subdomain);
    if (csi) return;
    const after = at.at("volumeAttributesClassName").path;
    at.at("csi").required("`csi` must be set with `volumeAttributesClassName`", { after });
  },
);

const isRoot = (path: string): boolean =>
  path.startsWith("/") && path.split("/").every((part) => part === "" || part === "." || part === "..");

/** Protects the root of a node: recycling deletes all files of the volume. */
const recycling = rule<PersistentVolume>(
  {
    id: "persistent-volume/recycle",
    severity: "error",
    summary: "a hostPath volume for `/` does not have the reclaim policy Recycle",
  },
  ({ spec = {} }, place) => {
    if (spec.persistentVolumeReclaimPolicy !== "Recycle" || !isRoot(spec.hostPath?.path ?? "")) return;
    place
      .at("spec", "persistentVolumeReclaimPolicy")
      .say("must not be Recycle for a `hostPath` of /: it would delete every file of the node", {
        cause: "forbidden",
        serverText: "may not be 'recycle' for a hostPath mount of '/'",
        after: ["spec", "storageClassName", 0],
      });
  },
);

const mountOptionAnnotation = "volume.beta.kubernetes.io/mount-options";

/** The sources that support mount options. */
const withMountOptions: readonly (keyof PersistentVolumeSource)[] = [
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "nfs",
  "rbd",
  "quobyte",
  "iscsi",
  "cinder",
  "cephfs",
  "azureFile",
  "vsphereVolume",
  "azureDisk",
  "photonPersistentDisk",
];

const mountOptions = rule<PersistentVolume>(
  {
    id: "persistent-volume/mount-options",
    severity: "error",
    summary: "mount options are set only for volume types that support them",
  },
  ({ metadata, spec = {} }, place) => {
    if (metadata?.annotations?.[mountOptionAnnotation] === undefined) return;
    if (setFields(spec, withMountOptions).length > 0) return;
    place
      .at("metadata", "annotations", mountOptionAnnotation)
      .forbidden("must be absent: volumes of this type do not support mount options", {
        field: ["metadata", `annotations.${mountOptionAnnotation}`],
        after: ["status"],
      });
  },
);

const fixed = rule<PersistentVolume>(
  {
    id: "persistent-volume/immutable",
    severity: "error",
    cause: "forbidden",
    summary: "the source and the volume mode are immutable",
  },
  ({ spec = {} }, place, { oldObject, isEnabled }) => {
    const stored = oldObject?.spec;
    if (!stored) return;
    const compared = withoutNewSecret(spec, stored);
    const differs = {
      from: stored,
      to: compared,
      type: "core/v1.PersistentVolumeSpec",
      as: "core.PersistentVolumeSource",
    } as const;
    for (const name of sourceNames) {
      if (semanticEqual(compared[name], stored[name])) continue;
      const extra = {
        cause: "forbidden",
        atKey: true,
        field: ["spec", "persistentvolumesource"],
        after: ["spec"],
        serverText: "spec.persistentvolumesource is immutable after creation",
        differs,
      } as const;
      place.at("spec", name).say("field is immutable", extra);
    }
    if (stored.volumeMode !== spec.volumeMode) {
      const field = ["volumeMode"];
      place
        .at("spec", "volumeMode")
        .invalid(`field is immutable: must stay ${stored.volumeMode}`, spec.volumeMode ?? "", { field });
    }
    if (stored.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined) {
      place.at("spec", "volumeAttributesClassName").forbidden("must not be removed");
    }
    if (stored.nodeAffinity === undefined || isEnabled("MutablePVNodeAffinity")) return;
    if (!semanticEqual(spec.nodeAffinity, withNewKeys(stored.nodeAffinity, spec.nodeAffinity))) {
      const must = "field is immutable, except beta labels that are replaced by stable ones";
      place.at("spec", "nodeAffinity").say(must, { cause: "invalid", atKey: true, field: ["nodeAffinity"] });
    }
  },
);

const stableByBetaLabel: ReadonlyMap<unknown, string> = new Map([
  ["beta.kubernetes.io/os", "kubernetes.io/os"],
  ["beta.kubernetes.io/arch", "kubernetes.io/arch"],
  ["failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"],
  ["failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"],
  ["beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"],
]);

/**
 * Returns the stored value with the keys that may replace its own: the stable label for a beta one. For a key without a
 * stable one kube-apiserver accepts an empty key, which other rules reject.
 */
function withNewKeys(stored: unknown, value: unknown): unknown {
  if (Array.isArray(stored))
    return stored.map((item, at) => withNewKeys(item, Array.isArray(value) ? value[at] : undefined));
  if (!isPlainObject(stored)) return stored;
  const beside = isPlainObject(value) ? value : {};
  const entries = Object.entries(stored).map(([name, held]) => {
    if (name !== "key") return [name, withNewKeys(held, memberOf(beside, name))] as const;
    const { key } = beside;
    return [name, (stableByBetaLabel.get(held) ?? "") === (key ?? "") ? key : held] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the spec without a new `controllerExpandSecretRef`, which an update may add. */
function withoutNewSecret(spec: PersistentVolumeSource, stored: PersistentVolumeSource): PersistentVolumeSource {
  if (!spec.csi || !stored.csi || stored.csi.controllerExpandSecretRef) return spec;
  const { controllerExpandSecretRef: _, ...csi } = spec.csi;
  return { ...spec, csi };
}

/** Returns the time of the last phase change, unless the client sets it. */
function transitionTime(
  { phase, lastPhaseTransitionTime: time }: PersistentVolumeStatus,
  old: PersistentVolumeStatus = {},
  now: string | undefined,
): string | null | undefined {
  // A zero time is null, and counts as set by the client.
  if (phase === old.phase) return time === undefined ? old.lastPhaseTransitionTime : time;
  return time === undefined || time === old.lastPhaseTransitionTime ? (now ?? time) : time;
}

export const persistentVolume = kind("core/v1.PersistentVolume", {
  rules: [
    source,
    capacity,
    modes,
    affinity,
    classes,
    recycling,
    mountOptions,
    fixed,
    oldAnnotation,
    deadType,
    recyclePolicy,
    nodeLabels,
  ],
  applyDefaults(object) {
    object.spec ??= {};
    object.spec.persistentVolumeReclaimPolicy ||= "Retain";
    object.spec.volumeMode ??= "Filesystem";
    roundToMillis(object.spec.capacity);
    defaultVolumeSource(object.spec);
    object.status ??= {};
    object.status.phase ||= "Pending";
  },
  resource: {
    columns: volumeColumns,
    prepareForCreate(object) {
      object.status = { phase: "Pending", lastPhaseTransitionTime: object.metadata?.creationTimestamp ?? "" };
    },
    prepareForUpdate(object, oldObject) {
      keepStored("status", object, oldObject);
    },
    prepareForSubresource(_subresource, object, oldObject, { now }) {
      keepStored("spec", object, oldObject);
      const time = object.status && transitionTime(object.status, oldObject.status, now);
      if (object.status && time !== undefined) object.status.lastPhaseTransitionTime = time;
    },
  },
});
