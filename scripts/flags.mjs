/**
 * Derives src/flags/flag-table.ts from the flags of the newest binaries and the Go sources of all releases:
 *
 *   node scripts/flags.mjs DUMPS MODULES
 *
 * DUMPS contains a file for each component (kube-apiserver.json, ...) with the output of a Go program next to it. The
 * program imports k8s.io/component-base/logs/json/register and version/verflag as the binaries do, walks
 * app.NewAPIServerCommand().Flags(), and prints objects of Name, Type (Value.Type()), Default (DefValue), Deprecated,
 * NoOpt (NoOptDefVal), Short and Hidden. For the kubelet, which parses its flags itself, it walks the flag set that the
 * options are added to. MODULES contains the Go modules, named as in the module cache (kubernetes@v1.30.0,
 * apiserver@v0.30.0, component-base@v0.30.0, cloud-provider@v0.30.0, controller-manager@v0.30.0, ... one set for each
 * release).
 *
 * A release has a flag if its name is a string in the sources of that release that add flags; for the newest release
 * this results in exactly the flags of the binaries. Flags of 1.30 and later that the newest release lacks are those
 * that calls such as StringVar add in the sources. Flags that were removed before 1.30 are listed below, from the
 * changelogs.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const releases = ["1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"];
const shared = [
  ...["logs", "metrics", "cli/globalflag", "cli/flag", "featuregate", "version", "config/options"].map(
    (folder) => `component-base:${folder}`,
  ),
  "component-base:compatibility",
];
const serving = ["apiserver:pkg/server/options", "apiserver:pkg/util"];

/** Folders whose code adds the flags of a component: in `own` only flags of the component, in `other` shared ones. */
const folders = {
  "kube-apiserver": {
    own: ["cmd/kube-apiserver/app", "pkg/controlplane/apiserver/options", "pkg/kubeapiserver/options"],
    other: [...shared, ...serving, "kubernetes:pkg/controlplane", "kubernetes:plugin/pkg/admission"],
  },
  "kube-controller-manager": {
    own: ["cmd/kube-controller-manager/app"],
    other: [...shared, ...serving, "controller-manager:options", "controller-manager:pkg", "cloud-provider:options"],
  },
  "kube-scheduler": { own: ["cmd/kube-scheduler/app"], other: [...shared, ...serving] },
  kubelet: { own: ["cmd/kubelet/app", "pkg/kubelet/config"], other: [...shared, "kubernetes:pkg/kubelet"] },
  "kube-proxy": { own: ["cmd/kube-proxy/app"], other: shared },
};

/** Names that the sources build from parts; all of them are older than the oldest release. */
const built = /^audit-(?:log|webhook)-(?:batch|mode|truncate)/;

/** Defaults that the table omits. */
const zeros = new Set(["", "[]", "false", "0", "0s", "<nil>"]);

/** Flags that exist only on Windows. */
const windowsOnly =
  /^(?:windows-|enable-dsr$|forward-healthcheck-vip$|network-name$|root-hnsendpoint-name$|source-vip$)/;

/** Flags removed before the oldest release, with the first release that lacks them. */
const goneBefore = {
  "kube-apiserver": {
    address: "1.24",
    "basic-auth-file": "1.19",
    "experimental-encryption-provider-config": "1.24",
    "insecure-bind-address": "1.24",
    "insecure-port": "1.24",
    port: "1.24",
    "service-account-api-audiences": "1.25",
    "target-ram-mb": "1.24",
  },
  "kube-controller-manager": {
    "deployment-controller-sync-period": "1.24",
    "enable-taint-manager": "1.27",
    "experimental-cluster-signing-duration": "1.25",
    "pod-eviction-timeout": "1.27",
  },
  "kube-scheduler": {
    "algorithm-provider": "1.22",
    "lock-object-name": "1.23",
    "lock-object-namespace": "1.23",
    "policy-config-file": "1.23",
    "policy-configmap": "1.23",
    "policy-configmap-namespace": "1.23",
    "use-legacy-policy-config": "1.23",
  },
  kubelet: {
    "cni-bin-dir": "1.24",
    "cni-cache-dir": "1.24",
    "cni-conf-dir": "1.24",
    "container-runtime": "1.27",
    "dynamic-config-dir": "1.24",
    "master-service-namespace": "1.27",
    "network-plugin": "1.24",
    "network-plugin-mtu": "1.24",
  },
  "kube-proxy": {},
};

const [dumps, modules] = process.argv.slice(2);
if (!dumps || !modules) {
  console.error("usage: node scripts/flags.mjs DUMPS MODULES");
  process.exit(2);
}

const output = join(import.meta.dirname, "../src/flags/flag-table.ts");
const tables = Object.keys(folders).map((component) => [component, tableOf(component)]);
writeFileSync(output, render(tables));

function tableOf(component) {
  const flags = JSON.parse(readFileSync(join(dumps, `${component}.json`), "utf8"));
  const sources = releases.map((release) => sourcesOf(component, release));
  const table = new Map();
  for (const { Name: name, Type: type, Default: byDefault, Deprecated: deprecated } of flags) {
    const has = sources.map(({ names }) => names.has(name) || built.test(name));
    const first = has.indexOf(true);
    if (first < 0 || has.slice(first).includes(false)) throw new Error(`${component}: ${name} comes and goes`);
    const row = { type, ...(zeros.has(byDefault) ? {} : { default: byDefault }) };
    if (first > 0) row.since = releases[first];
    if (deprecated) row.deprecated = releases[deprecatedFrom(component, name, sources, first)];
    table.set(name, row);
  }
  for (const [index, { added, deprecated }] of sources.entries()) {
    for (const [name, type] of added) {
      if (table.has(name) && table.get(name).until === undefined) continue;
      if (windowsOnly.test(name)) continue;
      const until = releases[index + 1];
      if (until === undefined) throw new Error(`${component}: ${name} is added but the binary does not have it`);
      const since = table.get(name)?.since ?? (index > 0 && !table.has(name) ? releases[index] : undefined);
      const isDeprecated = component === "kubelet" || deprecated.has(name);
      const known = table.get(name)?.deprecated ?? (isDeprecated ? releases[index] : undefined);
      table.set(name, { type, ...(since && { since }), ...(known && { deprecated: known }), until });
    }
  }
  for (const [name, until] of Object.entries(goneBefore[component])) table.set(name, { type: "string", until });
  return [...table].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * @returns the index of the first release that warns of the flag. The sources of the kubelet deprecate flags in groups,
 *   without their names, so there it is the first release that has the flag
 */
function deprecatedFrom(component, name, sources, first) {
  if (component === "kubelet") return first;
  const from = sources.findIndex(({ deprecated }) => deprecated.has(name));
  if (from < 0) throw new Error(`${component}: nothing deprecates ${name}`);
  return from;
}

function sourcesOf(component, release) {
  const { own, other } = folders[component];
  const ownText = textOf(
    own.map((folder) => `kubernetes:${folder}`),
    release,
  );
  const text = `${ownText}\n${textOf(other, release)}`;
  const dashed = (name) => name.replaceAll("_", "-");
  return {
    names: new Set([...text.matchAll(/"([a-z0-9_-]+)"/g)].map(([, name]) => dashed(name))),
    deprecated: new Set([...text.matchAll(/MarkDeprecated\(\s*"([a-z0-9_-]+)"/g)].map(([, name]) => dashed(name))),
    added: new Map(
      [...ownText.matchAll(/\bfs\.(\w*?)VarP?\(\s*[^",\n]*,\s*"([a-z0-9_-]+)"|(?<=Register\(fs, )()"([\w-]+)"/g)].map(
        ([, call = "", name = "", , global = name]) => [
          dashed(global),
          call === "" ? "string" : call.charAt(0).toLowerCase() + call.slice(1),
        ],
      ),
    ),
  };
}

function textOf(places, release) {
  const files = places.flatMap((place) => {
    const [module, folder] = place.split(":");
    const version = module === "kubernetes" ? `v${release}.0` : `v0.${release.slice(2)}.0`;
    const path = join(modules, `${module}@${version}`, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!_test)\.go$/.test(file))
      .map((file) => join(path, file));
  });
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

function render(tables) {
  const rows = tables.map(([component, table]) => {
    const lines = table.map(([name, row]) => `    ${JSON.stringify(name)}: ${JSON.stringify(row)},\n`).join("");
    return `  ${JSON.stringify(component)}: {\n${lines}  },\n`;
  });
  return `/**
 * The flags of the components in each release. Written by scripts/flags.mjs, which describes the sources.
 *
 * @module
 */
import type { Component, FlagRow } from "./component.ts";

/** Flags by component, then by name with dashes. */
export const flagTable: Readonly<Record<Component, Readonly<Record<string, FlagRow>>>> = {
${rows.join("")}};
`;
}
