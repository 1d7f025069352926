/**
 * `clustervet lint --watch`: rejects flags that it can't be combined with, and clears the terminal before each report.
 *
 * @part watch
 * @module
 */
import { type Dependencies, dependenciesOf } from "./dependencies.ts";
import { UsageError } from "./exit.ts";
import { io } from "./io.ts";
import type { LintFlags } from "./lint-settings.ts";
import { shownPath } from "./shown-path.ts";
import { print } from "./terminal.ts";
import type { VetPathsOptions } from "./vet-paths.ts";
import { watchRuns } from "./watch-runs.ts";

/** Runs once and prints the report. @returns the exit code */
export type LintOnce = (options: VetPathsOptions) => number;

/**
 * Runs until the user ends it.
 *
 * @returns the exit code of the last run
 * @throws {UsageError} for flags and paths that can't be used repeatedly; also throws errors of the first run
 */
export function watchLint(paths: readonly string[], flags: LintFlags, lint: LintOnce): Promise<number> {
  assertRepeatable(paths, flags);
  const outputs = new Set((flags.output ?? []).filter((file) => file !== "-").map(shownPath));
  let dependencies: Dependencies | undefined;
  return watchRuns({
    run: (follow) =>
      lint({
        onDependencies(run) {
          dependencies = dependenciesOf(run);
          follow(dependencies.folders);
        },
      }),
    isRelevant: (file) => !outputs.has(file) && dependencies?.concerns(file) === true,
    beforeNextRun: clearTerminal,
  });
}

/** @throws {UsageError} */
function assertRepeatable(paths: readonly string[], flags: LintFlags): void {
  if (paths.includes("-")) throw new UsageError("--watch needs files; standard input can be read only once");
  const [changing] = [flags.fix && "--fix", flags.updateBaseline && "--update-baseline"].filter(Boolean);
  if (changing)
    throw new UsageError(`--watch can't be used with ${changing}`, `run \`lint ${changing}\` in another terminal`);
}

/** Clears only the visible screen, so that scrolling back still shows earlier reports. */
function clearTerminal(): void {
  if (io().stdout.isTTY && process.env["TERM"] !== "dumb") print("\u001b[2J\u001b[H");
}
