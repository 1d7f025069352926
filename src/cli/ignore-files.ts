/**
 * Decides which files `.gitignore`, `.clustervetignore` and the project file exclude from a directory search.
 *
 * @module
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { notRegular, reasonOf } from "./exit.ts";
import { type IgnoreRules, ignoreRules } from "./ignore-rules.ts";
import { withSlashes } from "./shown-path.ts";

export interface ExclusionOptions {
  /** Whether `.gitignore` and `.clustervetignore` apply. They never exclude a file that the user named. */
  readonly useIgnoreFiles: boolean;
  /** Exclusions that apply in addition to the ignore files. */
  readonly exclusions: readonly Exclusion[];
}

/** Patterns in `.gitignore` syntax, relative to a directory. */
export interface Exclusion {
  readonly patterns: readonly string[];
  readonly directory: string;
}

/** Called for an ignore file that can't be read. */
export type OnFault = (path: string, reason: string) => void;

/** Returns a check whether a path below `directory` is excluded: a file, or with a trailing slash a folder. */
export function createExclusionCheck(
  directory: string,
  options: ExclusionOptions,
  onFault: OnFault,
): (path: string, suffix: "" | "/") => boolean {
  const isIgnored = options.useIgnoreFiles ? ignoreFilesOf(directory, onFault) : () => false;
  const exclusions = options.exclusions
    .filter(({ patterns }) => patterns.length > 0)
    .map(({ patterns, directory }) => ({ rules: ignoreRules(patterns), directory }));
  return (path, suffix) =>
    isIgnored(path, suffix) || exclusions.some(({ rules, directory }) => isExcluded(path, suffix, rules, directory));
}

function isExcluded(file: string, suffix: "" | "/", excluded: IgnoreRules, from: string): boolean {
  const path = withSlashes(relative(from, file));
  return path !== "" && !path.startsWith("..") && !isAbsolute(path) && excluded.ignores(path, suffix);
}

/** The rules of the ignore files of a folder. */
interface PlacedRules {
  readonly folder: string;
  readonly rules: IgnoreRules;
}

/**
 * Returns a check whether the ignore files from the repository's root down to a file's own directory exclude the file.
 * A named directory is searched even if an ignore file above it excludes it; that ignore file then does not apply.
 */
function ignoreFilesOf(directory: string, onFault: OnFault): (path: string, suffix: "" | "/") => boolean {
  const root = resolve(directory);
  const top = repositoryOf(root);
  const rulesOf = (folder: string): IgnoreRules | undefined => {
    const rules = readIgnoreFiles(folder, onFault);
    const pathOfRoot = withSlashes(relative(folder, root));
    const hidesRoot = pathOfRoot !== "" && !pathOfRoot.startsWith("..") && rules?.ignores(pathOfRoot, "/");
    return hidesRoot ? undefined : rules;
  };
  const ignoredFolders = new Map<string, boolean>();
  const rulesAboveFolder = new Map<string, readonly PlacedRules[]>();

  /** Returns the rules that apply in a folder, those of the deepest folder first. */
  const rulesAbove = (folder: string): readonly PlacedRules[] => {
    const known = rulesAboveFolder.get(folder);
    if (known) return known;
    const parent = dirname(folder);
    const above = folder === parent || parent.length < top.length ? [] : rulesAbove(parent);
    const own = folder.length < top.length ? undefined : rulesOf(folder);
    const found = own ? [{ folder, rules: own }, ...above] : above;
    rulesAboveFolder.set(folder, found);
    return found;
  };

  /**
   * Decides for a file, or with a trailing slash for a folder. The deepest ignore file with a matching pattern wins.
   */
  const isIgnoredPath = (path: string, suffix: "" | "/"): boolean => {
    const parent = dirname(path);
    if (parent.length >= top.length && parent !== path && isIgnoredFolder(parent)) return true;
    for (const { folder, rules } of rulesAbove(parent)) {
      const verdict = rules.verdict(withSlashes(relative(folder, path)), suffix);
      if (verdict) return verdict === "ignored";
    }
    return false;
  };
  const isIgnoredFolder = (folder: string): boolean => {
    if (folder.length <= root.length) return false;
    const known = ignoredFolders.get(folder);
    if (known !== undefined) return known;
    const verdict = isIgnoredPath(folder, "/");
    ignoredFolders.set(folder, verdict);
    return verdict;
  };
  return (path, suffix) => (suffix === "/" ? isIgnoredFolder(path) : isIgnoredPath(path, suffix));
}

/**
 * Returns the nearest directory at or above `directory` that contains `.git`, or `directory` itself if there is no
 * repository.
 */
export function repositoryOf(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return directory;
  }
}

/** Patterns of later files override those of earlier ones. */
export const ignoreFileNames: readonly string[] = [".gitignore", ".clustervetignore"];
/** Exclusions of the local clone only. In a worktree, `.git` is a file, so this path does not exist. */
const ownExcludes = ".git/info/exclude";

function readIgnoreFiles(folder: string, onFault: OnFault): IgnoreRules | undefined {
  const names = existsSync(join(folder, ownExcludes)) ? [ownExcludes, ...ignoreFileNames] : ignoreFileNames;
  const lines = names.flatMap((name) => readIgnoreFile(join(folder, name), onFault));
  return lines.length === 0 ? undefined : ignoreRules(lines);
}

/** Maximum number of patterns in an ignore file, since every pattern is tested against every path. */
const maxIgnorePatterns = 5000;

function patternsOf(text: string, onFault: (reason: string) => void): readonly string[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r?(?:\n|$)/);
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (patterns.length <= maxIgnorePatterns) return patterns;
  onFault(`${patterns.length} patterns; only the first ${maxIgnorePatterns} are used`);
  return patterns.slice(0, maxIgnorePatterns);
}

/**
 * Returns the patterns of an ignore file; empty if the file does not exist. Pipes are not read, because reading one
 * could wait forever.
 */
function readIgnoreFile(path: string, onFault: OnFault): readonly string[] {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || stats.isDirectory()) return [];
    if (stats.isFile()) return patternsOf(readFileSync(path, "utf8"), (reason) => onFault(path, reason));
    onFault(path, notRegular);
  } catch (error) {
    onFault(path, reasonOf(error));
  }
  return [];
}
