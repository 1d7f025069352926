/**
 * The defaults of the API server for claims for storage.
 *
 * @module
 */
import type { PersistentVolumeClaimSpec } from "../../api/types/core-v1.ts";
import { roundToMillis } from "./resource-list.ts";

export function defaultClaimSpec(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= "Filesystem";
  roundToMillis(spec.resources?.limits);
  roundToMillis(spec.resources?.requests);
}
