/**
 * The program apart from the code that runs: files next to it in the package, or the content of the executable.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";

const { readFileSync } = process.getBuiltinModule("node:fs");
const { fileURLToPath } = process.getBuiltinModule("node:url");

export interface ProgramFiles {
  /** How a process runs the program: its first words. */
  readonly command: readonly string[];
  /** The module that a thread runs, a part such as `reader.cjs`. */
  thread(part: string): URL;
  /** The page of a rule that exists, in Markdown. */
  rulePage(rule: string): string;
  /** The folder of the programs that envtest starts; undefined in the executable. */
  readonly envtestFolder: string | undefined;
}

/** @param program - dist/clustervet.cjs of the package */
export function filesBeside(program: URL): ProgramFiles {
  return {
    command: [process.execPath, ...process.execArgv, fileURLToPath(program)],
    // The one that is cut into several files starts through a loader of their compiled code; the executable has its own.
    thread: (part) => new URL(`parts/${part === "vetting.cjs" ? `start-${part}` : part}`, program),
    rulePage: (rule) => pageOf(rule, readFileSync(new URL("rule-pages.json", program), "utf8")),
    envtestFolder: fileURLToPath(new URL("envtest", program)),
  };
}

/** @param pages - text of the file that scripts/build.mjs writes: a JSON object of the pages by the ID of their rule */
export const pageOf = (rule: string, pages: string): string =>
  memberOf(JSON.parse(pages) as Readonly<Record<string, string>>, rule) ?? "";
