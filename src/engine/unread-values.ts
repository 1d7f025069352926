/**
 * Drops findings about values that another file of the run overrides: no component ever reads them.
 *
 * @module
 */
import { startsWithPath } from "../diagnostic/path.ts";
import type { GatheredResults } from "./gathered-results.ts";
import type { Settings } from "./options.ts";

/** Drops findings about overridden values. */
export function dropUnread(gathered: GatheredResults, { catalog }: Settings): void {
  const objects = [...gathered.files.values()].flatMap((file) => file.objects);
  const names = new Set(objects.map(({ kind }) => kind));
  // Skips kinds that no object of the run has: reading their properties would load their modules.
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
