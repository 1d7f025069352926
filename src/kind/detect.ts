/**
 * Determines the kind of a document from its `apiVersion` and `kind`.
 *
 * @module
 */
import { type Cause, documentsWithoutKind, type FieldPath } from "../diagnostic/diagnostic.ts";
import { closest, distance } from "../text/closest.ts";
import type { Catalog } from "./catalog.ts";
import {
  apiVersionOf,
  groupIn,
  groupOf,
  type Kind,
  type KindVersion,
  namesOf,
  type RetiredVersion,
  versionsIn,
} from "./kind.ts";

/** Why a document that should have a known kind does not. */
export interface DetectionFault {
  readonly rule: "kind/missing" | "kind/group" | "kind/version" | "kind/unknown-name" | "kind/type" | "kind/unexpected";
  readonly cause: Cause;
  readonly path: FieldPath;
  readonly message: string;
  readonly help?: string;
  readonly atKey?: boolean;
  /** The current `apiVersion` of the kind, if the document has one that is no longer read. */
  readonly successor?: string;
}

export type Detection =
  | { readonly kind: Kind; readonly version: KindVersion; readonly list: "none" | "typed" }
  /** A `v1` List, whose items may have any kind. */
  | { readonly list: "mixed" }
  | { readonly fault: DetectionFault; readonly likely?: Kind }
  /**
   * Not in the catalog. `unknown` describes the document for the user; `meant` is the `apiVersion` of a known group
   * that differs by one letter.
   */
  | { readonly unknown: string; readonly meant?: string };

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** Splits `apps/v1` and `v1`. As in Kubernetes, a text with more than one slash is not a group version. */
export function parseApiVersion(apiVersion: string): GroupVersion | undefined {
  const parts = apiVersion.split("/");
  if (parts.length > 2) return undefined;
  const [group, version] = parts.length === 2 ? parts : ["", parts[0]];
  return group === undefined || version === undefined ? undefined : { group, version };
}

/**
 * Determines the kind of an object.
 *
 * @param object - the document's root; only its `apiVersion`, `kind` and the names of its fields are read
 */
export function detectKind(object: Readonly<Record<string, unknown>>, catalog: Catalog): Detection {
  const { apiVersion, kind } = object;
  const fault = identityFault(object, catalog);
  if (fault) return fault;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return { unknown: documentsWithoutKind };
  const detection = detectCached(apiVersion, kind, catalog);
  if (!("fault" in detection) || detection.fault.rule !== "kind/group") return detection;
  const [meant] = catalog.findAllByName(kind);
  return meant && !hasFieldsOf(object, meant) ? { unknown: `${apiVersion} ${kind}` } : detection;
}

/**
 * Whether at least half of the fields of an object are fields of the kind or of a list of it. Other programs have kinds
 * with the same names.
 */
function hasFieldsOf(object: Readonly<Record<string, unknown>>, { versions }: Kind): boolean {
  const fields = Object.keys(object).filter((field) => field !== "apiVersion" && field !== "kind");
  const known = fields.filter((field) =>
    versions.some(({ schema }) => field === "items" || Object.hasOwn(schema.properties ?? {}, field)),
  );
  return known.length * 2 >= fields.length;
}

/** The maximum number of `apiVersion` and `kind` pairs to cache, since input may contain any number of them. */
const maxCachedDetections = 1000;

/** Detections by `apiVersion`, then by kind. */
type DetectionCache = Map<string, Map<string, Detection>>;

const cacheByCatalog = new WeakMap<Catalog, { size: number; readonly kept: DetectionCache }>();

/** Caches detections, since the files of a run contain the same few kinds again and again. */
function detectCached(apiVersion: string, kind: string, catalog: Catalog): Detection {
  let cache = cacheByCatalog.get(catalog);
  if (!cache || cache.size >= maxCachedDetections) {
    cache = { size: 0, kept: new Map() };
    cacheByCatalog.set(catalog, cache);
  }
  const known = cache.kept.get(apiVersion)?.get(kind);
  if (known) return known;
  const detection = detectUncached(apiVersion, kind, catalog);
  const ofVersion = cache.kept.get(apiVersion) ?? new Map<string, Detection>();
  cache.kept.set(apiVersion, ofVersion.set(kind, detection));
  cache.size++;
  return detection;
}

function detectUncached(apiVersion: string, kind: string, catalog: Catalog): Detection {
  const parsed = parseApiVersion(apiVersion);
  if (!parsed) return { fault: wrongApiVersion(apiVersion) };
  if (parsed.group === "" && kind === "List") return { list: "mixed" };
  const meant = similarApiVersion(parsed, kind, catalog);
  return detectIn(parsed, kind, catalog) ?? { unknown: `${apiVersion} ${kind}`, ...(meant ? { meant } : {}) };
}

/** Returns the `apiVersion` of the kind in a group whose name differs by one letter. */
function similarApiVersion({ group }: GroupVersion, name: string, catalog: Catalog): string | undefined {
  const [meant] = catalog
    .findAllByName(name)
    .filter((kind) => isOneLetterOff(groupIn(catalog.groupDomain, kind.group), group));
  const [newest] = meant?.versions ?? [];
  return group !== "" && meant && newest ? apiVersionOf(meant, newest, catalog.groupDomain) : undefined;
}

function isOneLetterOff(group: string, written: string): boolean {
  return Math.abs(group.length - written.length) <= 1 && distance(group, written) === 1;
}

function detectIn({ group, version }: GroupVersion, name: string, catalog: Catalog): Detection | undefined {
  const retired = catalog.findRetired(group, version, name);
  if (retired) return { fault: retiredFault(retired, catalog.groupDomain) };
  const exact = catalog.find(group, name);
  if (exact) return detectVersion(exact, { group, version, name }, catalog, "none");
  const listed = catalog.findList(group, name);
  if (listed) return detectVersion(listed, { group, version, name: listed.kind }, catalog, "typed");
  const other = catalog.findElsewhere?.(group, version, name);
  if (other) return detectVersion(other, { group, version, name }, catalog, "none");

  const known = catalog.kindsInGroup(group);
  if (known.length > 0 && group !== "") {
    const gone = catalog.findRetired(group, undefined, name);
    if (gone) return { fault: retiredFault(gone, catalog.groupDomain) };
    return (
      reportWrongGroup(name, { group, version }, catalog.findAllByName(name)[0], catalog) ??
      reportUnknownName(name, group, known)
    );
  }

  const domainGroup = catalog.groupInCatalogDomain(group);
  if (domainGroup && (catalog.find(domainGroup, name) || catalog.findList(domainGroup, name))) {
    return {
      fault: {
        rule: "kind/group",
        cause: "unsupported",
        path: ["apiVersion"],
        message: `group must be "${domainGroup}"; got "${group}"`,
        help: `write \`apiVersion: ${domainGroup}/${version}\`, or pass \`--group-domain\` for another domain`,
      },
    };
  }
  // Resources in unknown groups may well have the name of a configuration kind.
  if (commonNames.has(name) && group !== "" && !group.endsWith(`.${catalog.groupDomain}`)) return undefined;
  const meant = catalog.findAllByName(name).find((kind) => kind.loader);
  return reportWrongGroup(name, { group, version }, meant, catalog);
}

function wrongApiVersion(apiVersion: string): DetectionFault {
  return {
    rule: "kind/version",
    cause: "invalid",
    path: ["apiVersion"],
    message: `must be \`group/version\` or \`version\`; got "${apiVersion}"`,
  };
}

function retiredFault({ group, name, kind, until, replacement }: RetiredVersion, domain: string): DetectionFault {
  const apiVersion = group === "" ? name : `${groupIn(domain, group)}/${name}`;
  const successor = replacement === undefined ? undefined : successorApiVersion(replacement, domain);
  return {
    rule: "kind/version",
    cause: "unsupported",
    path: ["apiVersion"],
    message: `${kind} ${apiVersion} was removed in ${until}`,
    help: replacement ? replacementHelp(replacement, domain) : "nothing replaces it",
    ...(successor ? { successor } : {}),
  };
}

/** The `apiVersion` of a replacement; undefined if the replacement is another kind. */
export function successorApiVersion(replacement: string, domain: string): string | undefined {
  return /\/[A-Z]/.test(replacement) ? undefined : groupIn(domain, replacement);
}

/** Returns the advice to use a replacement. @param replacement - group and version, and the kind if it differs */
export function replacementHelp(replacement: string, domain: string): string {
  const [, apiVersion = "", kind] = /^(.*?)(?:\/([A-Z]\w*))?$/.exec(replacement) ?? [];
  return `write \`apiVersion: ${groupIn(domain, apiVersion)}\`${kind ? ` and \`kind: ${kind}\`` : ""}`;
}

function detectVersion(
  kind: Kind,
  { group, version, name }: GroupVersion & { readonly name: string },
  { groupDomain }: Catalog,
  list: "none" | "typed",
): Detection {
  const versions = versionsIn(groupDomain, kind);
  const isIn = (item: KindVersion) => groupOf(kind, item, groupDomain) === group && namesOf(kind, item).includes(name);
  const found = versions.find((item) => item.name === version && isIn(item));
  if (found) return { kind, version: found, list };
  const known = versions.filter((item) => namesOf(kind, item).includes(name));
  const names = known.map((item) => apiVersionOf(kind, item, groupDomain));
  const isInSeveralGroups = known.some((item) => groupOf(kind, item, groupDomain) !== group);
  return {
    likely: kind,
    fault: {
      rule: "kind/version",
      cause: "unsupported",
      path: ["apiVersion"],
      message: `${name} has no version "${version}"${isInSeveralGroups ? ` in group "${group}"` : ""}; known: ${names.join(", ")}`,
      help: `write \`apiVersion: ${names[0]}\``,
    },
  };
}

function reportUnknownName(name: string, group: string, known: readonly Kind[]): Detection {
  const names = known.flatMap((kind) => (kind.resource ? [kind.kind, `${kind.kind}List`] : [kind.kind]));
  const meant = closest(name, names);
  return {
    fault: {
      rule: "kind/unknown-name",
      cause: "unsupported",
      path: ["kind"],
      message: `"${group}" has no kind "${name}"`,
      help: meant ? `did you mean \`kind: ${meant}\`?` : `kinds of this group: ${names.join(", ")}`,
    },
  };
}

/** Names of configuration kinds that third-party resources also use. */
const commonNames: ReadonlySet<string> = new Set(["Config", "Configuration", "Policy"]);

function reportWrongGroup(
  name: string,
  { group, version }: GroupVersion,
  meant: Kind | undefined,
  { groupDomain }: Catalog,
): Detection | undefined {
  const versions = meant ? versionsIn(groupDomain, meant) : [];
  const newest = versions.find((item) => item.name === version) ?? versions[0];
  if (!meant || !newest) return undefined;
  return {
    likely: meant,
    fault: {
      rule: "kind/group",
      cause: "unsupported",
      path: ["apiVersion"],
      message: `${name} is in group "${groupOf(meant, newest, groupDomain)}"; got "${group}"`,
      help: `write \`apiVersion: ${apiVersionOf(meant, newest, groupDomain)}\``,
    },
  };
}

/** Reports a missing or wrong `apiVersion` or `kind`, if the other of the two shows that a known kind is meant. */
function identityFault(object: Readonly<Record<string, unknown>>, catalog: Catalog): Detection | undefined {
  const { apiVersion, kind } = object;
  if (typeof kind === "string" && kind !== "" && !hasText(apiVersion)) {
    const listed = kind.endsWith("List") ? kind.slice(0, -"List".length) : "";
    const [meant = catalog.findAllByName(listed).find((item) => item.resource)] = catalog.findAllByName(kind);
    const newest = meant?.versions.find((item) =>
      namesOf(meant, item).some((name) => name === kind || name === listed),
    );
    if (!meant || !newest || !hasFieldsOf(object, meant)) return undefined;
    const wanted = apiVersionOf(meant, newest, catalog.groupDomain);
    return { likely: meant, fault: missingFieldFault("apiVersion", apiVersion, `write \`apiVersion: ${wanted}\``) };
  }
  if (typeof apiVersion === "string" && apiVersion !== "" && !hasText(kind) && !isHelmFile(object)) {
    const known = catalog.kindsInGroup(parseApiVersion(apiVersion)?.group ?? "");
    const configs = known.filter((item) => item.loader || item.group !== "");
    if (!configs.some((config) => hasFieldsOf(object, config))) return undefined;
    const names = configs.map((item) => item.kind).join(", ");
    return { fault: missingFieldFault("kind", kind, `kinds of this group: ${names}`) };
  }
  return undefined;
}

/** Whether the document describes a Helm chart or is the index of a chart repository. Both have an `apiVersion` too. */
function isHelmFile({ apiVersion, name, version, entries }: Readonly<Record<string, unknown>>): boolean {
  if (apiVersion === "v1" && typeof entries === "object") return true;
  return (apiVersion === "v1" || apiVersion === "v2") && hasText(name) && hasText(version);
}

function hasText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function missingFieldFault(field: "apiVersion" | "kind", value: unknown, help: string): DetectionFault {
  if (value === undefined || value === null || value === "") {
    return { rule: "kind/missing", cause: "required", path: [field], message: `\`${field}\` must be set`, help };
  }
  return { rule: "kind/type", cause: "type", path: [field], message: `\`${field}\` must be a string`, help };
}
