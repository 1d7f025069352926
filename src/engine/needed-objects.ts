/**
 * Decides which objects a run keeps: those of kinds that policies or rules across documents need.
 *
 * @module
 */
import { garbageCollectorAgrees } from "../flags/garbage-collector-agrees.ts";
import type { Catalog } from "../kind/catalog.ts";
import { groupOf, type Kind } from "../kind/kind.ts";
import type { ProjectDocument, ProjectRule } from "../rule/rule.ts";

export const policyKind = "ValidatingAdmissionPolicy";

/** The kinds of policies, each with the kind of its bindings. */
export const bindingKindByPolicyKind: ReadonlyMap<string, string> = new Map([
  [policyKind, "ValidatingAdmissionPolicyBinding"],
  ["MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"],
]);

/** Kinds of policies and bindings, whose objects decide whether policies are evaluated on the documents of a run. */
export const policyAndBindingKinds: readonly string[] = [...bindingKindByPolicyKind].flat();

/** Returns the rules across documents, each once. */
export function projectRulesOf(kinds: readonly Kind[]): readonly ProjectRule[] {
  const all = [...kinds.flatMap(({ projectRules = [] }) => projectRules), garbageCollectorAgrees];
  return [...new Map(all.map((rule) => [rule.id, rule])).values()];
}

type Identity = Pick<ProjectDocument, "group" | "kind">;

const wantedByKinds = new WeakMap<readonly Kind[], ReadonlySet<string>>();

/** Whether a run keeps an object. A custom kind with the same name as a wanted kind in another group does not count. */
export function isNeeded(object: Identity, { kinds, groupDomain }: Catalog): boolean {
  const wanted = wantedByKinds.get(kinds) ?? wantedKinds(kinds, groupDomain);
  wantedByKinds.set(kinds, wanted);
  return wanted.has(identityOf(object));
}

/** Returns the wanted kinds by group and name, in every group that a kind has been in. */
function wantedKinds(kinds: readonly Kind[], groupDomain: string): ReadonlySet<string> {
  const names = new Set([
    ...projectRulesOf(kinds).flatMap((rule) => rule.kinds),
    ...policyAndBindingKinds,
    "Namespace",
  ]);
  const wanted = kinds.filter(({ kind, isCustom }) => names.has(kind) && !isCustom);
  return new Set(
    wanted.flatMap((kind) =>
      kind.versions.map((version) => identityOf({ kind: kind.kind, group: groupOf(kind, version, groupDomain) })),
    ),
  );
}

const identityOf = ({ group, kind }: Identity): string => `${group}/${kind}`;
