/**
 * Sections of the controllers for volumes.
 *
 * @module
 */
import type { AttachDetachControllerConfiguration } from "../../api/types/kubecontrollermanager-v1alpha1.ts";
import { rule } from "../../rule/rule.ts";
import { parseDuration } from "../../text/duration.ts";
import { section } from "./section.ts";

/** The shortest sync period, in nanoseconds. */
const shortestSyncPeriod = 1_000_000_000n;

const syncPeriod = rule<AttachDetachControllerConfiguration>(
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

export const attachDetachController = section("AttachDetachController", {
  defaults: { ReconcilerSyncLoopPeriod: "1m0s" },
  rules: [syncPeriod],
});

export const persistentVolumeBinderController = section("PersistentVolumeBinderController", {
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

export const ephemeralVolumeController = section("EphemeralVolumeController", {
  defaults: { ConcurrentEphemeralVolumeSyncs: 5 },
  bounds: { ConcurrentEphemeralVolumeSyncs: { min: 1 } },
});
