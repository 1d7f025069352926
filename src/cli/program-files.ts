/**
 * The files of the program apart from the running code: files of the package, or assets of the single executable.
 *
 * @module
 */
import { memberOf } from "../json/member.ts";

const { readFileSync } = process.getBuiltinModule("node:fs");
const { fileURLToPath } = process.getBuiltinModule("node:url");

export interface ProgramFiles {
  /** The command that starts the program: the executable and its first arguments. */
  readonly command: readonly string[];
  /** Returns the URL of the module that a thread runs for a part such as `reader.cjs`. */
  thread(part: string): URL;
  /** Returns the page of an existing rule, in Markdown. */
  rulePage(rule: string): string;
  /** The folder of the programs that envtest starts; undefined in the single executable. */
  readonly envtestFolder: string | undefined;
}

/** @param program - dist/clustervet.cjs of the package */
export function filesBeside(program: URL): ProgramFiles {
  return {
    command: [process.execPath, ...process.execArgv, fileURLToPath(program)],
    // `vetting.cjs` consists of several files, so the thread starts with a loader of their compiled code. The single
    // executable has its own loader.
    thread: (part) => new URL(`parts/${part === "vetting.cjs" ? `start-${part}` : part}`, program),
    rulePage: (rule) => pageOf(rule, readFileSync(new URL("rule-pages.json", program), "utf8")),
    envtestFolder: fileURLToPath(new URL("envtest", program)),
  };
}

/** @param pages - the text of a file that scripts/build.mjs writes: a JSON object with the pages by rule ID */
export const pageOf = (rule: string, pages: string): string =>
  memberOf(JSON.parse(pages) as Readonly<Record<string, string>>, rule) ?? "";
