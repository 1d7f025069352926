/**
 * From the paths of the command line to the files to vet: files as named, directories walked, patterns expanded.
 *
 * @module
 */
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { holdsCommandLines } from "../flags/assignments.ts";
import { findFiles, isPattern } from "./glob.ts";

/** What a walk of a directory takes. */
const walkedFiles = /\.(?:yaml|yml|json)$/;
/** Never entered; naming a file in them still vets it. */
const neverWalked: ReadonlySet<string> = new Set(["node_modules", ".git"]);
const ignoreFiles = [".gitignore", ".clustervetignore"];

export interface DiscoverOptions {
  /** Honour `.gitignore` and `.clustervetignore`; they never hide a file that was named. */
  readonly useIgnoreFiles: boolean;
  /** Patterns of the project file that are left out, relative to its directory. */
  readonly excluded: readonly string[];
  readonly excludedFrom: string;
}

export interface Discovery {
  /** Relative to the current directory, with forward slashes, each once; in the order of the arguments, then sorted. */
  readonly files: readonly string[];
  /** Arguments that name nothing, and why. */
  readonly faults: readonly { readonly path: string; readonly reason: string }[];
}

/** @param paths - `-` is left to the caller */
export function discover(paths: readonly string[], options: DiscoverOptions): Discovery {
  const files = new Set<string>();
  const faults: { path: string; reason: string }[] = [];
  for (const path of paths) {
    const found = filesOf(path, options);
    if (typeof found === "string") faults.push({ path, reason: found });
    else for (const file of found) files.add(file);
  }
  return { files: [...files], faults };
}

function filesOf(path: string, options: DiscoverOptions): readonly string[] | string {
  const kind = kindOf(path);
  if (kind === "file") return [shownPath(path)];
  if (kind === "directory") return walk(path, options);
  if (isPattern(path)) {
    const found = glob(withSlashes(path), options);
    return found.length > 0 ? found : "the pattern matches no file";
  }
  return "no such file or directory";
}

function kindOf(path: string): "file" | "directory" | undefined {
  try {
    return statSync(path).isDirectory() ? "directory" : "file";
  } catch {
    return undefined;
  }
}

const isWalked = (path: string, name: string): boolean =>
  walkedFiles.test(name) || holdsCommandLines(withSlashes(path));

const withSlashes = (path: string): string => (sep === "/" ? path : path.split(sep).join("/"));

/** Files below a directory that a run takes; what ignore files leave out is not entered. */
function walk(directory: string, options: DiscoverOptions): string[] {
  const isLeftOut = leftOut(directory, options);
  const files: string[] = [];
  const enter = (folder: string): void => {
    const start = folder.endsWith(sep) ? folder : folder + sep;
    const shownFolder = shownPath(folder);
    const shownStart = shownFolder === "." ? "" : `${shownFolder}/`;
    for (const entry of entriesOf(folder)) {
      const path = start + entry.name;
      const isFolder = entry.isDirectory();
      const isWanted = isFolder ? !neverWalked.has(entry.name) : entry.isFile() && isWalked(path, entry.name);
      if (!isWanted || isLeftOut(path, isFolder ? "/" : "")) continue;
      if (isFolder) enter(path);
      else files.push(shownStart + entry.name);
    }
  };
  enter(resolve(directory));
  return files.sort();
}

/** Nothing where a directory can't be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Files below the current directory that match a pattern. */
function glob(pattern: string, options: DiscoverOptions): string[] {
  const isLeftOut = leftOut(".", options);
  const files = findFiles(pattern, [...neverWalked]).map((file) => resolve(file));
  return files
    .filter((file) => !isLeftOut(file, ""))
    .map(shownPath)
    .sort();
}

/** Whether a file, or with a slash a folder, below `directory` is left out. */
function leftOut(directory: string, options: DiscoverOptions): (path: string, suffix: "" | "/") => boolean {
  const isIgnored = options.useIgnoreFiles ? ignoreFilesOf(directory) : () => false;
  const excluded = options.excluded.length > 0 ? ignore().add([...options.excluded]) : undefined;
  return (path, suffix) =>
    isIgnored(path, suffix) || (excluded !== undefined && isExcluded(path, suffix, excluded, options.excludedFrom));
}

function isExcluded(file: string, suffix: "" | "/", excluded: Ignore, from: string): boolean {
  const path = withSlashes(relative(from, file));
  return path !== "" && !path.startsWith("..") && !isAbsolute(path) && excluded.ignores(path + suffix);
}

/** What the ignore files of a folder say. */
interface PlacedRules {
  readonly folder: string;
  readonly rules: Ignore;
}

/**
 * Whether ignore files from the repository's root down to the file's own directory leave a file out. A directory that was
 * named is walked even if a file above it leaves it out: that file then has no say.
 */
function ignoreFilesOf(directory: string): (path: string, suffix: "" | "/") => boolean {
  const root = resolve(directory);
  const top = repositoryOf(root);
  const rulesOf = (folder: string): Ignore | undefined => {
    const rules = readIgnoreFiles(folder);
    const pathOfRoot = withSlashes(relative(folder, root));
    const hidesRoot = pathOfRoot !== "" && !pathOfRoot.startsWith("..") && rules?.ignores(`${pathOfRoot}/`);
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
      const verdict = rules.test(withSlashes(relative(folder, path)) + suffix);
      if (verdict.ignored) return true;
      if (verdict.unignored) return false;
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
function repositoryOf(directory: string): string {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (kindOf(join(folder, ".git")) !== undefined) return folder;
    if (folder === dirname(folder)) return directory;
  }
}

function readIgnoreFiles(folder: string): Ignore | undefined {
  const texts = ignoreFiles.flatMap((name) => {
    try {
      return [readFileSync(join(folder, name), "utf8")];
    } catch {
      return [];
    }
  });
  return texts.length === 0 ? undefined : ignore().add(texts.join("\n"));
}

const reasonByCode: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EISDIR", "a directory, not a file"],
  ["ENOENT", "no such file or directory"],
]);

/** The bytes of a file, or why it can't be read. */
export function readInput(path: string): Uint8Array | string {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return reasonByCode.get(code) ?? "can't be read";
  }
}

/** A path as reports show it: relative to the current directory, with forward slashes. */
export function shownPath(path: string): string {
  const here = process.cwd();
  const full = resolve(path);
  const isBelow = full.startsWith(here) && full[here.length] === sep;
  const fromHere = isBelow ? full.slice(here.length + 1) : relative(here, full);
  return fromHere === "" ? "." : withSlashes(fromHere);
}
