/**
 * Reads objects from files that are not vetted themselves but influence how others are vetted:
 * CustomResourceDefinitions and policies.
 *
 * @module
 */
import { resolve } from "node:path";
import { isPlainObject } from "../json/plain-object.ts";
import { readSource } from "../source/read-source.ts";
import { discover, readInput } from "./discover.ts";
import { UsageError } from "./exit.ts";
import { assertInside, assertProjectFile } from "./project-path.ts";
import { harmlessReasons } from "./walk.ts";

/** An object, and the file that contains it. */
export interface ReadObject {
  readonly file: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** The option or setting that names the paths. */
export interface ObjectSource {
  /** Name of the option, or of the setting in the project file, for messages. */
  readonly flag: string;
  /**
   * The directory of the project file, which the paths must not leave. Absent for the command line, which may name any
   * file.
   */
  readonly directory?: string;
}

/**
 * Returns the objects of files, directories and patterns. The items of a `v1` List are returned one by one.
 *
 * @throws {UsageError} if a path matches nothing, or a file can't be read
 */
export function readObjects(paths: readonly string[], { flag, directory }: ObjectSource): readonly ReadObject[] {
  // Checked before any search: messages must not reveal names of files elsewhere, and there may be many files.
  if (directory !== undefined) for (const path of paths) assertInside(resolve(path), { directory, setting: flag });
  const { files, faults, skippedFiles: skipped } = discover(paths, { useIgnoreFiles: false, exclusions: [] });
  const lost = skipped.filter(({ reason }) => !harmlessReasons.has(reason));
  for (const { path, reason } of [...faults, ...lost]) throw new UsageError(`${flag} ${path}: ${reason}`);
  return files.flatMap((file) => {
    if (directory !== undefined) assertProjectFile(resolve(file), { directory, setting: flag });
    const content = readInput(file);
    if (typeof content === "string") throw new UsageError(`${flag} ${file}: ${content}`);
    const source = readSource(file, content);
    const [issue] = source.issues.filter(({ tolerated }) => tolerated === undefined);
    if (issue) {
      const { line, column } = source.rangeOf(issue.start, issue.start).start;
      throw new UsageError(`${flag} ${file}:${line}:${column}: ${issue.message}`);
    }
    return source.documents.flatMap(({ value }) => objectsIn(value)).map((object) => ({ file, object }));
  });
}

function objectsIn(value: unknown): readonly Record<string, unknown>[] {
  if (!isPlainObject(value)) return [];
  const { items } = value;
  return value["kind"] === "List" && Array.isArray(items) ? items.flatMap(objectsIn) : [value];
}
