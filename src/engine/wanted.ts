/**
 * Which objects a run keeps of its files: those of kinds that rules across documents and policies ask for.
 *
 * @module
 */
import { garbageCollectorAgrees } from "../flags/garbage-collector-agrees.ts";
import type { Kind } from "../kind/kind.ts";
import type { ProjectRule } from "../rule/rule.ts";

export const policyKind = "ValidatingAdmissionPolicy";

/** The kinds of policies, each with the kind that binds it. */
export const bindingKinds: ReadonlyMap<string, string> = new Map([
  [policyKind, "ValidatingAdmissionPolicyBinding"],
  ["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"],
]);

/** Objects of these kinds say whether policies are evaluated on the documents of a run. */
export const policyKinds: readonly string[] = [...bindingKinds].flat();

/** Rules that look across documents, each once. */
export function projectRulesOf(kinds: readonly Kind[]): readonly ProjectRule[] {
  const all = [...kinds.flatMap(({ projectRules = [] }) => projectRules), garbageCollectorAgrees];
  return [...new Map(all.map((rule) => [rule.id, rule])).values()];
}

const wantedByKinds = new WeakMap<readonly Kind[], ReadonlySet<string>>();

/** Names of the kinds whose objects are kept. */
export function wantedKinds(kinds: readonly Kind[]): ReadonlySet<string> {
  const known = wantedByKinds.get(kinds);
  if (known) return known;
  const wanted = new Set([...projectRulesOf(kinds).flatMap((rule) => rule.kinds), ...policyKinds, "Namespace"]);
  wantedByKinds.set(kinds, wanted);
  return wanted;
}
