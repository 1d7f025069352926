/**
 * Renders the kinds of all releases as rows: those that API servers serve, and those that components read as
 * configuration.
 *
 * - Kinds, scope, short names, categories and subresources come from `api/discovery` of each release, which lists the
 *   resources of an API server with all APIs enabled. The APIs enabled by default come from lists in pkg/controlplane.
 * - Deprecation, removal and replacement come from the generated life cycle of each API package.
 * - Configuration kinds are the types of the configuration areas that have a `kind`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readLifecycle } from "./go-types.mjs";
import { kubeadmVersions, kubernetesFolder, newest, releases } from "./modules.mjs";
import { spanOf } from "./types.mjs";

/** Kinds, by API package, that documents have although they are not stored resources. */
const furtherKinds = {
  "admission/v1": ["AdmissionReview"],
  "admission/v1beta1": ["AdmissionReview"],
  "apidiscovery/v2": ["APIGroupDiscovery"],
  "imagepolicy/v1alpha1": ["ImageReview"],
};

/** @returns the kinds that API servers of all releases serve: `{ group, kind, plural, ..., versions: Map }`, sorted */
export function servedKinds(modules, packagesByRelease, types) {
  const rows = new Map();
  for (const minor of releases) {
    const packages = packagesByRelease.get(minor);
    const enabled = enabledByDefault(kubernetesFolder(modules, minor), packages);
    for (const resource of discovered(kubernetesFolder(modules, minor))) {
      addServed(rows, resource, { minor, enabled, found: packageOf(packages, types, resource) });
    }
  }
  for (const [name, kindNames] of Object.entries(furtherKinds)) {
    const { group, version } = packagesByRelease.get(newest).get(name);
    for (const kind of kindNames) addFurther(rows, { group, version, kind, name });
  }
  return [...rows.values()].sort((a, b) => (`${a.group}/${a.kind}` < `${b.group}/${b.kind}` ? -1 : 1));
}

function addServed(rows, resource, { minor, enabled, found }) {
  if (found === undefined) return;
  const { group, version, kind, plural } = resource;
  const row = rows.get(`${group}/${kind}`) ?? { group, kind, versions: new Map() };
  rows.set(`${group}/${kind}`, row);
  if (plural) Object.assign(row, resource, { versions: row.versions });
  const entry = row.versions.get(version) ?? { first: minor, on: [] };
  if (enabled.has(`${group}/${version}`) || enabled.has(`${group}/${version}/${plural}`)) entry.on.push(minor);
  const cycle = readLifecycle(found.directory).get(kind) ?? {};
  row.versions.set(version, { ...entry, last: minor, cycle, type: `${found.name}.${kind}` });
}

function addFurther(rows, { group, version, kind, name }) {
  const row = rows.get(`${group}/${kind}`) ?? { group, kind, versions: new Map() };
  rows.set(`${group}/${kind}`, row);
  const type = `${name}.${kind}`;
  row.versions.set(version, { first: releases[0], last: newest, on: releases, cycle: {}, type });
}

function packageOf(packages, types, { group, version, kind }) {
  for (const [name, item] of packages) {
    if (item.group === group && item.version === version && types.has(`${name}.${kind}`)) return { name, ...item };
  }
  return undefined;
}

/** Resources of every group and version that a release serves, and the kinds of their subresources. */
function discovered(kubernetes) {
  const folder = join(kubernetes, "api/discovery");
  const found = [];
  for (const file of readdirSync(folder)) {
    const list = JSON.parse(readFileSync(join(folder, file), "utf8"));
    if (list.kind !== "APIResourceList") continue;
    for (const entry of list.resources) addDiscovered(found, entry, list.groupVersion);
  }
  return found;
}

function addDiscovered(found, entry, served) {
  const [version, group = ""] = served.split("/").reverse();
  const at = { group: entry.group ?? group, version: entry.version ?? version, kind: entry.kind };
  const [plural, subresource] = entry.name.split("/");
  if (subresource === undefined) {
    found.push({
      ...at,
      served,
      plural,
      singular: entry.singularName,
      scope: entry.namespaced ? "Namespaced" : "Cluster",
      shortNames: entry.shortNames ?? [],
      categories: entry.categories ?? [],
      subresources: [],
    });
    return;
  }
  found.find((resource) => resource.plural === plural && resource.served === served).subresources.push(subresource);
  if (entry.kind.endsWith("Options")) return;
  if (entry.group !== undefined || !found.some(({ kind }) => kind === entry.kind)) found.push(at);
}

/**
 * Group versions, and single resources (`group/version/plural`), that kube-apiserver serves without `--runtime-config`.
 */
function enabledByDefault(kubernetes, packages) {
  const enabled = new Set(["apiregistration.k8s.io/v1", "apiextensions.k8s.io/v1"]);
  for (const name of ["instance.go", "apiserver/config.go", "apiserver/options/options.go"]) {
    const file = join(kubernetes, "pkg/controlplane", name);
    if (existsSync(file)) addEnabled(enabled, readFileSync(file, "utf8"), packages);
  }
  return enabled;
}

function addEnabled(enabled, source, packages) {
  const groupVersions = new Map();
  for (const [, alias, area, version] of source.matchAll(
    /^\t(\w+) "k8s\.io\/(?:api|kubernetes\/pkg\/apis)\/(\w+)\/(\w+)"$/gm,
  )) {
    const known = packages.get(`${area}/${version}`);
    if (known) groupVersions.set(alias, `${known.group}/${version}`);
  }
  for (const [, list] of source.matchAll(/EnabledByDefault\w* = \[\]schema\.\w+\{\n([^}]*)\t\}/g)) {
    for (const [, alias, plural] of list.matchAll(/(\w+)\.SchemeGroupVersion(?:\.WithResource\("(\w+)"\))?/g)) {
      enabled.add([groupVersions.get(alias), plural].filter(Boolean).join("/"));
    }
  }
}

/** Renders a row for each configuration kind with its versions, sorted by area. */
export function configurationRows(kinds, packagesByRelease, modules) {
  const rows = new Map();
  for (const { key, first, last } of kinds) {
    const [, area, version, kind] = /^([\w-]+)\/(\w+)\.(\w+)$/.exec(key);
    const { groupByKind, group, nameByType } = packagesByRelease.get(last).get(`${area}/${version}`);
    const row = rows.get(`${area}/${kind}`) ?? { area, kind, versions: [] };
    rows.set(`${area}/${kind}`, row);
    const name = nameByType.has(kind) ? `/${nameByType.get(kind)}` : "";
    const at = spanOf({ first, last }) + deprecationOf(area, version, modules);
    row.versions.push([version, at, (groupByKind.get(kind) ?? group) + name]);
  }
  return [...rows.values()]
    .sort((a, b) => (`${a.area}/${a.kind}` < `${b.area}/${b.kind}` ? -1 : 1))
    .map(({ area, kind, versions }) => {
      const sorted = versions.sort(newestFirst);
      return [`${area}/${kind}`, ...sorted.map(([version, at, group]) => `${version}${at}@${domainless(group)}`)].join(
        " ",
      );
    });
}

/** Renders the release that deprecated a version. Only kubeadm declares this for its configuration. */
function deprecationOf(area, version, modules) {
  if (area !== "kubeadm") return "";
  const first = releases.find((minor) => kubeadmVersions(kubernetesFolder(modules, minor)).deprecated.has(version));
  return first === undefined ? "" : `~1.${first}`;
}

const domainless = (group) => group.replace(/(?<=\.)k8s\.io(?=\/|$)/, "<domain>");

export function renderKind(row) {
  const {
    group,
    kind,
    plural = "",
    singular = "",
    scope = "",
    shortNames = [],
    categories = [],
    subresources = [],
  } = row;
  const names = [plural, singular, scope.slice(0, 1), shortNames.join(","), categories.join(",")];
  const versions = [...row.versions].sort(newestFirst).map(renderVersion);
  return [`${domainless(group)}/${kind}`, ...names, [...new Set(subresources)].sort().join(","), ...versions].join(" ");
}

function renderVersion([version, { first, last, on, cycle }]) {
  const served = releases.filter((minor) => minor >= first && minor <= last);
  const off = served.filter((minor) => !on.includes(minor));
  const removed = last < newest ? `1.${last + 1}` : cycle.removed;
  return [
    version,
    first > releases[0] ? `>=1.${first}` : "",
    removed ? `<${removed}` : "",
    cycle.deprecated ? `~${cycle.deprecated}` : "",
    cycle.replacement ? `=${cycle.replacement.replace(/(?<=\.)k8s\.io(?=\/)/, "<domain>")}` : "",
    off.length > 0 ? `?${off[0] > first ? `1.${off[0]}` : ""}` : "",
  ].join("");
}

/** Compares versions in the order of Kubernetes: v2, v1, v1beta2, v1beta1, v1alpha1. */
function newestFirst([a], [b]) {
  const rank = (version) => {
    const [, major, level, minor = 0] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
    return [level === undefined ? 2 : level === "beta" ? 1 : 0, Number(major), Number(minor)];
  };
  const [left, right] = [rank(a), rank(b)];
  return right[0] - left[0] || right[1] - left[1] || right[2] - left[2];
}
