/**
 * Volumes in a resize of a pod: if a feature gate is on, emptyDir volumes in memory may change their size.
 *
 * @module
 */
import type { Volume } from "../../api/types/core-v1.ts";
import type { Place } from "../../rule/place.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quantitySign } from "../../text/quantity.ts";
import { quantityOf } from "./resource-rules.ts";

export const volumeResizeGate = "InPlacePodVerticalScalingMemoryBackedVolumes";

/**
 * Reports changes of volumes that a resize may not make. If the gate is off, kube-apiserver keeps the stored volumes
 * and reports nothing.
 */
export function checkResizedVolumes(
  now: readonly Volume[],
  stored: readonly Volume[],
  place: Place<readonly Volume[]>,
): void {
  if (now.length !== stored.length) {
    const serverText = "volumes may not be added or removed on resize";
    place.forbidden("a resize must not add or remove volumes", { serverText });
    return;
  }
  for (const [index, volume] of now.entries()) checkVolume(volume, stored[index] ?? {}, place.at(index));
}

function checkVolume(now: Volume, stored: Volume, place: Place<Volume>): void {
  if (now.name !== stored.name) {
    const serverText = "volumes may not be renamed or reordered on resize";
    place.at("name").forbidden("must keep its position", { serverText });
    return;
  }
  if (!semanticEqual(withoutLimit(now, stored), withoutLimit(stored, now))) {
    const serverText = "only sizeLimit of memory-backed emptyDir volumes is mutable on resize";
    place.forbidden("only `sizeLimit` of an emptyDir in memory may change", { serverText });
    return;
  }
  const at = place.at("emptyDir", "sizeLimit");
  if (hasLimit(now) !== hasLimit(stored)) {
    const serverText = "adding or removing sizeLimit on an existing volume is not allowed";
    at.forbidden("a resize must not add or remove `sizeLimit`", { serverText });
  } else if (now.emptyDir?.medium !== "Memory" && !semanticEqual(now, stored)) {
    const serverText = "sizeLimit is only mutable for memory-backed emptyDir volumes";
    at.forbidden("only an emptyDir in memory may be resized", { serverText });
  }
}

/** Returns the volume without its size limit if both volumes are an emptyDir. */
function withoutLimit(volume: Volume, other: Volume): object {
  if (!volume.emptyDir || !other.emptyDir) return volume;
  const { sizeLimit: _limit, ...emptyDir } = volume.emptyDir;
  return { ...volume, emptyDir };
}

const hasLimit = ({ emptyDir }: Volume): boolean =>
  emptyDir?.sizeLimit !== undefined && quantitySign(quantityOf(emptyDir.sizeLimit)) !== 0;
