import { settle } from "../../src/engine/options.ts";
import { readSource } from "../../src/source/read-source.ts";
import type { SuiteFileResult } from "../../src/suite/result.ts";
import { runSuites } from "../../src/suite/run-suites.ts";

/** Runs the text of a suite with files that exist only in memory. */
export function runSuiteText(text: string, files: Readonly<Record<string, string>> = {}): SuiteFileResult {
  return runSuites(readSource("test.suite.yaml", text), {
    settingsFor: (target) => settle(target === undefined ? {} : { target }),
    files: {
      find: (path) => Object.keys(files).filter((name) => name === path || name.startsWith(`${path}/`)),
      read: (name) => new TextEncoder().encode(files[name]),
    },
  });
}

/** Returns the outcome of each case, with its message and the paths that differ. */
export function outcomes({ suites }: SuiteFileResult): readonly string[] {
  return suites.flatMap(({ cases }) =>
    cases.map(({ outcome, message, differences }) =>
      [outcome, message, ...differences.map(({ path }) => path.join("."))]
        .filter((part) => part !== undefined)
        .join(" "),
    ),
  );
}
