/**
 * One walk of a directory. Every entry that may be wanted is taken, left out by what the caller says, or named: as a
 * fault when it can't be read, as passed by when it leads where a walk does not go.
 *
 * @module
 */
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { failure, type Result, success } from "../text/result.ts";
import { notRegular, reasonOf } from "./exit.ts";
import { repositoryOf } from "./ignore-files.ts";
import { isWithin, shownPath } from "./shown-path.ts";

/** Never entered; naming a file in them still vets it. */
const neverWalked: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** A path as reports show it, and what is to be said of it. */
export interface NamedPath {
  readonly path: string;
  readonly reason: string;
}

/** The files that walks have found so far. */
export interface Walked {
  readonly files: string[];
  readonly faults: NamedPath[];
  /** Links and files that are not vetted. */
  readonly passed: NamedPath[];
  /** Without links, so that each real file is taken once. */
  readonly realFiles: Set<string>;
  /** Those that were entered, and those that hold a file to which a link leads; as reports show them. */
  readonly folders: Set<string>;
}

const circularLink = "a link to one of its own parent directories";

/** Folders of tools, such as `.github` and `.vscode`: what is in them is seldom for a cluster. */
const hiddenFolder = "hidden folder; to vet its files, name it";

/** Sources of other projects, as `go mod vendor` copies them. */
const vendoredFolder = "vendored Go modules; to vet their files, name the folder";

/** Why something is passed by although nothing is lost that a walk is for. */
export const harmlessReasons: ReadonlySet<string> = new Set([circularLink, hiddenFolder, vendoredFolder]);

export interface WalkChoice {
  /** Whether a file is taken. */
  isWanted(path: string, name: string): boolean;
  /** Whether a folder is entered; default: each that is not hidden. */
  isEntered?(path: string): boolean;
  isLeftOut(path: string, suffix: "" | "/"): boolean;
}

interface Link {
  readonly path: string;
  readonly name: string;
  /** Of the folder that it lies in, without links. */
  readonly realFolder: string;
}

/**
 * Files below a directory, added to `walked`. Links are followed once everything else is known, inside the repository only:
 * a link out of it would show files of this machine to readers of the report.
 *
 * @returns whether there was anything to take or to name
 */
export function walk(directory: string, choice: WalkChoice, walked: Walked): boolean {
  const named = walked.faults.length + walked.passed.length;
  const links: Link[] = [];
  const realFolders = new Set<string>();
  const files: string[] = [];
  let isMet = false;

  const take = (path: string, real: string): void => {
    isMet = true;
    if (walked.realFiles.has(real)) return;
    walked.realFiles.add(real);
    files.push(path);
  };
  const passBy = (path: string, reason: string): void => {
    walked.passed.push({ path: shownPath(path), reason });
  };
  const isTaken = (path: string, name: string) => choice.isWanted(path, name) && !choice.isLeftOut(path, "");
  const isEntered = (path: string, name: string) => {
    if (neverWalked.has(name) || choice.isEntered?.(path) === false || choice.isLeftOut(path, "/")) return false;
    const reason = choice.isEntered ? undefined : reasonToPass(path, name);
    if (reason) passBy(path, reason);
    return reason === undefined;
  };

  const enter = (folder: string, realFolder: string): void => {
    if (realFolders.has(realFolder)) return;
    realFolders.add(realFolder);
    const start = withSeparator(folder);
    const realStart = withSeparator(realFolder);
    const shownFolder = shownPath(folder);
    const shownStart = shownFolder === "." ? "" : `${shownFolder}/`;
    walked.folders.add(shownFolder);
    for (const entry of entriesOf(folder, walked)) {
      const { name } = entry;
      const path = start + name;
      if (entry.isSymbolicLink()) links.push({ path, name, realFolder });
      else if (entry.isDirectory()) {
        if (isEntered(path, name)) enter(path, realStart + name);
      } else if (isTaken(path, name)) {
        if (entry.isFile()) take(shownStart + name, realStart + name);
        else passBy(path, notRegular);
      }
    }
  };

  const follow = ({ path, name, realFolder }: Link, top: string): void => {
    const target = targetOf(path);
    if (!target.ok) {
      const { reason, isLoop } = target.error;
      if (isLoop || isTaken(path, name)) walked.faults.push({ path: shownPath(path), reason });
      return;
    }
    const { real, isFolder, isFile } = target.value;
    if (!(isFolder ? isEntered(path, name) : isTaken(path, name))) return;
    if (isFolder && isWithin(realFolder, real)) passBy(path, circularLink);
    else if (!isWithin(real, top)) passBy(path, "a link out of the repository; to vet the file, name it");
    else if (isFolder) enter(path, real);
    else if (isFile) {
      take(shownPath(path), real);
      walked.folders.add(shownPath(dirname(real)));
    } else passBy(path, notRegular);
  };

  const root = resolve(directory);
  enter(root, realOf(root));
  const top = links.length > 0 ? repositoryOf(realOf(root)) : root;
  for (let link = links.shift(); link; link = links.shift()) follow(link, top);
  for (const file of files.sort()) walked.files.push(file);
  return isMet || walked.faults.length + walked.passed.length > named;
}

/** Whether a walk that nothing restricts enters a folder of this name. */
export const mayBeEntered = (path: string, name: string): boolean =>
  !neverWalked.has(name) && reasonToPass(path, name) === undefined;

function reasonToPass(path: string, name: string): string | undefined {
  if (name.startsWith(".")) return hiddenFolder;
  return name === "vendor" && existsSync(join(path, "modules.txt")) ? vendoredFolder : undefined;
}

const withSeparator = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep);

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Reading it says what is wrong.
    return path;
  }
}

function entriesOf(folder: string, { faults }: Walked): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    faults.push({ path: shownPath(folder), reason: reasonOf(error) });
    return [];
  }
}

interface Target {
  readonly real: string;
  readonly isFolder: boolean;
  readonly isFile: boolean;
}

function targetOf(link: string): Result<Target, { readonly reason: string; readonly isLoop: boolean }> {
  try {
    const real = realpathSync(link);
    const stats = statSync(real);
    return success({ real, isFolder: stats.isDirectory(), isFile: stats.isFile() });
  } catch (error) {
    const isLoop = error instanceof Error && "code" in error && error.code === "ELOOP";
    return failure({ reason: `a link that can't be followed: ${reasonOf(error)}`, isLoop });
  }
}
