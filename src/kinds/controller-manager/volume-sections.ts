/**
 * Sections of the controllers of volumes.
 *
 * @module
 */
import { parseDuration } from "../../lexical/duration.ts";
import { rule } from "../../rule/rule.ts";
import { duration, field, flag, int32, type Static, struct, text } from "../../schema/fields.ts";
import { count, section } from "./section.ts";

const attachFields = {
  DisableAttachDetachReconcilerSync: flag({ description: "Do not compare what is attached with what should be." }),
  ReconcilerSyncLoopPeriod: duration({ description: "Time between two such comparisons." }),
  disableForceDetachOnTimeout: flag({ description: "Keep volumes attached that a node does not unmount in time." }),
};
const attachShape = struct(attachFields);

/** In nanoseconds. */
const shortestSyncPeriod = 1_000_000_000n;

const syncPeriod = rule<Static<typeof attachShape>>(
  {
    id: "controller-manager/reconcile-period",
    severity: "error",
    summary: "the attach/detach reconciler's sync period is at least 1 second",
  },
  ({ ReconcilerSyncLoopPeriod: period = "" }, place) => {
    const parsed = parseDuration(period);
    if (!parsed.ok || parsed.value >= shortestSyncPeriod) return;
    place.at("ReconcilerSyncLoopPeriod").say(`must be at least 1s; got "${period}"`, { value: period });
  },
);

export const attachDetachController = section({
  name: "AttachDetachController",
  description: "Attaches volumes to nodes.",
  fields: attachFields,
  defaults: { ReconcilerSyncLoopPeriod: "1m0s" },
  rules: [syncPeriod],
});

const seconds = (what: string) => int32({ description: `Seconds that ${what}.` });

const recycler = struct({
  MaximumRetry: int32({ description: "How often recycling is tried." }),
  MinimumTimeoutNFS: seconds("recycling an NFS volume takes at least"),
  PodTemplateFilePathNFS: text({ description: "Path of the pod that recycles NFS volumes." }),
  IncrementTimeoutNFS: seconds("each GiB of an NFS volume adds"),
  PodTemplateFilePathHostPath: text({ description: "Path of the pod that recycles host path volumes; for tests." }),
  MinimumTimeoutHostPath: seconds("recycling a host path volume takes at least"),
  IncrementTimeoutHostPath: seconds("each GiB of a host path volume adds"),
});

export const persistentVolumeBinderController = section({
  name: "PersistentVolumeBinderController",
  description: "Binds claims to volumes.",
  fields: {
    PVClaimBinderSyncPeriod: duration({ description: "Time between two looks at claims and volumes." }),
    VolumeConfiguration: struct(
      {
        EnableHostPathProvisioning: flag({ description: "Make host path volumes; for tests only.", "x-pointer": true }),
        EnableDynamicProvisioning: flag({ description: "Make volumes where a class can.", "x-pointer": true }),
        PersistentVolumeRecyclerConfiguration: field(recycler, { description: "How volumes are recycled." }),
        FlexVolumePluginDir: text({ description: "Directory of flex volume plugins." }),
      },
      { description: "How volumes are made and recycled." },
    ),
  },
  defaults: {
    PVClaimBinderSyncPeriod: "15s",
    VolumeConfiguration: {
      EnableHostPathProvisioning: false,
      EnableDynamicProvisioning: true,
      FlexVolumePluginDir: "/usr/libexec/kubernetes/kubelet-plugins/volume/exec/",
      PersistentVolumeRecyclerConfiguration: {
        MaximumRetry: 3,
        MinimumTimeoutNFS: 300,
        IncrementTimeoutNFS: 30,
        MinimumTimeoutHostPath: 60,
        IncrementTimeoutHostPath: 30,
      },
    },
  },
});

export const ephemeralVolumeController = section({
  name: "EphemeralVolumeController",
  description: "Makes the claims of ephemeral volumes.",
  fields: { ConcurrentEphemeralVolumeSyncs: count("pods") },
  defaults: { ConcurrentEphemeralVolumeSyncs: 5 },
  bounds: { ConcurrentEphemeralVolumeSyncs: { min: 1 } },
});
