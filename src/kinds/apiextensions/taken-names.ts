/**
 * The names that definitions have been given, by group: a new one is held against them in the same time, however many there are.
 *
 * @module
 */
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from "../../api/types/apiextensions-v1.ts";

/** The names of the other definitions in the group of one. */
export interface TakenNames {
  isResource(text: string): boolean;
  isKind(text: string): boolean;
}

/** The names that share one space. */
export const resourceNames = (names: CustomResourceDefinitionNames): readonly string[] => [
  names.plural ?? "",
  names.singular ?? "",
  ...(names.shortNames ?? []),
];

/** The names that share the other space. */
export const kindNames = ({ kind = "", listKind = "" }: CustomResourceDefinitionNames): readonly string[] => [
  kind,
  listKind,
];

export class NameRegister {
  private readonly keysByOwner = new Map<string, readonly string[]>();
  private readonly ownersByKey = new Map<string, Set<string>>();

  /** Notes the accepted names of a definition, in place of those that it had. */
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

  /** The names that other definitions have in a group. */
  taken(group: string, owner: string): TakenNames {
    const isTaken = (key: string) => {
      const owners = this.ownersByKey.get(key);
      return owners !== undefined && (owners.size > 1 || !owners.has(owner));
    };
    return {
      isResource: (text) => isTaken(resourceKey(group, text)),
      isKind: (text) => isTaken(kindKey(group, text)),
    };
  }
}

const resourceKey = (group: string, text: string): string => `${group}/resource/${text}`;
const kindKey = (group: string, text: string): string => `${group}/kind/${text}`;
