/**
 * Waits for files to change. Owns which directories are watched and when a burst of events counts as one change.
 *
 * @module
 */
import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { shownPath } from "./shown-path.ts";

/** Editors write a file in several steps; events closer together than this are one change. */
const settleMs = 100;

/** Watches until it is closed. */
export interface Watch {
  /** The directories whose files are watched from now on; not those below them. */
  follow(directories: ReadonlySet<string>): void;
  close(): void;
}

/**
 * Directories are watched, not files: editors put a new file in the place of the old one.
 *
 * @param isRelevant - whether a change of this file counts
 * @param onChange - called with the files of a burst, never while it is still running
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
  const notice = (directory: string, name: string | null) => {
    const file = name === null ? directory : shownPath(join(directory, name));
    if (name !== null && !isRelevant(file)) return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  };
  const watchDirectory = (directory: string) => {
    try {
      const watcher = watch(directory, (_event, name) => notice(directory, name));
      watcher.on("error", () => {
        watcher.close();
        watchers.delete(directory);
      });
      watchers.set(directory, watcher);
    } catch {
      // the directory is gone; it is tried again with the next run
    }
  };
  return {
    follow(directories) {
      for (const [directory, watcher] of watchers) {
        if (directories.has(directory)) continue;
        watcher.close();
        watchers.delete(directory);
      }
      for (const directory of directories) if (!watchers.has(directory)) watchDirectory(directory);
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
