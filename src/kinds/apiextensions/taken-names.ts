/**
 * The accepted names of all definitions, by group, indexed so that checking a new definition takes the same time
 * regardless of their number.
 *
 * @module
 */
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from "../../api/types/apiextensions-v1.ts";

/** The names of the other definitions in a definition's group. */
export interface TakenNames {
  isResourceTaken(text: string): boolean;
  isKindTaken(text: string): boolean;
}

/** Returns the plural, singular and short names, which must be unique among each other within a group. */
export const resourceNames = (names: CustomResourceDefinitionNames): readonly string[] => [
  names.plural ?? "",
  names.singular ?? "",
  ...(names.shortNames ?? []),
];

/** Returns the kind and the list kind, which must be unique among each other within a group. */
export const kindNames = ({ kind = "", listKind = "" }: CustomResourceDefinitionNames): readonly string[] => [
  kind,
  listKind,
];

export class NameRegister {
  private readonly keysByOwner = new Map<string, readonly string[]>();
  private readonly ownersByKey = new Map<string, Set<string>>();

  /** Replaces the recorded names of a definition by those that its status accepts. */
  set(owner: string, { spec, status }: CustomResourceDefinition): void {
    this.delete(owner);
    const { group = "" } = spec ?? {};
    const names = status?.acceptedNames ?? {};
    const keys = [
      ...resourceNames(names).map((text) => resourceKey(group, text)),
      ...kindNames(names).map((text) => kindKey(group, text)),
    ];
    this.keysByOwner.set(owner, keys);
    for (const key of keys) {
      const owners = this.ownersByKey.get(key) ?? new Set();
      this.ownersByKey.set(key, owners.add(owner));
    }
  }

  delete(owner: string): void {
    for (const key of this.keysByOwner.get(owner) ?? []) {
      const owners = this.ownersByKey.get(key);
      owners?.delete(owner);
      if (owners?.size === 0) this.ownersByKey.delete(key);
    }
    this.keysByOwner.delete(owner);
  }

  /** Returns the names that the other definitions of a group have. */
  takenNames(group: string, owner: string): TakenNames {
    const isTaken = (key: string) => {
      const owners = this.ownersByKey.get(key);
      return owners !== undefined && (owners.size > 1 || !owners.has(owner));
    };
    return {
      isResourceTaken: (text) => isTaken(resourceKey(group, text)),
      isKindTaken: (text) => isTaken(kindKey(group, text)),
    };
  }
}

const resourceKey = (group: string, text: string): string => `${group}/resource/${text}`;
const kindKey = (group: string, text: string): string => `${group}/kind/${text}`;
