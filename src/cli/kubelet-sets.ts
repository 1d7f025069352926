/**
 * Finds the files of a run that together are the configuration of one kubelet: the file of its `--config` and its
 * drop-ins.
 *
 * @module
 */
import { readdirSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { groupBy } from "../text/group-by.ts";
import { readInput } from "./discover.ts";
import { type DropInDirectory, listDropIns } from "./drop-ins.ts";
import type { ProjectFile } from "./project-file.ts";
import { assertProjectFile, projectPath } from "./project-path.ts";
import { shownPath } from "./shown-path.ts";

/** The files of one kubelet. Paths are named as in reports. */
export interface KubeletFiles {
  readonly base?: string;
  readonly dropIns: readonly string[];
  /** Files in the drop-in directory that the kubelet ignores. */
  readonly skipped: readonly string[];
  readonly flags: readonly string[];
}

/**
 * Returns the sets that the project file names, followed by the sets found around files of the run.
 *
 * @throws {NodeJS.ErrnoException} if a directory that the project file names can't be read
 */
export function findKubeletSets(files: readonly string[], project: ProjectFile): readonly KubeletFiles[] {
  const named = namedSets(project);
  const taken = new Set(named.flatMap(({ base, dropIns }) => [...(base === undefined ? [] : [base]), ...dropIns]));
  const found = [...groupBy(files, dirname)].flatMap(([directory, inside]) => {
    const dropIns = dropInsIn(directory);
    const base =
      dropIns &&
      baseOf(
        dropIns,
        inside.filter((file) => !taken.has(file)),
      );
    return base === undefined || !dropIns ? [] : [{ base, flags: [], ...shown(dropIns) }];
  });
  return [...named, ...found.filter(({ dropIns }) => !dropIns.some((file) => taken.has(file)))];
}

function namedSets({ settings, directory }: ProjectFile): readonly KubeletFiles[] {
  const by = { directory, setting: "nodeAgents" };
  const inside = (path: string): string => {
    assertProjectFile(path, by);
    return path;
  };
  const dropInsOf = (path: string): DropInDirectory => {
    const { files, skipped } = listDropIns(projectPath(path, by));
    return { files: files.map(inside), skipped };
  };
  return (settings.nodeAgents ?? []).map(({ config, configDir, flags = [] }) => ({
    flags,
    ...(config === undefined ? {} : { base: shownPath(inside(join(directory, config))) }),
    ...(configDir === undefined ? { dropIns: [], skipped: [] } : shown(dropInsOf(configDir))),
  }));
}

const shown = ({ files, skipped }: DropInDirectory) => ({
  dropIns: files.map(shownPath),
  skipped: skipped.map(shownPath),
});

interface Found extends DropInDirectory {
  readonly directory: string;
  /** Whether the drop-ins are in the same directory as the base, among files that do not belong to the kubelet. */
  readonly isBeside: boolean;
}

/**
 * Finds `.conf` files that contain a kubelet configuration, in a directory itself or in a subdirectory whose name ends
 * in `.d`.
 */
function dropInsIn(directory: string): Found | undefined {
  const entries = entriesOf(directory);
  const below = entries.filter((entry) => entry.isDirectory() && entry.name.endsWith(".d")).map(({ name }) => name);
  for (const name of below) {
    const found = listSafely(join(directory, name));
    if (found?.files.some(isKubeletConfiguration)) return { ...found, directory: name, isBeside: false };
  }
  const beside = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".conf"));
  const files = beside.map(({ name }) => join(directory, name)).sort();
  return files.some(isKubeletConfiguration) ? { files, skipped: [], directory: "", isBeside: true } : undefined;
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function listSafely(directory: string): DropInDirectory | undefined {
  try {
    return listDropIns(directory);
  } catch {
    return undefined;
  }
}

const kindLine = /^["' ]*kind["']?[ \t]*:[ \t]*["']?(?:Kubelet|NodeAgent)Configuration\b/m;

function isKubeletConfiguration(path: string): boolean {
  const content = readInput(path);
  return typeof content !== "string" && kindLine.test(new TextDecoder().decode(content));
}

/**
 * Returns the only file that can be the base. If several files can be, returns the one after which the directory is
 * named.
 */
function baseOf({ directory, isBeside }: Found, files: readonly string[]): string | undefined {
  const bases = files.filter((file) => !file.endsWith(".conf") && isKubeletConfiguration(file));
  if (bases.length <= 1 || isBeside) return bases.length === 1 ? bases[0] : undefined;
  return bases.find((file) => directory.startsWith(`${parse(file).name}.`));
}
