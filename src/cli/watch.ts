/**
 * Waits for files to change. Decides which directories are watched, and which events count as one change.
 *
 * @module
 */
import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, join } from "node:path";
import { count } from "../report/reporter.ts";
import { reasonOf, UsageError } from "./exit.ts";
import { shownPath } from "./shown-path.ts";
import { printError } from "./terminal.ts";

/** In milliseconds. Editors write a file in several steps, so events closer together than this count as one change. */
const settleMs = 100;

/** Watches directories until it is closed. */
export interface Watch {
  /**
   * Watches exactly these directories from now on, without their subdirectories.
   *
   * @throws {UsageError} if none of them can be watched
   */
  follow(directories: ReadonlySet<string>): void;
  close(): void;
}

/** Messages for system limits, which are not problems of a directory. */
const limitMessageByCode: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "the system allows no more watches: raise fs.inotify.max_user_watches"],
  ["EMFILE", "the system allows no more watches: raise fs.inotify.max_user_instances"],
]);

/**
 * Watches directories instead of files, because editors replace a file with a new one.
 *
 * @param isRelevant - whether a change of this file counts
 * @param onChange - called with the changed files when no further change follows; calls never overlap
 */
export function startWatch(isRelevant: (file: string) => boolean, onChange: (files: readonly string[]) => void): Watch {
  const watchers = new Map<string, FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const settle = () => {
    const files = [...changed].sort();
    changed.clear();
    onChange(files);
  };
  const recordChange = (directory: string, name: string | null) => {
    const file = name === null ? directory : shownPath(join(directory, name));
    if (name !== null && !isRelevant(file)) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  };
  const closeWatcher = (directory: string) => {
    watchers.get(directory)?.close();
    watchers.delete(directory);
  };
  /** Closes the watch of a directory that was removed or replaced, since it receives no more events. */
  const leaveReplaced = (directory: string, name: string) => {
    if (name === basename(directory) && !existsSync(directory)) closeWatcher(directory);
    const path = shownPath(join(directory, name));
    for (const watched of watchers.keys())
      if (watched === path || watched.startsWith(`${path}/`)) closeWatcher(watched);
  };
  const watchDirectory = (directory: string) => {
    const watcher = watch(directory, (event, name) => {
      if (event === "rename" && name !== null) leaveReplaced(directory, name);
      recordChange(directory, name);
    });
    watcher.on("error", () => closeWatcher(directory));
    watchers.set(directory, watcher);
  };
  return {
    follow(directories) {
      for (const directory of watchers.keys()) if (!directories.has(directory)) closeWatcher(directory);
      const faults = [...directories].flatMap((directory) => {
        try {
          if (!watchers.has(directory)) watchDirectory(directory);
          return [];
        } catch (error) {
          // If a directory was removed, a directory above it is watched.
          return existsSync(directory) ? [`${directory}: ${watchReason(error)}`] : [];
        }
      });
      if (watchers.size === 0)
        throw new UsageError(`nothing can be watched: ${faults[0] ?? "the directories are gone"}`);
      if (faults.length > 0)
        printError(`changes in ${count(faults.length, "folder")} will not be noticed, such as ${faults[0]}`);
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

function watchReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return limitMessageByCode.get(code) ?? reasonOf(error);
}
