/**
 * The role of a file by the files around it: a template of a chart, a patch or a resource of a kustomization, an
 * expectation
 * of a test.
 *
 * @module
 */
import { existsSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { FileRole } from "../engine/file-role.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { readSource } from "../source/read-source.ts";
import { readInput } from "./discover.ts";
import { projectFileNames } from "./project-file.ts";
import { expectationsIn, isExpectation } from "./test-expectations.ts";

export interface Surroundings {
  readonly roles: ReadonlyMap<string, FileRole>;
  /** Files that no component reads, and why. */
  readonly passed: ReadonlyMap<string, string>;
  /** Below the folder of a Helm chart. */
  isInChart(name: string): boolean;
  /** One of the files that Helm renders. */
  isChartTemplate(name: string): boolean;
}

/**
 * @param files - as reports show them
 * @param isAsSent - nothing completes the objects, and nothing but a cluster reads them
 */
export function surroundingsOf(files: readonly string[], isAsSent: boolean): Surroundings {
  const roles = new Map<string, FileRole>();
  const passed = new Map<string, string>();
  const { isInChart, isChartTemplate } = charts();
  for (const file of files) if (projectFileNames.includes(posix.basename(file))) passed.set(file, ownSettings);
  if (isAsSent) return { roles, passed, isInChart, isChartTemplate };
  for (const file of files) {
    if (isPatchByName(file)) roles.set(file, "patch");
    if (isExpectation(file)) passed.set(file, expectation);
    if (isValuesByName(file) && isInChart(file)) passed.set(file, chartValues);
  }
  noteKustomizations(filesAround(files, kustomizationNames), roles);
  for (const file of filesAround(files, testNames)) {
    for (const expected of documentsOf(file).flatMap(expectationsIn)) passed.set(beside(file, expected), expectation);
  }
  return { roles, passed, isInChart, isChartTemplate };
}

const ownSettings = "settings of clustervet";
const expectation = "what a test expects of a cluster, or expects it to refuse";

const chartValues = "values of a Helm chart";

/** `values.yaml`, `values-production.yaml`, and `ci/small-values.yaml` of chart-testing. */
const isValuesByName = (file: string): boolean => /(?:^|[-_./])values(?:[-_.][^/]*)?\.(?:ya?ml|json)$/.test(file);

const kustomizationNames: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
const testNames: readonly string[] = ["chainsaw-test.yaml", "chainsaw-test.yml"];

/** By the conventions of kubebuilder and of kubeadm's directory of patches. */
function isPatchByName(file: string): boolean {
  return /(?:^|\/)patches\/|(?:^|[-_./])patch(?:es)?\.(?:ya?ml|json)$|(?:^|\/)patch[-_][^/]*$/.test(file);
}

/** The files of these names in the folders of `files` and in those above, within the current directory. */
function filesAround(files: readonly string[], names: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let folder = posix.dirname(file); !folders.has(folder); folder = posix.dirname(folder)) folders.add(folder);
  }
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  return [...folders].flatMap((folder) => names.map((name) => posix.join(folder, name)).filter(isFile));
}

type Fields = Readonly<Record<string, unknown>>;

function noteKustomizations(names: readonly string[], roles: Map<string, FileRole>): void {
  const byFolder = new Map<string, readonly Fields[]>();
  for (const name of names) byFolder.set(posix.dirname(name), documentsOf(name));
  const labelled = foldersWithSelectors(byFolder);
  for (const [folder, kustomizations] of byFolder) {
    const role = labelled.has(folder) ? "labelled" : "resource";
    for (const kustomization of kustomizations) {
      for (const path of listOf(kustomization["resources"]).filter(isFileName)) {
        const file = posix.join(folder, path);
        if (roles.get(file) !== "patch") roles.set(file, role);
      }
      for (const path of patchesOf(kustomization)) roles.set(posix.join(folder, path), "patch");
    }
  }
}

/** The folders whose kustomizations add labels to selectors, and those that they are made of. */
function foldersWithSelectors(byFolder: ReadonlyMap<string, readonly Fields[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (folder: string): void => {
    if (found.has(folder)) return;
    found.add(folder);
    for (const kustomization of byFolder.get(folder) ?? []) {
      const parts = ["resources", "bases", "components"].flatMap((field) => listOf(memberOf(kustomization, field)));
      for (const path of parts.filter(isFileName)) {
        const part = posix.join(folder, path).replace(/\/$/, "");
        if (byFolder.has(part)) note(part);
      }
    }
  };
  for (const [folder, kustomizations] of byFolder) if (kustomizations.some(labelsSelectors)) note(folder);
  return found;
}

function patchesOf(kustomization: Fields): readonly string[] {
  const listed = [...listOf(kustomization["patches"]), ...listOf(kustomization["patchesJson6902"])];
  const paths = listed.map((patch) => (isPlainObject(patch) ? patch["path"] : undefined));
  return [...paths, ...listOf(kustomization["patchesStrategicMerge"])].filter(isFileName);
}

function labelsSelectors({ commonLabels, labels }: Fields): boolean {
  return (
    isPlainObject(commonLabels) ||
    listOf(labels).some((each) => isPlainObject(each) && each["includeSelectors"] === true)
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Patches may be written in place. */
const isFileName = (value: unknown): value is string => typeof value === "string" && !value.includes("\n");

const beside = (file: string, path: string): string => posix.join(posix.dirname(file), path);

function documentsOf(file: string): readonly Fields[] {
  const content = readInput(file);
  if (typeof content === "string") return [];
  return readSource(file, content).documents.flatMap(({ value }) => (isPlainObject(value) ? [value] : []));
}

function charts(): Pick<Surroundings, "isInChart" | "isChartTemplate"> {
  const known = new Map<string, boolean>();
  const isInChart = (folder: string): boolean => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const parent = dirname(folder);
    const is = existsSync(join(folder, "Chart.yaml")) || (parent !== folder && isInChart(parent));
    known.set(folder, is);
    return is;
  };
  return {
    isInChart: (name) => isInChart(dirname(name)),
    isChartTemplate: (name) => /(?:^|\/)templates\//.test(name) && isInChart(dirname(name)),
  };
}
