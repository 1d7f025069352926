/**
 * The defaults of the API server for claims for storage.
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

/** In claims, and in those that a template of claims describes. */
export function defaultClaimStatus(claim: PersistentVolumeClaim): void {
  claim.status ??= {};
  claim.status.phase ||= "Pending";
  roundToMillis(claim.status.capacity);
  roundToMillis(claim.status.allocatedResources);
}
