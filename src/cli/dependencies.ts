/**
 * Finds the files and directories that influence what a run of `clustervet lint` reports, so that `--watch` can follow
 * them.
 *
 * @part watch
 * @module
 */
import { dirname, join, posix } from "node:path";
import type { Host } from "../rule/host.ts";
import { discover, isWalked } from "./discover.ts";
import { isDirectory } from "./file-type.ts";
import { ignoreFileNames } from "./ignore-files.ts";
import { filesOfSet, type Inputs } from "./lint-inputs.ts";
import { type LintFlags, policyPaths, schemaLocations } from "./lint-settings.ts";
import { type ProjectFile, projectFileNames } from "./project-file.ts";
import type { HostRecord } from "./recorded-host.ts";
import { shownPath } from "./shown-path.ts";
import { mayBeEntered } from "./walk.ts";

/** The parts of a run that are known so far. */
export interface RunInputs {
  readonly paths: readonly string[];
  readonly inputs: Inputs;
  readonly flags: LintFlags;
  readonly project: ProjectFile;
  readonly host: Host;
  /** The lookups that the run made on the host. */
  readonly record: HostRecord;
}

export interface Dependencies {
  /** All directories that contain something the run depends on, named as in reports. */
  readonly folders: ReadonlySet<string>;
  /** @param file - a path in one of the directories; the file need not exist */
  concerns(file: string): boolean;
}

/** Files that decide which files a directory search finds, or how the files next to them are read. */
const settingNames: ReadonlySet<string> = new Set([...projectFileNames, ...ignoreFileNames, "Kustomization"]);

export function dependenciesOf({ paths, inputs, flags, project, host, record }: RunInputs): Dependencies {
  const objects = discover(
    [...schemaLocations(flags, project).definitions, ...policyPaths(flags, project)],
    objectFileOptions,
  );
  const files = new Set([
    ...paths.map(shownPath),
    ...inputs.files,
    ...inputs.nodeAgents.flatMap(filesOfSet),
    ...objects.files,
    ...[...record.states.keys(), ...record.contents.keys()].map((path) => host.nameOf?.(path) ?? shownPath(path)),
    ...[flags.config, baselineOf(flags, project)].flatMap((path) => (path === undefined ? [] : [shownPath(path)])),
  ]);
  const walked = new Set([...inputs.folders, ...objects.folders]);
  const folders = new Set([...walked, ...[...files].map((file) => dirname(file)), shownPath(project.directory)]);
  return {
    folders,
    concerns(file) {
      const name = posix.basename(file);
      if (files.has(file) || folders.has(file) || settingNames.has(name)) return true;
      return (
        walked.has(posix.dirname(file)) && (isWalked(file, name) || (isDirectory(file) && mayBeEntered(file, name)))
      );
    },
  };
}

function baselineOf({ baseline }: LintFlags, { settings, directory }: ProjectFile): string | undefined {
  return baseline ?? (settings.baseline === undefined ? undefined : join(directory, settings.baseline));
}

/** Options for paths that come from settings: ignore files and exclusions do not apply. */
const objectFileOptions = { useIgnoreFiles: false, exclusions: [] };
