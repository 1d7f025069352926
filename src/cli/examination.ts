/**
 * Files of a run, one by one: read and vetted, each by itself. What looks across files comes after it.
 *
 * @module
 */
import { type ExaminedFile, examineFile, failedFile } from "../engine/examine.ts";
import { foreignFile, isForeign } from "../engine/foreign.ts";
import type { Settings } from "../engine/options.ts";
import type { Kind } from "../kind/kind.ts";
import { readSource } from "../source/read-source.ts";
import type { SourceFile } from "../source/source-file.ts";
import { readInput } from "./discover.ts";

/** What came of a file. */
export type Outcome = ExaminedFile | Unreadable | Passed;

/** A file that could not be read, and why. */
export interface Unreadable {
  readonly name: string;
  readonly reason: string;
}

/** A file that is not for clustervet. */
export interface Passed {
  readonly name: string;
  readonly passed: string;
}

/** What the command line and the project file say of files. */
export interface FileRoles {
  kindOf(name: string): Kind | undefined;
  /** Files that the command line names; a walk that comes upon a file of another program passes it by. */
  readonly named: ReadonlySet<string>;
}

export function examiner(settings: Settings, roles: FileRoles): (name: string) => Outcome {
  return (name) => {
    const content = readInput(name);
    if (typeof content === "string") return { name, reason: content };
    try {
      const file = readSource(name, content);
      const passed = reasonToPass(file, settings, roles);
      return passed === undefined ? examineFile(file, settings, roles.kindOf(name)) : { name, passed };
    } catch (error) {
      return failedFile(name, error, settings);
    }
  };
}

/** Why a file is not vetted although it can be read. */
export function reasonToPass(file: SourceFile, settings: Settings, { kindOf, named }: FileRoles): string | undefined {
  return !named.has(file.name) && !kindOf(file.name) && isForeign(file, settings) ? foreignFile : undefined;
}
