/**
 * Objects in files that are not vetted themselves but say how others are: definitions and policies.
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

/** An object, and the file that it is in. */
export interface ReadObject {
  readonly file: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** Who names the paths. */
export interface ObjectSource {
  /** The option, or the setting of the project file, for messages. */
  readonly flag: string;
  /** The project file's, which its paths may not leave; absent for the command line, which may name any file. */
  readonly directory?: string;
}

/**
 * The objects of files, directories and patterns; those in a `v1` List one by one.
 *
 * @throws {UsageError} when a path names nothing, or a file can't be read
 */
export function readObjects(paths: readonly string[], { flag, directory }: ObjectSource): readonly ReadObject[] {
  // Before anything is looked for: the names of files elsewhere are nobody's business, and there may be many.
  if (directory !== undefined) for (const path of paths) assertInside(resolve(path), { directory, setting: flag });
  const { files, faults, passed } = discover(paths, { useIgnoreFiles: false, exclusions: [] });
  const lost = passed.filter(({ reason }) => !harmlessReasons.has(reason));
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
