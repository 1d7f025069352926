/**
 * Writes test/api/lifecycle.tsv: when each kind of k8s.io/api was introduced, deprecated and removed, and which kind
 * replaces it, by the generated life cycle of the packages in each release. Tests compare the kinds of clustervet with
 * it.
 *
 *   node scripts/lifecycle.mjs [folder]    fetches missing Go modules
 *
 * `folder` contains unpacked modules in the layout of `k8s.io` in a module cache, for machines without Go.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readGroups, readLifecycle } from "./api/go-types.mjs";
import { apiModule, findModules, folderOf, releases } from "./api/modules.mjs";

const [folder] = process.argv.slice(2);
const modules = findModules({ folder, isFetching: true, names: [apiModule] });

/** The releases that contain a line. */
const releasesByLine = new Map();
for (const minor of releases) {
  for (const line of linesOf(folderOf(modules, apiModule, minor))) {
    releasesByLine.set(line, [...(releasesByLine.get(line) ?? []), minor]);
  }
}
const lines = [...releasesByLine].map(([line, minors]) => `${line}\t${minors.join(",")}`).sort();
const head = "apiVersion\tkind\tintroduced\tdeprecated\tremoved\treplacement\treleases";
writeFileSync(join(import.meta.dirname, "../test/api/lifecycle.tsv"), `${[head, ...lines].join("\n")}\n`);

function linesOf(api) {
  return packagesIn(api).flatMap(({ directory, version }) => {
    const { group } = readGroups(directory);
    const apiVersion = group === "" ? version : `${group}/${version}`;
    return [...readLifecycle(directory)]
      .filter(([kind]) => !kind.endsWith("List"))
      .map(([kind, { introduced = "", deprecated = "", removed = "", replacement = "" }]) =>
        [apiVersion, kind, introduced, deprecated, removed, replacement].join("\t"),
      );
  });
}

function packagesIn(api) {
  const folders = (at) => readdirSync(at, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders(api).flatMap(({ name: area }) =>
    folders(join(api, area))
      .filter(({ name }) => /^v\d/.test(name))
      .map(({ name: version }) => ({ directory: join(api, area, version), version })),
  );
}
