/**
 * Objects in files that are not vetted themselves but say how others are: definitions and policies.
 *
 * @module
 */
import { isPlainObject } from "../schema/decode.ts";
import { readSource } from "../source/read-source.ts";
import { discover, readInput } from "./discover.ts";
import { UsageError } from "./exit.ts";
import { circularLink } from "./walk.ts";

/** An object, and the file that it stands in. */
export interface ReadObject {
  readonly file: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/**
 * The objects of files, directories and patterns; those in a `v1` List one by one.
 *
 * @param flag - the option that names them, for messages
 * @throws {UsageError} when a path names nothing, or a file can't be read
 */
export function readObjects(paths: readonly string[], flag: string): readonly ReadObject[] {
  const { files, faults, passed } = discover(paths, { useIgnoreFiles: false, excluded: [], excludedFrom: "." });
  const lost = passed.filter(({ reason }) => reason !== circularLink);
  for (const { path, reason } of [...faults, ...lost]) throw new UsageError(`${flag} ${path}: ${reason}`);
  return files.flatMap((file) => {
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
