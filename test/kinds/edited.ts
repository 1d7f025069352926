/** Changes to an object, in the format of the recorded cases. */

export type Path = readonly (string | number)[];
/** Sets the value at a path, or removes it from its map or list. */
export type Change = { readonly set: Path; readonly to: unknown } | { readonly remove: Path };

export function applyEdit(object: unknown, change: Change): unknown {
  const copy: unknown = structuredClone(object);
  const path = "set" in change ? change.set : change.remove;
  const last = path.at(-1) ?? "";
  const parent = path.slice(0, -1).reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], copy);
  if ("set" in change) (parent as Record<string, unknown>)[last] = change.to;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Record<string, unknown>)[last];
  return copy;
}
