/**
 * A set of kinds that are looked up by group and name. A catalog is a plain value: the linter, the server and tests
 * each create one.
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
  /** Finds a kind by its real group and its name or an alias. */
  find(group: string, kind: string): Kind | undefined;
  /** Kinds with the name, in any group. */
  findAllByName(kind: string): readonly Kind[];
  /** Finds a kind by `KIND` or `KIND.group`; the group may contain the domain placeholder. */
  findByQualifiedName(name: string): Kind | undefined;
  /** Kinds in a real group. */
  kindsInGroup(group: string): readonly Kind[];
  /** Finds the kind whose list kind has this name: Role for RoleList. */
  findList(group: string, listKind: string): Kind | undefined;
  /**
   * Finds a version that no target reads any more, by the real group and the name of the kind or of its list kind.
   * Without a version, any retired version matches.
   */
  findRetired(group: string, version: string | undefined, kind: string): RetiredVersion | undefined;
  /**
   * Finds a version of a kind that is not in the catalog but in another source, such as schema files; by the real
   * group.
   */
  readonly findElsewhere?: KindFinder;
  /**
   * Returns the catalog's group for a group with the same prefix under another domain, such as
   * `rbac.authorization.example.com`; undefined if no prefix matches.
   */
  groupInCatalogDomain(group: string): string | undefined;
}

/** Finds a version of a kind by the real group. */
export interface KindFinder {
  (group: string, version: string, kind: string): Kind | undefined;
  /** Whether a location could not be read so far. Absent: all locations could be read. */
  isIncomplete?(): boolean;
}

export function createCatalog(
  kinds: readonly Kind[],
  groupDomain: string,
  retired: readonly RetiredVersion[] = [],
): Catalog {
  const byIdentity = indexByIdentity(kinds, groupDomain);
  // Built on first use, since most runs need none of these.
  let byName: ReadonlyMap<string, readonly Kind[]> | undefined;
  let byGroup: ReadonlyMap<string, readonly Kind[]> | undefined;
  let prefixes: readonly string[] | undefined;
  const find = (group: string, name: string) => byIdentity.get(`${group}/${name}`);
  const findAllByName = (name: string) => {
    byName ??= indexByName(kinds, groupDomain);
    return byName.get(name) ?? [];
  };
  const kindsInGroup = (group: string) => {
    byGroup ??= indexByGroup(kinds, groupDomain);
    return byGroup.get(group) ?? [];
  };

  return {
    kinds,
    groupDomain,
    find,
    findAllByName,
    findByQualifiedName: (text) => {
      const dot = text.indexOf(".");
      return dot < 0 ? findAllByName(text)[0] : find(groupIn(groupDomain, text.slice(dot + 1)), text.slice(0, dot));
    },
    kindsInGroup,
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
    groupInCatalogDomain: (group) => {
      if (kindsInGroup(group).length > 0) return undefined;
      prefixes ??= prefixesOf(kinds);
      const prefix = prefixes.find((known) => group.startsWith(known) && group.slice(known.length).includes("."));
      return prefix && `${prefix}${groupDomain}`;
    },
  };
}

/** Indexes kinds by `group/kind`, as documents can identify themselves. */
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

/** Versions that documents identify themselves with. Files of some kinds have no `apiVersion` and `kind`. */
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

/** The parts of group names before the domain, with the dot. */
function prefixesOf(kinds: readonly Kind[]): readonly string[] {
  const groups = kinds.flatMap((kind) => [kind.group, ...kind.versions.flatMap(({ group }) => group ?? [])]);
  return [...new Set(groups)]
    .filter((group) => group.endsWith(`.${domainPlaceholder}`) && isDistinctiveGroup(group, kinds))
    .map((group) => group.slice(0, -domainPlaceholder.length));
}

/**
 * Returns the catalog with additional kinds that documents define. These kinds do not extend `kindsInGroup`, since other
 * kinds of their groups may be defined elsewhere. Kinds that are already in the catalog take precedence.
 */
export function withDefinedKinds(catalog: Catalog, defined: readonly Kind[]): Catalog {
  if (defined.length === 0) return catalog;
  const kinds = withVariants(defined);
  const extra = createCatalog(kinds, catalog.groupDomain);
  return {
    ...catalog,
    kinds: [...catalog.kinds, ...kinds],
    find: (group, kind) => catalog.find(group, kind) ?? extra.find(group, kind),
    findAllByName: (kind) => [...catalog.findAllByName(kind), ...extra.findAllByName(kind)],
    findByQualifiedName: (name) => catalog.findByQualifiedName(name) ?? extra.findByQualifiedName(name),
    findList: (group, listKind) => catalog.findList(group, listKind) ?? extra.findList(group, listKind),
  };
}

/** Merges several definitions of one kind into a kind with the versions of all of them. */
function withVariants(defined: readonly Kind[]): readonly Kind[] {
  return [...groupBy(defined, ({ group, kind }) => `${group}/${kind}`).values()].flatMap((variants) => {
    const [first] = variants;
    if (!first || variants.length === 1) return variants;
    const versions = new Map(variants.flatMap((kind) => kind.versions).map((version) => [version.name, version]));
    const newestFirst = [...versions.values()].sort((a, b) => compareApiVersions(b.name, a.name));
    return { ...first, versions: newestFirst, variants };
  });
}

/**
 * Whether the part of a group before the domain identifies the group: it has several words, or a configuration kind
 * uses the group. Third-party groups can also have a single word, as in `networking.example.com`, but they have no
 * configuration files.
 */
function isDistinctiveGroup(group: string, kinds: readonly Kind[]): boolean {
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
