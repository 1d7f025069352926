/**
 * Expands a document to the objects in it: the document itself, or the items of a list. Reports faults of `apiVersion`
 * and `kind`.
 *
 * @module
 */
import {
  documentsWithoutFields,
  documentsWithoutKind,
  type FieldPath,
  type ObjectIdentity,
} from "../diagnostic/diagnostic.ts";
import { valueAt } from "../diagnostic/path.ts";
import { formatJson } from "../json/format-json.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import {
  type Detection,
  type DetectionFault,
  detectKind,
  replacementHelp,
  successorApiVersion,
} from "../kind/detect.ts";
import {
  apiVersionOf,
  type Kind,
  type KindVersion,
  namesOf,
  type Reader,
  readerOf,
  unknownFieldsIn,
  versionsIn,
} from "../kind/kind.ts";
import { listSchema } from "../kinds/meta/list.ts";
import { reaches } from "../release/release.ts";
import { moveBelow } from "../rule/finding.ts";
import type { RuleFinding } from "../rule/run.ts";
import { lintLimits } from "../rule/tally.ts";
import { schemaFindings } from "../schema/translate.ts";
import type { Settings } from "./options.ts";

/** An object of a known kind in a document. */
export interface Candidate {
  readonly kind: Kind;
  readonly version: KindVersion;
  readonly value: unknown;
  /** Path of the object in the document. */
  readonly base: FieldPath;
}

export interface Expansion {
  readonly candidates: readonly Candidate[];
  /** Paths are from the document's root. */
  readonly findings: readonly RuleFinding[];
  /** Documents and list items whose kind is not in the catalog. */
  readonly unknown: readonly UnknownDocument[];
  /** Documents of a version that another version replaces. A finding about their `apiVersion` explains it. */
  readonly outdated?: readonly OutdatedDocument[];
}

/** A document of a version that the target no longer reads, or that is deprecated. */
export interface OutdatedDocument {
  readonly base: FieldPath;
  readonly value: Readonly<Record<string, unknown>>;
  /** The `apiVersion` to write instead. */
  readonly successor: string;
}

/** A document, or an item of a list, of an unknown kind. */
export interface UnknownDocument {
  readonly base: FieldPath;
  readonly identity: string;
  /** The `apiVersion` that the author most likely meant. */
  readonly meant?: string;
}

/** Explains why a document, or an item of a list, is skipped. @param root - the root of the document */
export function skipMessage({ identity, base }: UnknownDocument, root: unknown): string {
  const what = base.length === 0 ? "the document" : "the item";
  if (identity === documentsWithoutKind) return `skipped: ${what} has no \`kind\``;
  if (identity !== documentsWithoutFields) return `skipped: unknown kind ${identity}`;
  return `skipped: ${what} is ${typeWords(valueAt(root, base))}, not an object`;
}

/** Describes the type of a value that is not an object. Does not show the value, which may be secret. */
function typeWords(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "text" : typeof value === "boolean" ? "true or false" : "a number";
}

/**
 * Whether a document may contain objects. `expand` finds no objects in a document with neither `apiVersion` nor `kind`.
 */
export const mayHaveObjects = ({ apiVersion, kind }: ObjectIdentity): boolean =>
  apiVersion !== undefined || kind !== undefined;

/** Expands `value`, the root of a document or an item of a list at `base`. */
export function expand(value: unknown, settings: Settings, base: FieldPath = []): Expansion {
  if (!isPlainObject(value))
    return { candidates: [], findings: [], unknown: [{ base, identity: documentsWithoutFields }] };
  const detection = detectKind(value, settings.catalog);
  if ("unknown" in detection) {
    const { unknown: identity, meant } = detection;
    return { candidates: [], findings: [], unknown: [{ base, identity, ...(meant ? { meant } : {}) }] };
  }
  if ("fault" in detection) return expandFaulty(value, detection.fault, detection.likely, base);
  if (detection.list !== "none") return expandList(value, detection, settings, base);
  return expandKnown(detection, value, settings, base);
}

function expandKnown(
  { kind, version }: Pick<Candidate, "kind" | "version">,
  value: Readonly<Record<string, unknown>>,
  settings: Settings,
  base: FieldPath,
): Expansion {
  const { findings, successor } = releaseFindings(kind, version, settings);
  return {
    candidates: [{ kind, version, value, base }],
    findings: findings.map((finding) => moveBelow(base, finding)),
    unknown: [],
    ...(successor ? { outdated: [{ base, value, successor }] } : {}),
  };
}

/** Expands the value at `base` as the loader of `kind` reads it, which refuses any other kind. */
export function expandAs(kind: Kind, value: unknown, settings: Settings, base: FieldPath = []): Expansion {
  const [newest] = kind.versions;
  if (!newest) return { candidates: [], findings: [], unknown: [] };
  // Go's decoder leaves the object unchanged for null.
  if (value === null && kind.loader?.mayOmit === "both") return expandAs(kind, {}, settings, base);
  if (!isPlainObject(value)) {
    const found = Array.isArray(value) ? "a list" : value === null ? "nothing" : "a scalar";
    const message = `must be a map with \`apiVersion\` and \`kind: ${kind.kind}\`; got ${found}`;
    return {
      candidates: [],
      findings: [asFinding({ rule: "kind/missing", cause: "decode", path: [], message }, base)],
      unknown: [],
    };
  }
  const old = expandUnversioned(kind, value, settings, base);
  if (old) return old;
  const optional = readerOf(kind)?.mayOmit ?? "nothing";
  if (optional === "identity")
    return { candidates: [{ kind, version: newest, value, base }], findings: [], unknown: [] };
  const written = identityIn(value, kind, settings);
  const omitsKind = isAbsent(written.kind) && optional !== "nothing";
  const omitsVersion = (isAbsent(written.apiVersion) || written.apiVersion === "/") && optional === "both";
  const newestApiVersion = apiVersionOf(kind, newest, settings.catalog.groupDomain);
  const identity = {
    kind: omitsKind ? kind.kind : written.kind,
    apiVersion: omitsVersion ? newestApiVersion : written.apiVersion,
  };
  const missing = (["kind", "apiVersion"] as const).find((field) => isAbsent(identity[field]));
  if (missing) {
    const help = `write \`${missing}: ${missing === "kind" ? kind.kind : newestApiVersion}\``;
    const message = `\`${missing}\` must be set`;
    return expandFaulty(value, { rule: "kind/missing", cause: "required", path: [missing], message, help }, kind, base);
  }
  const detection = detectKind(identity, settings.catalog);
  if ("kind" in detection && detection.kind === kind && detection.list === "none") {
    return expandKnown(detection, value, settings, base);
  }
  const isOfOther = "fault" in detection && detection.likely !== undefined && detection.likely !== kind;
  if ("fault" in detection && !isOfOther) return expandFaulty(value, detection.fault, detection.likely, base);
  return expandFaulty(value, unexpectedKindFault(identity, kind, newestApiVersion, base.length > 0), undefined, base);
}

/** Returns how the target release treats unknown fields; undefined for resources. */
export function treatmentOf(kind: Kind, settings: Settings): Reader["unknownFields"] | undefined {
  const reader = readerOf(kind);
  return reader && unknownFieldsIn(reader, (release) => reaches(settings.target, release));
}

/** Finds `apiVersion` and `kind`. Ignores their case unless the reader is strict. */
function identityIn(value: Readonly<Record<string, unknown>>, kind: Kind, settings: Settings) {
  const isStrict = treatmentOf(kind, settings) === "error";
  const fieldOf = (name: string) => {
    if (isStrict || Object.hasOwn(value, name)) return memberOf(value, name);
    const spelled = Object.keys(value).find((key) => key.toLowerCase() === name.toLowerCase());
    return spelled === undefined ? undefined : memberOf(value, spelled);
  };
  return { kind: fieldOf("kind"), apiVersion: fieldOf("apiVersion") };
}

/**
 * Expands a file in the unversioned format, which some loaders still read. Returns undefined for files of other
 * formats, and for files with a known kind.
 */
function expandUnversioned(
  { kind, versions, loader }: Kind,
  value: Readonly<Record<string, unknown>>,
  settings: Settings,
  base: FieldPath,
): Expansion | undefined {
  const present = Object.entries(loader?.unversioned ?? {}).filter(([field]) => Object.hasOwn(value, field));
  const detection = detectKind(value, settings.catalog);
  if (present.length === 0 || ("kind" in detection && detection.list === "none")) return undefined;
  const candidates = present.flatMap(([, name]): Candidate[] => {
    const read = settings.catalog.findByQualifiedName(name);
    const version = read?.versions[0];
    return read && version ? [{ kind: read, version, value, base }] : [];
  });
  const newest = versions[0]?.name;
  const message = `\`${loader?.flag}\` reads this in the format from before ${kind}, which only some plugins support`;
  const help = `write a ${kind} ${newest}, and each part into the \`configuration\` of its plugin`;
  const finding = { rule: "kind/unversioned", cause: "unsupported", severity: "warning", message, help } as const;
  return { candidates, findings: [{ ...finding, path: base }], unknown: [] };
}

/** A document inside an object, expanded as its reader expects it. */
export interface EmbeddedExpansion {
  readonly expansion: Expansion;
  /** The highest severity of its faults; default `error`. */
  readonly severity?: "warning";
}

/** Expands the documents inside an object. @param object - the candidate's value, decoded and with defaults */
export function expandEmbedded(
  { kind, version, value, base }: Candidate,
  object: unknown,
  settings: Settings,
): readonly EmbeddedExpansion[] {
  const documents = kind.embedded?.(object, settings.contextFor(version.name)) ?? [];
  return documents.flatMap(({ path, kind: name, severity }) => {
    const expected = settings.catalog.findByQualifiedName(name);
    if (!expected) return [];
    const expansion = expandAs(expected, valueAt(value, path), settings, [...base, ...path]);
    return [{ expansion, ...(severity ? { severity } : {}) }];
  });
}

/** @param isInside - whether the document is part of another one, for which the message does not name the flag */
function unexpectedKindFault(
  found: { kind: unknown; apiVersion: unknown },
  kind: Kind,
  apiVersion: string,
  isInside: boolean,
): DetectionFault {
  const wrongKind = found.kind !== kind.kind;
  const reader = kind.loader ? `\`${kind.loader.flag}\`` : "`--kind`";
  const isNamed = !isInside || kind.loader?.flag.startsWith("--") === false;
  const which = isNamed ? `that ${reader} reads` : "that belongs here";
  return {
    rule: "kind/unexpected",
    cause: "unsupported",
    path: [wrongKind ? "kind" : "apiVersion"],
    message: wrongKind
      ? `must be "${kind.kind}", the kind ${which}; got ${describeName(found.kind)}`
      : `must be \`${apiVersion}\`; got ${describeName(found.apiVersion)}`,
    help: wrongKind ? `write \`kind: ${kind.kind}\`` : `write \`apiVersion: ${apiVersion}\``,
  };
}

/** Formats the value found in place of a name, which may contain numbers beyond 2^53 at any depth. */
const describeName = (value: unknown): string => (value === undefined ? "nothing" : formatJson(value));

function expandList(
  value: Readonly<Record<string, unknown>>,
  detection: Extract<Detection, { list: unknown }>,
  settings: Settings,
  base: FieldPath,
): Expansion {
  const isLenient = "kind" in detection && treatmentOf(detection.kind, settings) === "warning";
  const findings = listFaults(value, base, isLenient);
  if ("kind" in detection) {
    const advice = releaseFindings(detection.kind, detection.version, settings);
    for (const finding of advice.findings) findings.push(moveBelow(base, finding));
  }
  const candidates: Candidate[] = [];
  const unknown: UnknownDocument[] = [];
  const outdated: OutdatedDocument[] = [];
  const items = Array.isArray(value["items"]) ? value["items"] : [];
  for (const [index, item] of items.entries()) {
    const at = [...base, "items", index];
    if ("kind" in detection) {
      candidates.push({ kind: detection.kind, version: detection.version, value: item ?? {}, base: at });
      continue;
    }
    const inner = expand(item, settings, at);
    for (const candidate of inner.candidates) candidates.push(candidate);
    for (const finding of inner.findings) findings.push(finding);
    for (const item of inner.unknown) unknown.push(item);
    for (const item of inner.outdated ?? []) outdated.push(item);
  }
  return { candidates, findings, unknown, outdated };
}

/** Reports the faults of the list itself, not of its items. */
function listFaults(value: Readonly<Record<string, unknown>>, base: FieldPath, isLenient: boolean): RuleFinding[] {
  return schemaFindings(value, listSchema, lintLimits.kept + 1).map((finding) => ({
    severity: isLenient && finding.rule === "schema/unknown-field" ? "warning" : "error",
    ...finding,
    path: [...base, ...finding.path],
  }));
}

/** Expands a document with a faulty `apiVersion` or `kind` as the kind that it most likely is. */
function expandFaulty(value: unknown, fault: DetectionFault, likely: Kind | undefined, base: FieldPath): Expansion {
  const version = likely?.versions[0];
  // The fault of this field is already reported. Vet the rest of the document without it.
  const rest = isPlainObject(value) ? omit(value, String(fault.path[0])) : value;
  return {
    candidates: likely && version ? [{ kind: likely, version, value: rest, base }] : [],
    findings: [asFinding(fault, base)],
    unknown: [],
    ...(fault.successor && isPlainObject(value) ? { outdated: [{ base, value, successor: fault.successor }] } : {}),
  };
}

interface ReleaseFindings {
  readonly findings: readonly RuleFinding[];
  /** The `apiVersion` to write instead. */
  readonly successor?: string | undefined;
}

/** Reports versions that the target does not read, or that a later release will not read. */
function releaseFindings(kind: Kind, version: KindVersion, settings: Settings): ReleaseFindings {
  const fault = releaseFault(kind, version, settings);
  if (fault) return { findings: [asFinding(fault, [])], successor: fault.successor };
  const { deprecated, until, replacement, optionalSince } = version;
  if (deprecated === undefined && optionalSince === undefined) return { findings: [] };
  const context = settings.contextFor(version.name);
  const { groupDomain } = settings.catalog;
  const apiVersion = apiVersionOf(kind, version, groupDomain);
  const named = `${kind.kind} ${apiVersion}`;
  const shared = { path: ["apiVersion"], severity: "warning" } as const;
  const findings: RuleFinding[] = [];
  const isDeprecated = deprecated !== undefined && context.reaches(deprecated);
  const successor = isDeprecated ? successorOf(kind, version, settings) : undefined;
  if (isDeprecated) {
    const help = replacement ? replacementHelp(replacement, groupDomain) : successor && replacementHelp(successor, "");
    const end = until ? `; ${until} removes it` : "";
    findings.push({
      ...shared,
      rule: "kind/deprecated",
      cause: "invalid",
      message: `${named} is deprecated since ${deprecated}${end}`,
      ...(help ? { help } : {}),
    });
  }
  if (optionalSince && context.reaches(optionalSince)) {
    findings.push({
      ...shared,
      rule: "kind/optional",
      cause: "not-found",
      message: `${named} is served only if \`--runtime-config\` turns it on`,
      help: `give kube-apiserver \`--runtime-config=${apiVersion}=true\``,
    });
  }
  return { findings, successor };
}

function releaseFault(kind: Kind, version: KindVersion, settings: Settings): DetectionFault | undefined {
  if (version.since === undefined && version.until === undefined) return undefined;
  const context = settings.contextFor(version.name);
  const isTooNew = version.since !== undefined && !context.reaches(version.since);
  const isRemoved = version.until !== undefined && context.reaches(version.until);
  if (!isTooNew && !isRemoved) return undefined;
  const others = kind.versions.filter((item) => isRead(item, settings));
  const successor = isRemoved ? successorOf(kind, version, settings) : undefined;
  const reads = others[0] && `${settings.target} reads ${others.map(({ name }) => name).join(", ")}`;
  const help = successor ? `write \`apiVersion: ${successor}\`` : reads;
  return {
    rule: "kind/version",
    cause: "unsupported",
    path: ["apiVersion"],
    message: `${kind.kind} ${version.name} ${isTooNew ? `exists since ${version.since}` : `was removed in ${version.until}`}; the target is ${settings.target}`,
    ...(help ? { help } : {}),
    ...(successor ? { successor } : {}),
  };
}

/**
 * Returns the `apiVersion` that replaces a version of the same kind: the newest version that the target serves by
 * default; otherwise the one that upstream names, or the only one left.
 */
function successorOf(kind: Kind, version: KindVersion, settings: Settings): string | undefined {
  const { groupDomain } = settings.catalog;
  const { reaches } = settings.contextFor(version.name);
  const [name] = namesOf(kind, version);
  const isOther = version.replacement && !successorApiVersion(version.replacement, groupDomain);
  // Versions of custom resources may have entirely different schemas.
  if (isOther || kind.isCustom) return undefined;
  const read = versionsIn(groupDomain, kind).filter(
    (item) => item !== version && isRead(item, settings) && namesOf(kind, item)[0] === name,
  );
  const named = read.map((item) => ({ item, apiVersion: apiVersionOf(kind, item, groupDomain) }));
  const usual = named.find(({ item }) => !(item.optionalSince && reaches(item.optionalSince)));
  const declared = version.replacement && successorApiVersion(version.replacement, groupDomain);
  const only = named.length === 1 ? named[0] : undefined;
  return (usual ?? named.find(({ apiVersion }) => apiVersion === declared) ?? only)?.apiVersion;
}

function isRead({ name, since, until }: KindVersion, settings: Settings): boolean {
  const { reaches } = settings.contextFor(name);
  return (!since || reaches(since)) && !(until && reaches(until));
}

function omit(object: Readonly<Record<string, unknown>>, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== field));
}

function asFinding({ successor: _successor, ...fault }: DetectionFault, base: FieldPath): RuleFinding {
  return { ...fault, severity: "error", path: [...base, ...fault.path] };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
