/**
 * Demands of the API server on paths inside volumes and on nodes.
 *
 * @module
 */
import { all, type Check } from "../../rule/check.ts";

/** No step up. */
export const noBacksteps: Check<string> = (value, place) => {
  if (value.includes("..") && value.split("/").includes("..")) place.invalid('must not contain ".."', value);
};

const relative: Check<string> = (value, place) => {
  if (value.startsWith("/")) place.invalid("must be a relative path", value);
};

/** A path that stays below where it starts. */
export const descending = all(relative, noBacksteps);

const notReserved: Check<string> = (value, place) => {
  if (value.startsWith("..") && !value.split("/").includes("..")) place.invalid('must not start with ".."', value);
};

/** A file of a volume: names that start with two dots are the kubelet's own. */
export const fileInVolume = all(descending, notReserved);
