/**
 * Creates the error for an unknown kind.
 *
 * @module
 */
import type { Kind } from "../kind/kind.ts";
import { closest } from "../text/closest.ts";
import { UsageError } from "./exit.ts";

/** @param where - prefix of the message: the file that names the kind */
export function unknownKind(name: string, kinds: readonly Kind[], where = ""): UsageError {
  const [kind = ""] = name.split(".");
  const meant = closest(
    kind,
    kinds.map((known) => known.kind),
  );
  const help =
    meant && meant !== kind ? `did you mean ${meant}?` : "`clustervet kinds` lists all kinds with their groups";
  return new UsageError(`${where}unknown kind "${name}"`, help);
}
