/**
 * Demands of the API server on paths inside volumes and on nodes.
 *
 * @module
 */
import type { Demand } from "../../rule/demand.ts";
import { quoteGo } from "../../text/go-quote.ts";

/** No step up. */
export const noBacksteps: Demand<string> = (value, place) => {
  if (!value.includes("..") || !value.split("/").includes("..")) return;
  place.invalid('must not contain ".."', value, { serverText: `${quoteGo(value)}: must not contain '..'` });
};

/** A path that stays below where it starts. */
export const descending: Demand<string> = (value, place) => {
  if (value.startsWith("/")) place.invalid("must be a relative path", value);
  noBacksteps(value, place);
};

/** A file of a volume: names that start with two dots are the kubelet's own. */
export const fileInVolume: Demand<string> = (value, place) => {
  descending(value, place);
  if (!value.startsWith("..") || value.split("/").includes("..")) return;
  place.invalid('must not start with ".."', value, { serverText: `${quoteGo(value)}: must not start with '..'` });
};
