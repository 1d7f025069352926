/**
 * Files of a run, one by one: read and vetted, each by itself. What looks across files comes after it.
 *
 * @module
 */
import { type ExaminedFile, examineFile } from "../engine/examine.ts";
import type { Settings } from "../engine/options.ts";
import type { Kind } from "../kind/kind.ts";
import { readSource } from "../source/read-source.ts";
import { readInput } from "./discover.ts";

/** What came of a file. */
export type Outcome = ExaminedFile | Unreadable;

/** A file that could not be read, and why. */
export interface Unreadable {
  readonly name: string;
  readonly reason: string;
}

/** @param kindOf - what the project file says of files */
export function examiner(settings: Settings, kindOf: (name: string) => Kind | undefined): (name: string) => Outcome {
  return (name) => {
    const content = readInput(name);
    if (typeof content === "string") return { name, reason: content };
    return examineFile(readSource(name, content), settings, kindOf(name));
  };
}
