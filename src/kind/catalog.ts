/**
 * A set of kinds, looked up by group and name. A catalog is a value: lint, server and tests each make their own.
 *
 * @module
 */
import { compareApiVersions } from "../lexical/version-order.ts";
import { domainPlaceholder, groupIn, groupOf, type Kind, namesOf, type RetiredVersion, versionsIn } from "./kind.ts";

export interface Catalog {
  readonly kinds: readonly Kind[];
  readonly groupDomain: string;
  /** By the real group; a kind answers to its aliases too. */
  find(group: string, kind: string): Kind | undefined;
  /** Kinds of that name in any group. */
  named(kind: string): readonly Kind[];
  /** The kind that is called `KIND` or `KIND.group`; the group may have the domain placeholder. */
  called(name: string): Kind | undefined;
  /** Kinds of a real group. */
  inGroup(group: string): readonly Kind[];
  /** The kind whose list has this name: Role for RoleList. */
  findList(group: string, listKind: string): Kind | undefined;
  /** A version that no target reads any more, by the real group, and by the name of the kind or of its list. */
  findRetired(group: string, version: string, kind: string): RetiredVersion | undefined;
  /** A catalog group of the same shape under another domain: `rbac.authorization.example.com`. */
  inOtherDomain(group: string): string | undefined;
}

export function createCatalog(
  kinds: readonly Kind[],
  groupDomain: string,
  retired: readonly RetiredVersion[] = [],
): Catalog {
  const byName = new Map<string, Kind[]>();
  const byGroup = new Map<string, Kind[]>();
  const byIdentity = new Map<string, Kind>();
  for (const kind of kinds) {
    for (const version of versionsIn(groupDomain, kind)) {
      const group = groupOf(kind, version, groupDomain);
      for (const name of namesOf(kind, version)) append(byName, name, kind);
      if (kind.loader?.mayOmit === "identity") continue;
      append(byGroup, group, kind);
      for (const name of namesOf(kind, version)) byIdentity.set(`${group}/${name}`, kind);
    }
  }
  const find = (group: string, name: string) => byIdentity.get(`${group}/${name}`);
  const named = (name: string) => byName.get(name) ?? [];
  const groups = kinds.flatMap((kind) => [kind.group, ...kind.versions.flatMap(({ group }) => group ?? [])]);
  const prefixes = [...new Set(groups)]
    .filter((group) => group.endsWith(`.${domainPlaceholder}`) && isTelling(group, kinds))
    .map((group) => group.slice(0, -domainPlaceholder.length));

  return {
    kinds,
    groupDomain,
    find,
    named,
    called: (text) => {
      const dot = text.indexOf(".");
      return dot < 0 ? named(text)[0] : find(groupIn(groupDomain, text.slice(dot + 1)), text.slice(0, dot));
    },
    inGroup: (group) => byGroup.get(group) ?? [],
    findList: (group, listKind) => {
      const kind = listKind.endsWith("List") ? find(group, listKind.slice(0, -"List".length)) : undefined;
      return kind?.resource || kind?.isListed ? kind : undefined;
    },
    findRetired: (group, version, name) => {
      const kind = name.replace(/List$/, "");
      return retired.find(
        (item) => item.name === version && item.kind === kind && groupIn(groupDomain, item.group) === group,
      );
    },
    inOtherDomain: (group) => {
      if (byGroup.has(group)) return undefined;
      const prefix = prefixes.find((known) => group.startsWith(known) && group.slice(known.length).includes("."));
      return prefix && `${prefix}${groupDomain}`;
    },
  };
}

/**
 * The catalog with kinds that documents define. Of their groups it says nothing: the rest of a group may be defined
 * elsewhere. A kind that the catalog has already stays what it is.
 */
export function withDefinedKinds(catalog: Catalog, defined: readonly Kind[]): Catalog {
  if (defined.length === 0) return catalog;
  const kinds = withVariants(defined);
  const extra = createCatalog(kinds, catalog.groupDomain);
  return {
    ...catalog,
    kinds: [...catalog.kinds, ...kinds],
    find: (group, kind) => catalog.find(group, kind) ?? extra.find(group, kind),
    named: (kind) => [...catalog.named(kind), ...extra.named(kind)],
    called: (name) => catalog.called(name) ?? extra.called(name),
    findList: (group, listKind) => catalog.findList(group, listKind) ?? extra.findList(group, listKind),
  };
}

/** Definitions of one kind as that kind, with the versions of all of them. */
function withVariants(defined: readonly Kind[]): readonly Kind[] {
  const byIdentity = new Map<string, Kind[]>();
  for (const kind of defined) append(byIdentity, `${kind.group}/${kind.kind}`, kind);
  return [...byIdentity.values()].flatMap((variants) => {
    const [first] = variants;
    if (!first || variants.length === 1) return variants;
    const versions = new Map(variants.flatMap((kind) => kind.versions).map((version) => [version.name, version]));
    const newestFirst = [...versions.values()].sort((a, b) => compareApiVersions(b.name, a.name));
    return { ...first, versions: newestFirst, variants };
  });
}

/** Groups of others begin with a single word too, `networking.example.com`; a configuration file is of none of those. */
function isTelling(group: string, kinds: readonly Kind[]): boolean {
  const words = group.slice(0, -domainPlaceholder.length).split(".").length - 1;
  return (
    words > 1 ||
    kinds.some((kind) => kind.loader && [kind.group, ...kind.versions.map((item) => item.group)].includes(group))
  );
}

function append(map: Map<string, Kind[]>, key: string, kind: Kind): void {
  const known = map.get(key);
  if (!known) map.set(key, [kind]);
  else if (known.at(-1) !== kind) known.push(kind);
}
