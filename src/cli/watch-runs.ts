/**
 * Runs a command again whenever its files change, until the user ends it.
 *
 * @part watch
 * @module
 */
import { visible } from "../report/visible.ts";
import { reportFailure } from "./failure.ts";
import { writeError } from "./terminal.ts";
import { startWatch } from "./watch.ts";

export interface WatchedCommand {
  /**
   * Runs once.
   *
   * @param follow - to be called with the directories whose files the run depends on, as soon as they are known and
   *   whenever there are more
   * @returns the exit code
   */
  run(follow: (directories: ReadonlySet<string>) => void): number;
  /** Whether a change of this file starts another run. */
  isRelevant(file: string): boolean;
  /** Called before each run except the first. */
  beforeNextRun?(): void;
}

/** Maximum number of changed files to list. */
const maxNamed = 5;

/**
 * Runs now and after each change.
 *
 * @returns the exit code of the last run, when the user presses Ctrl-C
 * @throws errors of the first run: the user must fix them and start the command again
 */
export async function watchRuns(command: WatchedCommand): Promise<number> {
  const watch = startWatch(
    (file) => command.isRelevant(file),
    (files) => {
      command.beforeNextRun?.();
      const more = files.length > maxNamed ? ` and ${files.length - maxNamed} more` : "";
      writeError(`changed: ${visible(files.slice(0, maxNamed).join(", "))}${more}\n\n`);
      try {
        code = run();
      } catch (error) {
        code = reportFailure(error);
      }
      writeError(waiting);
    },
  );
  const run = () => command.run((directories) => watch.follow(directories));
  let code: number;
  try {
    code = run();
  } catch (error) {
    watch.close();
    throw error;
  }
  writeError(waiting);
  await interruption();
  watch.close();
  return code;
}

const waiting = "\nwatching; Ctrl-C ends\n";

function interruption(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
