/**
 * The defaults that kube-apiserver sets in persistent volume claims.
 *
 * @module
 */
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "../../api/types/core-v1.ts";
import { roundToMillis } from "./resource-list.ts";

export function defaultClaimSpec(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= "Filesystem";
  roundToMillis(spec.resources?.limits);
  roundToMillis(spec.resources?.requests);
}

/** Sets the default status of a claim or of a claim template. */
export function defaultClaimStatus(claim: PersistentVolumeClaim): void {
  claim.status ??= {};
  claim.status.phase ||= "Pending";
  roundToMillis(claim.status.capacity);
  roundToMillis(claim.status.allocatedResources);
}
