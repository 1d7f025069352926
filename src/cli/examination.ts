/**
 * Files of a run, one by one: read and vetted, each by itself. What looks across files comes after it.
 *
 * @module
 */
import { type ExaminedFile, examineFile } from "../engine/examine.ts";
import { readSource } from "../source/read-source.ts";
import { readInput } from "./discover.ts";
import { hostOf, kindsOfFiles, type LintFlags, settleFlags } from "./lint-settings.ts";
import type { ProjectFile } from "./project-file.ts";

/** What came of a file. */
export type Outcome = ExaminedFile | Unreadable;

/** A file that could not be read, and why. */
export interface Unreadable {
  readonly name: string;
  readonly reason: string;
}

/** @throws {UsageError} when the settings have no meaning */
export function examiner(flags: LintFlags, project: ProjectFile): (name: string) => Outcome {
  const settings = settleFlags(flags, project, hostOf(flags, project));
  const kindOf = kindsOfFiles(project, settings);
  return (name) => {
    const content = readInput(name);
    if (typeof content === "string") return { name, reason: content };
    return examineFile(readSource(name, content), settings, kindOf(name));
  };
}
