/**
 * The files and folders whose changes can change what a run of `clustervet lint` reports.
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

/** A run, as far as it has come. */
export interface RunSoFar {
  readonly paths: readonly string[];
  readonly inputs: Inputs;
  readonly flags: LintFlags;
  readonly project: ProjectFile;
  readonly host: Host;
  /** The questions of the run to it. */
  readonly record: HostRecord;
}

export interface Dependencies {
  /** All folders that hold something the run depends on; as reports show them. */
  readonly folders: ReadonlySet<string>;
  /** @param file - in one of the folders, whether or not it is there */
  concerns(file: string): boolean;
}

/** Files that say what a walk takes and what the files around them are. */
const settingNames: ReadonlySet<string> = new Set([...projectFileNames, ...ignoreFileNames, "Kustomization"]);

export function dependenciesOf({ paths, inputs, flags, project, host, record }: RunSoFar): Dependencies {
  const objects = discover(
    [...schemaLocations(flags, project).definitions, ...policyPaths(flags, project)],
    objectFiles,
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

/** As settings take them. */
const objectFiles = { useIgnoreFiles: false, exclusions: [] };
