/**
 * What API servers serve, as facts: kinds, their resources, versions, and which releases have them.
 *
 * @module
 */
import { domainPlaceholder, type KindVersion } from "../../kind/kind.ts";
import { kindRows } from "./data/kinds.ts";

export type ServedVersion = Omit<KindVersion, "schema">;

export interface ServedKind {
  /** With the placeholder of the group domain. */
  readonly group: string;
  readonly kind: string;
  /** Empty for what is no resource of its own, such as `autoscaling/v1` Scale. */
  readonly plural: string;
  readonly singular: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
  /** Newest first. */
  readonly versions: readonly ServedVersion[];
}

let read: readonly ServedKind[] | undefined;

/** One for each line of `data/kinds.ts`. */
export function servedKinds(): readonly ServedKind[] {
  read ??= kindRows.trim().split("\n").map(readRow);
  return read;
}

function readRow(row: string): ServedKind {
  const [id = "", plural = "", singular = "", scope, shortNames = "", categories = "", subresources = "", ...versions] =
    row.split(" ");
  const slash = id.indexOf("/");
  return {
    group: withPlaceholder(id.slice(0, slash)),
    kind: id.slice(slash + 1),
    plural,
    singular,
    scope: scope === "N" ? "Namespaced" : "Cluster",
    shortNames: words(shortNames),
    categories: words(categories),
    subresources: words(subresources),
    versions: versions.map(readVersion),
  };
}

/** `v1beta1>=1.31<1.37~1.34=storage.k8s.io/v1?`. */
const versionPattern = /^(\w+)(?:>=([\d.]+))?(?:<([\d.]+))?(?:~([\d.]+))?(?:=([^?]+))?(?:(\?)([\d.]*))?$/;

function readVersion(text: string): ServedVersion {
  const [, name = "", since, until, deprecated, replacement, isOptional, optionalSince] =
    versionPattern.exec(text) ?? [];
  return {
    name,
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(replacement ? { replacement: withPlaceholder(replacement) } : {}),
    ...(isOptional ? { optionalSince: optionalSince || "1.0" } : {}),
  };
}

const words = (text: string): string[] => (text === "" ? [] : text.split(","));

const defaultDomain = /(?<=\.)k8s\.io(?=$|\/)/;

/** Group names under the default domain are written with the placeholder. */
const withPlaceholder = (text: string): string => text.replace(defaultDomain, domainPlaceholder);
