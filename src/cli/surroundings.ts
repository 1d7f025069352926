/**
 * Finds the role of a file from the files around it: a template of a Helm chart, a patch or resource of a
 * kustomization, or an expectation of a test.
 *
 * @module
 */
import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { FileRole } from "../engine/file-role.ts";
import { isPlainObject } from "../json/plain-object.ts";
import {
  documentsOf,
  type Fields,
  filesAround,
  isFileName,
  isKustomization,
  type Kustomizations,
  listOf,
  partsOf,
  patchesOf,
  readKustomizations,
} from "./kustomization.ts";
import { projectFileNames } from "./project-file.ts";
import { expectationsIn, isExpectation } from "./test-expectations.ts";

export interface Surroundings {
  readonly roles: ReadonlyMap<string, FileRole>;
  /** Files that no component reads, with the reason. */
  readonly skipReasonByFile: ReadonlyMap<string, string>;
  /** Whether the file is below the folder of a Helm chart. */
  isInChart(name: string): boolean;
  /** Whether Helm renders the file. */
  isChartTemplate(name: string): boolean;
}

/**
 * @param files - named as in reports
 * @param isAsSent - whether objects are sent as written, so that no tool completes them, and only a cluster reads them
 */
export function surroundingsOf(files: readonly string[], isAsSent: boolean): Surroundings {
  const roles = new Map<string, FileRole>();
  const skipReasons = new Map<string, string>();
  const { isInChart, isChartTemplate } = charts();
  for (const file of files)
    if (projectFileNames.includes(posix.basename(file))) skipReasons.set(file, ownSettingsReason);
  if (isAsSent) return { roles, skipReasonByFile: skipReasons, isInChart, isChartTemplate };
  for (const file of files) {
    if (isPatchByName(file)) roles.set(file, "patch");
    if (isExpectation(file)) skipReasons.set(file, expectationReason);
    if (isValuesByName(file) && isInChart(file)) skipReasons.set(file, chartValuesReason);
  }
  noteKustomizations(readKustomizations(files), roles);
  for (const file of files) if (isKustomization(file)) skipReasons.set(file, kustomizationReason);
  for (const file of filesAround(files, testNames)) {
    for (const expected of documentsOf(file).flatMap(expectationsIn))
      skipReasons.set(beside(file, expected), expectationReason);
  }
  return { roles, skipReasonByFile: skipReasons, isInChart, isChartTemplate };
}

const ownSettingsReason = "settings of clustervet";
const expectationReason = "what a test expects of a cluster, or expects it to refuse";

export const kustomizationReason = "kustomization; `--render kustomize` vets the objects that it makes";

const chartValuesReason = "values of a Helm chart";

/** Matches `values.yaml`, `values-production.yaml`, and `ci/small-values.yaml` of chart-testing. */
const isValuesByName = (file: string): boolean => /(?:^|[-_./])values(?:[-_.][^/]*)?\.(?:ya?ml|json)$/.test(file);

const testNames: readonly string[] = ["chainsaw-test.yaml", "chainsaw-test.yml"];

/** Follows the conventions of kubebuilder and of kubeadm's patch directory. */
function isPatchByName(file: string): boolean {
  return /(?:^|\/)patches\/|(?:^|[-_./])patch(?:es)?\.(?:ya?ml|json)$|(?:^|\/)patch[-_][^/]*$/.test(file);
}

function noteKustomizations(byFolder: Kustomizations, roles: Map<string, FileRole>): void {
  const moved = foldersOf(byFolder, ({ namespace }) => typeof namespace === "string" && namespace !== "");
  const labelled = foldersOf(byFolder, labelsSelectors);
  for (const [folder, { fields }] of byFolder) {
    const role = { isMoved: moved.has(folder), isLabelled: labelled.has(folder) };
    for (const path of listOf(fields["resources"]).filter(isFileName)) {
      const file = posix.join(folder, path);
      if (roles.get(file) !== "patch") roles.set(file, role);
    }
    for (const path of patchesOf(fields)) roles.set(posix.join(folder, path), "patch");
  }
}

/** Returns the folders of the wanted kustomizations and of the kustomizations of which they consist. */
function foldersOf(byFolder: Kustomizations, isWanted: (fields: Fields) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (folder: string): void => {
    if (found.has(folder)) return;
    found.add(folder);
    for (const part of partsOf(folder, byFolder)) if (byFolder.has(part)) note(part);
  };
  for (const [folder, { fields }] of byFolder) if (isWanted(fields)) note(folder);
  return found;
}

function labelsSelectors({ commonLabels, labels }: Fields): boolean {
  return (
    isPlainObject(commonLabels) ||
    listOf(labels).some((each) => isPlainObject(each) && each["includeSelectors"] === true)
  );
}

const beside = (file: string, path: string): string => posix.join(posix.dirname(file), path);

function charts(): Pick<Surroundings, "isInChart" | "isChartTemplate"> {
  const known = new Map<string, boolean>();
  const isInChart = (folder: string): boolean => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const parent = dirname(folder);
    const isChart = existsSync(join(folder, "Chart.yaml")) || (parent !== folder && isInChart(parent));
    known.set(folder, isChart);
    return isChart;
  };
  return {
    isInChart: (name) => isInChart(dirname(name)),
    isChartTemplate: (name) => /(?:^|\/)templates\//.test(name) && isInChart(dirname(name)),
  };
}
