/**
 * Searches a directory. Every entry that the caller may want is found, excluded by the caller, or reported: as a fault
 * if it can't be read, as skipped if the search does not follow it.
 *
 * @module
 */
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { failure, type Result, success } from "../text/result.ts";
import { notRegular, reasonOf } from "./exit.ts";
import { repositoryOf } from "./ignore-files.ts";
import { isWithin, shownPath } from "./shown-path.ts";

/** Directories that are never searched; a file in them is vetted if the user names it. */
const neverWalked: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** A path, named as in reports, and the reason why it is reported. */
export interface NamedPath {
  readonly path: string;
  readonly reason: string;
}

/** The results of all searches so far. */
export interface Walked {
  readonly files: string[];
  readonly faults: NamedPath[];
  /** Links and files that were skipped. */
  readonly skippedFiles: NamedPath[];
  /** Paths with resolved links, so that each real file is found only once. */
  readonly realFiles: Set<string>;
  /** Directories that were searched, or that contain the target of a link; named as in reports. */
  readonly folders: Set<string>;
}

const circularLink = "a link to one of its own parent directories";

/** Folders of tools, such as `.github` and `.vscode`, seldom contain objects for a cluster. */
const hiddenFolder = "hidden folder; to vet its files, name it";

/** Folders to which `go mod vendor` copies the source code of other projects. */
const vendoredFolder = "vendored Go modules; to vet their files, name the folder";

/** Reasons for skipping that do not make a search incomplete. */
export const harmlessReasons: ReadonlySet<string> = new Set([circularLink, hiddenFolder, vendoredFolder]);

export interface WalkChoice {
  /** Whether to find a file. */
  isWanted(path: string, name: string): boolean;
  /** Whether to search a folder; default: every folder that is not hidden. */
  isEntered?(path: string): boolean;
  isLeftOut(path: string, suffix: "" | "/"): boolean;
}

interface Link {
  readonly path: string;
  readonly name: string;
  /** The folder that contains the link, with its own links resolved. */
  readonly realFolder: string;
}

/**
 * Adds the files below a directory to `walked`. Links are followed last, and only inside the repository: a link out of
 * it would show other files of the machine to readers of the report.
 *
 * @returns whether the search found or reported anything
 */
export function walk(directory: string, choice: WalkChoice, walked: Walked): boolean {
  const named = walked.faults.length + walked.skippedFiles.length;
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
  const noteSkipped = (path: string, reason: string): void => {
    walked.skippedFiles.push({ path: shownPath(path), reason });
  };
  const isTaken = (path: string, name: string) => choice.isWanted(path, name) && !choice.isLeftOut(path, "");
  const isEntered = (path: string, name: string) => {
    if (neverWalked.has(name) || choice.isEntered?.(path) === false || choice.isLeftOut(path, "/")) return false;
    const reason = choice.isEntered ? undefined : folderSkipReason(path, name);
    if (reason) noteSkipped(path, reason);
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
        else noteSkipped(path, notRegular);
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
    if (isFolder && isWithin(realFolder, real)) noteSkipped(path, circularLink);
    else if (!isWithin(real, top)) noteSkipped(path, "a link out of the repository; to vet the file, name it");
    else if (isFolder) enter(path, real);
    else if (isFile) {
      take(shownPath(path), real);
      walked.folders.add(shownPath(dirname(real)));
    } else noteSkipped(path, notRegular);
  };

  const root = resolve(directory);
  enter(root, realOf(root));
  const top = links.length > 0 ? repositoryOf(realOf(root)) : root;
  for (let link = links.shift(); link; link = links.shift()) follow(link, top);
  for (const file of files.sort()) walked.files.push(file);
  return isMet || walked.faults.length + walked.skippedFiles.length > named;
}

/** Whether an unrestricted search enters a folder with this name. */
export const mayBeEntered = (path: string, name: string): boolean =>
  !neverWalked.has(name) && folderSkipReason(path, name) === undefined;

function folderSkipReason(path: string, name: string): string | undefined {
  if (name.startsWith(".")) return hiddenFolder;
  return name === "vendor" && existsSync(join(path, "modules.txt")) ? vendoredFolder : undefined;
}

const withSeparator = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep);

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Reading the path reports the error.
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
