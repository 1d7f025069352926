/**
 * A set of kinds, looked up by group and name. A catalog is a value: lint, server and tests each make their own.
 *
 * @module
 */
import { groupBy } from "../text/group-by.ts";
import { compareApiVersions } from "../text/version-order.ts";
import {
  domainPlaceholder,
  groupIn,
  groupOf,
  type Kind,
  type KindVersion,
  namesOf,
  type RetiredVersion,
  versionsIn,
} from "./kind.ts";

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
  /** A version that no target reads any more, by the real group, and by the name of the kind or of its list; without a version any. */
  findRetired(group: string, version: string | undefined, kind: string): RetiredVersion | undefined;
  /** A version of a kind that the catalog has not, but that can be had from elsewhere; by the real group. */
  readonly elsewhere?: KindFinder;
  /** A catalog group of the same shape under another domain: `rbac.authorization.example.com`. */
  inOtherDomain(group: string): string | undefined;
}

/** Finds a version of a kind, by the real group. */
export interface KindFinder {
  (group: string, version: string, kind: string): Kind | undefined;
  /** Whether there was a place that could not be read, until now; never unless given. */
  isIncomplete?(): boolean;
}

export function createCatalog(
  kinds: readonly Kind[],
  groupDomain: string,
  retired: readonly RetiredVersion[] = [],
): Catalog {
  const byIdentity = indexByIdentity(kinds, groupDomain);
  // Most runs ask for none of these.
  let byName: ReadonlyMap<string, readonly Kind[]> | undefined;
  let byGroup: ReadonlyMap<string, readonly Kind[]> | undefined;
  let prefixes: readonly string[] | undefined;
  const find = (group: string, name: string) => byIdentity.get(`${group}/${name}`);
  const named = (name: string) => {
    byName ??= indexByName(kinds, groupDomain);
    return byName.get(name) ?? [];
  };
  const inGroup = (group: string) => {
    byGroup ??= indexByGroup(kinds, groupDomain);
    return byGroup.get(group) ?? [];
  };

  return {
    kinds,
    groupDomain,
    find,
    named,
    called: (text) => {
      const dot = text.indexOf(".");
      return dot < 0 ? named(text)[0] : find(groupIn(groupDomain, text.slice(dot + 1)), text.slice(0, dot));
    },
    inGroup,
    findList: (group, listKind) => {
      const kind = listKind.endsWith("List") ? find(group, listKind.slice(0, -"List".length)) : undefined;
      return kind?.resource || kind?.isListed ? kind : undefined;
    },
    findRetired: (group, version, name) => {
      const kind = name.replace(/List$/, "");
      return retired.find(
        (item) =>
          item.kind === kind &&
          (version === undefined || item.name === version) &&
          groupIn(groupDomain, item.group) === group,
      );
    },
    inOtherDomain: (group) => {
      if (inGroup(group).length > 0) return undefined;
      prefixes ??= prefixesOf(kinds);
      const prefix = prefixes.find((known) => group.startsWith(known) && group.slice(known.length).includes("."));
      return prefix && `${prefix}${groupDomain}`;
    },
  };
}

/** All that documents may name as what they are. */
function indexByIdentity(kinds: readonly Kind[], groupDomain: string): ReadonlyMap<string, Kind> {
  const byIdentity = new Map<string, Kind>();
  for (const kind of kinds) {
    for (const version of identities(kind, groupDomain)) {
      const group = groupOf(kind, version, groupDomain);
      for (const name of namesOf(kind, version)) byIdentity.set(`${group}/${name}`, kind);
    }
  }
  return byIdentity;
}

function indexByGroup(kinds: readonly Kind[], groupDomain: string): ReadonlyMap<string, readonly Kind[]> {
  const byGroup = new Map<string, Kind[]>();
  for (const kind of kinds) {
    for (const version of identities(kind, groupDomain)) append(byGroup, groupOf(kind, version, groupDomain), kind);
  }
  return byGroup;
}

/** Versions under which a document says what it is; files of some kinds never say it. */
function identities(kind: Kind, groupDomain: string): readonly KindVersion[] {
  return kind.loader?.mayOmit === "identity" ? [] : versionsIn(groupDomain, kind);
}

function indexByName(kinds: readonly Kind[], groupDomain: string): ReadonlyMap<string, readonly Kind[]> {
  const byName = new Map<string, Kind[]>();
  for (const kind of kinds) {
    for (const version of versionsIn(groupDomain, kind)) {
      for (const name of namesOf(kind, version)) append(byName, name, kind);
    }
  }
  return byName;
}

/** The first parts of groups, before the domain. */
function prefixesOf(kinds: readonly Kind[]): readonly string[] {
  const groups = kinds.flatMap((kind) => [kind.group, ...kind.versions.flatMap(({ group }) => group ?? [])]);
  return [...new Set(groups)]
    .filter((group) => group.endsWith(`.${domainPlaceholder}`) && isTelling(group, kinds))
    .map((group) => group.slice(0, -domainPlaceholder.length));
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
  return [...groupBy(defined, ({ group, kind }) => `${group}/${kind}`).values()].flatMap((variants) => {
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
