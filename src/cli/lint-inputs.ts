/**
 * Finds the files that `clustervet lint` vets, and the files that it vets together.
 *
 * @module
 */
import { type Discovery, discover } from "./discover.ts";
import { UsageError } from "./exit.ts";
import { findKubeletSets, type KubeletFiles } from "./kubelet-sets.ts";
import type { LintFlags } from "./lint-settings.ts";
import { exclusionOf, type ProjectFile } from "./project-file.ts";
import { printError } from "./terminal.ts";

export interface Inputs {
  readonly files: readonly string[];
  /** The files of `files` that the command line names. */
  readonly explicitFiles: ReadonlySet<string>;
  readonly readsStdin: boolean;
  /** Files that are vetted together. `files` may also contain them. */
  readonly nodeAgents: readonly KubeletFiles[];
  readonly skippedFiles: Discovery["skippedFiles"];
  /** The directories that were searched. */
  readonly folders: Discovery["folders"];
  /** Whether a path matched nothing or could not be read; each of these faults was already reported. */
  readonly hasFaults: boolean;
}

/** @throws {UsageError} if there is nothing to vet */
export function findInputs(paths: readonly string[], flags: LintFlags, project: ProjectFile): Inputs {
  const readsStdin = paths.includes("-");
  if (flags.stdinFilename !== undefined && !readsStdin) {
    throw new UsageError("--stdin-filename needs the path -, which is standard input");
  }
  const named = paths.filter((path) => path !== "-");
  const flagFiles = (flags.flags ?? []).map(({ path }) => path);
  const isGiven = readsStdin || named.length > 0 || flagFiles.length > 0;
  const {
    files,
    explicitFiles: namedFiles,
    faults,
    skippedFiles: skippedPaths,
    folders,
  } = discover(isGiven ? [...named, ...flagFiles] : ["."], {
    useIgnoreFiles: flags.ignore,
    // Patterns of the command line are relative to the current directory.
    exclusions: [exclusionOf(project), { patterns: flags.exclude ?? [], directory: "." }],
  });
  for (const { path, reason } of faults) printError(`${path}: ${reason}`);
  if (files.length === 0 && !readsStdin && faults.length === 0 && skippedPaths.length === 0) {
    throw new UsageError(
      "no files to vet",
      "name files or directories; .gitignore, `exclude` and --exclude may exclude them",
    );
  }
  // With `--kind`, every file is vetted alone.
  const nodeAgents = flags.kind === undefined ? findSets(files, project) : [];
  return {
    files,
    explicitFiles: namedFiles,
    readsStdin,
    nodeAgents,
    skippedFiles: skippedPaths,
    folders,
    hasFaults: faults.length > 0,
  };
}

/** @throws {UsageError} if a directory that the project file names can't be read */
function findSets(files: readonly string[], project: ProjectFile): readonly KubeletFiles[] {
  try {
    return findKubeletSets(files, project);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${project.name}: nodeAgents: ${error instanceof Error ? error.message : "can't be read"}`);
  }
}

/** Returns the files of a set, which need not be vetted alone. */
export const filesOfSet = ({ base, dropIns, skipped }: KubeletFiles): readonly string[] => [
  ...(base === undefined ? [] : [base]),
  ...dropIns,
  ...skipped,
];
