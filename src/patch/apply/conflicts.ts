/**
 * Conflicts: fields that an apply configuration sets to other values than their owners did. Contains their messages.
 *
 * @module
 */
import { quoteGo } from "../../text/go-quote.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { contains, type FieldSet, pathsOf } from "./field-set.ts";
import { identityOf, type Owner } from "./owners.ts";
import { elementText, type FieldPath } from "./path-element.ts";

export interface Conflict {
  readonly owner: Owner;
  readonly path: FieldPath;
}

/** Returns the conflicts sorted by owner, and for each owner in the order of the paths. */
export function conflictsOf(taken: readonly { readonly owner: Owner; readonly fields: FieldSet }[]): Conflict[] {
  const sorted = [...taken].sort((a, b) => compareUtf8(identityOf(a.owner), identityOf(b.owner)));
  return sorted.flatMap(({ owner, fields }) => pathsOf(fields).map((path) => ({ owner, path })));
}

export const pathText = (path: FieldPath): string => path.map(elementText).join("");

/** Returns the status causes of the conflicts. */
export const conflictCauses = (conflicts: readonly Conflict[]) =>
  conflicts.map(({ owner, path }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${ownerText(owner)}`,
    field: pathText(path),
  }));

/** `"kubectl" with subresource "status" using apps/v1` */
function ownerText({ manager, operation, apiVersion, subresource }: Owner): string {
  const name = subresource === "" ? quoteGo(manager) : `${quoteGo(manager)} with subresource ${quoteGo(subresource)}`;
  return operation === "Update" ? `${name} using ${apiVersion}` : name;
}

export function conflictMessage(conflicts: readonly Conflict[]): string {
  const [only, ...others] = conflicts;
  if (only && others.length === 0) {
    return `Apply failed with 1 conflict: conflict with ${ownerText(only.owner)}: ${pathText(only.path)}`;
  }
  const lines = conflicts.flatMap(({ owner, path }, index) => {
    const isFirst = owner !== conflicts[index - 1]?.owner;
    return [...(isFirst ? [`conflicts with ${ownerText(owner)}:`] : []), `- ${pathText(path)}`];
  });
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join("\n")}`;
}

export const conflictsOutside = (conflicts: readonly Conflict[], allowed: FieldSet): Conflict[] =>
  conflicts.filter(({ path }) => !contains(allowed, path));
