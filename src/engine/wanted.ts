/**
 * Which objects a run keeps of its files: those of kinds that rules across documents and policies ask for.
 *
 * @module
 */
import { garbageCollectorAgrees } from "../flags/garbage-collector-agrees.ts";
import type { Catalog } from "../kind/catalog.ts";
import { groupOf, type Kind } from "../kind/kind.ts";
import type { ProjectDocument, ProjectRule } from "../rule/rule.ts";

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

type Identity = Pick<ProjectDocument, "group" | "kind">;

const wantedByKinds = new WeakMap<readonly Kind[], ReadonlySet<string>>();

/** Whether an object is kept: of one of these kinds, not of one that a definition calls by the same name in another group. */
export function isWanted(object: Identity, { kinds, groupDomain }: Catalog): boolean {
  const wanted = wantedByKinds.get(kinds) ?? wantedKinds(kinds, groupDomain);
  wantedByKinds.set(kinds, wanted);
  return wanted.has(identityOf(object));
}

/** By group and name, in every group that a kind has been in. */
function wantedKinds(kinds: readonly Kind[], groupDomain: string): ReadonlySet<string> {
  const names = new Set([...projectRulesOf(kinds).flatMap((rule) => rule.kinds), ...policyKinds, "Namespace"]);
  const wanted = kinds.filter(({ kind, isCustom }) => names.has(kind) && !isCustom);
  return new Set(
    wanted.flatMap((kind) =>
      kind.versions.map((version) => identityOf({ kind: kind.kind, group: groupOf(kind, version, groupDomain) })),
    ),
  );
}

const identityOf = ({ group, kind }: Identity): string => `${group}/${kind}`;
