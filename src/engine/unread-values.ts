/**
 * Values that no reader comes to see, since another file of the run replaces them: what is wrong with them is nobody's fault.
 *
 * @module
 */
import { startsWithPath } from "../diagnostic/path.ts";
import type { Gathered } from "./gathered.ts";
import type { Settings } from "./options.ts";

/** Takes back what was found in such values of each file by itself. */
export function dropUnread(gathered: Gathered, { catalog }: Settings): void {
  const objects = [...gathered.files.values()].flatMap((file) => file.objects);
  const names = new Set(objects.map(({ kind }) => kind));
  // A kind that no object is of stays as it is: it would load.
  for (const kind of catalog.kinds.filter((each) => names.has(each.kind))) {
    const documents = kind.unread ? objects.filter((object) => object.kind === kind.kind) : [];
    for (const [{ file, index }, paths] of kind.unread?.(documents) ?? []) {
      gathered.drop(
        file,
        ({ document, path }) => document === index && paths.some((each) => startsWithPath(path, each)),
      );
    }
  }
}
