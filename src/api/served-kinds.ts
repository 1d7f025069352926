/**
 * The kinds that API servers serve and components read: their resources, versions, and which releases have them.
 *
 * @module
 */
import { configurationRows, servedRows } from "./data/kinds.ts";

export interface ServedVersion {
  /** `v1beta1`. */
  readonly name: string;
  /** First release that has it. */
  readonly since?: string;
  /** First release that no longer has it; may be one that is only announced. */
  readonly until?: string;
  /** Release since when the API server warns of it. */
  readonly deprecated?: string;
  /** Group and version that replace it, and the kind where that is another one. */
  readonly replacement?: string;
  /** Release since when it is served only where `--runtime-config` turns it on. */
  readonly optionalSince?: string;
}

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

/** `v1beta1>=1.31<1.37~1.34=storage.<domain>/v1?`. */
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

/** A kind that a component reads as its configuration, or exchanges with another one. */
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
  /** The name that the kind has there, where that is not the name of its type. */
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

/** Areas that are not called as the first word of their group. */
const areaByGroup: ReadonlyMap<string, string> = new Map([
  ["", "core"],
  ["internal.apiserver.<domain>", "apiserverinternal"],
]);

/** The first part of the names of types that a group of resources has. @param group - in any domain */
export function areaOf(group: string): string {
  return areaByGroup.get(group) ?? group.split(".")[0] ?? group;
}
