/**
 * The kinds that API servers serve and that components read: their resources and versions, and the releases that have
 * them.
 *
 * @module
 */
import { configurationRows, servedRows } from "./data/kinds.ts";

export interface ServedVersion {
  /** Such as `v1beta1`. */
  readonly name: string;
  /** First release that has the version. */
  readonly since?: string;
  /** First release without the version; possibly a release for which only the removal is announced. */
  readonly until?: string;
  /** First release in which the API server warns of the version. */
  readonly deprecated?: string;
  /** Group and version of the replacement, and its kind if that differs. */
  readonly replacement?: string;
  /** First release that serves the version only if `--runtime-config` enables it. */
  readonly optionalSince?: string;
}

export interface ServedKind {
  /** With the placeholder of the group domain. */
  readonly group: string;
  readonly kind: string;
  /** Empty for a kind that is not a resource, such as `autoscaling/v1` Scale. */
  readonly plural: string;
  readonly singular: string;
  readonly scope: "Namespaced" | "Cluster";
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
  /** Newest first. */
  readonly versions: readonly ServedVersion[];
}

let served: readonly ServedKind[] | undefined;

export function servedKinds(): readonly ServedKind[] {
  served ??= servedRows.trim().split("\n").map(readRow);
  return served;
}

function readRow(row: string): ServedKind {
  const [id = "", plural = "", singular = "", scope, shortNames = "", categories = "", subresources = "", ...versions] =
    row.split(" ");
  const slash = id.indexOf("/");
  return {
    group: id.slice(0, slash),
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

/** Parses text such as `v1beta1>=1.31<1.37~1.34=storage.<domain>/v1?`. */
const versionPattern = /^(\w+)(?:>=([\d.]+))?(?:<([\d.]+))?(?:~([\d.]+))?(?:=([^?]+))?(?:(\?)([\d.]*))?$/;

function readVersion(text: string): ServedVersion {
  const [, name = "", since, until, deprecated, replacement, isOptional, optionalSince] =
    versionPattern.exec(text) ?? [];
  return {
    name,
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
    ...(deprecated ? { deprecated } : {}),
    ...(replacement ? { replacement } : {}),
    ...(isOptional ? { optionalSince: optionalSince || "1.0" } : {}),
  };
}

const words = (text: string): string[] => (text === "" ? [] : text.split(","));

/** A kind that a component reads as its configuration, or exchanges with another component. */
export interface ConfigurationKind {
  /** First part of the names of its types, `kubelet`. */
  readonly area: string;
  /** The name of its type. */
  readonly kind: string;
  /** Newest first. */
  readonly versions: readonly ConfigurationVersion[];
}

export interface ConfigurationVersion extends Pick<ServedVersion, "name" | "since" | "until" | "deprecated"> {
  readonly group: string;
  /** The name of the kind in this version, if it differs from the name of its type. */
  readonly kind?: string;
}

let configuration: readonly ConfigurationKind[] | undefined;

export function configurationKinds(): readonly ConfigurationKind[] {
  configuration ??= configurationRows.trim().split("\n").map(readConfigurationRow);
  return configuration;
}

function readConfigurationRow(row: string): ConfigurationKind {
  const [id = "", ...versions] = row.split(" ");
  const [area = "", kind = ""] = id.split("/");
  return {
    area,
    kind,
    versions: versions.map((text) => {
      const [version = "", group = "", name] = text.split(/[@/]/);
      return { ...readVersion(version), group, ...(name ? { kind: name } : {}) };
    }),
  };
}

/** Areas whose name is not the first part of their group. */
const areaByGroup: ReadonlyMap<string, string> = new Map([
  ["", "core"],
  ["internal.apiserver.<domain>", "apiserverinternal"],
]);

/**
 * Returns the first part of the type names of a group of resources. @param group - with the group domain or its
 * placeholder
 */
export function areaOf(group: string): string {
  return areaByGroup.get(group) ?? group.split(".")[0] ?? group;
}
