/**
 * Kinds whose file has a shape of its own for rules to read; they are on their way to `kind`.
 *
 * @module
 */
import { servedKinds } from "../../api/served-kinds.ts";
import type { Kind } from "../../kind/kind.ts";
import { type Authored, servedKind } from "../kind.ts";

/** @param group - with the placeholder of the domain */
export function kindFromTable<T extends object>(group: string, kind: string, authored: Authored<T>): Kind<T> {
  const served = servedKinds().find((item) => item.group === group && item.kind === kind);
  if (!served) throw new Error(`the tables have no ${kind} of "${group}"`);
  return servedKind(served, authored);
}
