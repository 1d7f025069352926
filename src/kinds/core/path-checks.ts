/**
 * Validates paths inside volumes and on nodes like kube-apiserver.
 *
 * @module
 */
import type { Demand } from "../../rule/demand.ts";
import { quoteGo } from "../../text/go-quote.ts";

/** Requires a path without `..`. */
export const noBacksteps: Demand<string> = (value, place) => {
  if (!value.includes("..") || !value.split("/").includes("..")) return;
  place.invalid('must not contain ".."', value, { serverText: `${quoteGo(value)}: must not contain '..'` });
};

/** Requires a relative path without `..`. */
export const relativePath: Demand<string> = (value, place) => {
  if (value.startsWith("/")) place.invalid("must be a relative path", value);
  noBacksteps(value, place);
};

/** Requires the path of a file in a volume. Names that begin with two dots are reserved for the kubelet. */
export const fileInVolume: Demand<string> = (value, place) => {
  relativePath(value, place);
  if (!value.startsWith("..") || value.split("/").includes("..")) return;
  place.invalid('must not start with ".."', value, { serverText: `${quoteGo(value)}: must not start with '..'` });
};
