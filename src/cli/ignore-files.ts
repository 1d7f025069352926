/**
 * The files that `.gitignore`, `.clustervetignore` and the project file leave out of a walk.
 *
 * @module
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { notRegular, reasonOf } from "./exit.ts";
import { type IgnoreRules, ignoreRules } from "./ignore-rules.ts";
import { withSlashes } from "./shown-path.ts";

export interface LeavingOut {
  /** Honour `.gitignore` and `.clustervetignore`; they never hide a file that was named. */
  readonly useIgnoreFiles: boolean;
  /** Files that are left out, whatever ignore files say. */
  readonly exclusions: readonly Exclusion[];
}

/** Patterns as in `.gitignore`, relative to a directory. */
export interface Exclusion {
  readonly patterns: readonly string[];
  readonly directory: string;
}

/** Told of an ignore file that can't be read. */
export type OnFault = (path: string, reason: string) => void;

/** Whether a file, or with a slash a folder, below `directory` is left out. */
export function leftOut(
  directory: string,
  options: LeavingOut,
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

/** The patterns in the ignore files of a folder. */
interface PlacedRules {
  readonly folder: string;
  readonly rules: IgnoreRules;
}

/**
 * Whether ignore files from the repository's root down to the file's own directory leave a file out. A directory that was
 * named is walked even if a file above it leaves it out: that file then has no say.
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

  /** Those that have a say in a folder, the deepest first. */
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

  /** Decides for a file, or with a trailing slash for a folder; the deepest file with an opinion wins. */
  const decide = (path: string, suffix: "" | "/"): boolean => {
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
    const verdict = decide(folder, "/");
    ignoredFolders.set(folder, verdict);
    return verdict;
  };
  return (path, suffix) => (suffix === "/" ? isIgnoredFolder(path) : decide(path, suffix));
}

/** The nearest directory upwards with `.git`; else the directory itself. */
export function repositoryOf(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return directory;
  }
}

/** The later wins. */
export const ignoreFileNames: readonly string[] = [".gitignore", ".clustervetignore"];
/** Of one clone alone; a worktree has a file in place of the folder. */
const ownExcludes = ".git/info/exclude";

function readIgnoreFiles(folder: string, onFault: OnFault): IgnoreRules | undefined {
  const names = existsSync(join(folder, ownExcludes)) ? [ownExcludes, ...ignoreFileNames] : ignoreFileNames;
  const lines = names.flatMap((name) => readIgnoreFile(join(folder, name), onFault));
  return lines.length === 0 ? undefined : ignoreRules(lines);
}

/** Patterns of one ignore file; each is held against every path. */
const maxIgnorePatterns = 5000;

function patternsOf(text: string, onFault: (reason: string) => void): readonly string[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r?(?:\n|$)/);
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (patterns.length <= maxIgnorePatterns) return patterns;
  onFault(`${patterns.length} patterns; only the first ${maxIgnorePatterns} are used`);
  return patterns.slice(0, maxIgnorePatterns);
}

/** Its patterns; none when it is not there. Reading a pipe would wait for ever. */
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
