/**
 * Checks for a document whose version another one replaces whether only its `apiVersion` must change.
 *
 * @module
 */
import { formatPath } from "../diagnostic/path.ts";
import { detectKind } from "../kind/detect.ts";
import { changedMeanings } from "../kinds/changed-meaning.ts";
import type { RuleFinding } from "../rule/run.ts";
import { expand, type OutdatedDocument } from "./expand.ts";
import { sentObject } from "./held-objects.ts";
import type { Settings } from "./options.ts";
import { validate } from "./validate.ts";

interface Judges {
  readonly settings: Settings;
  /** Whether a finding is about the file, and not about a field that another tool sets before the object is sent. */
  concerns(finding: RuleFinding): boolean;
}

/** The most fields that a help text names. */
const maxNamedFields = 3;

/**
 * Adds a fix to the finding if the document is valid under the new `apiVersion` and keeps its meaning. Otherwise names
 * the fields that must change too. A version that is only deprecated gets no fix, unless this is an upgrade from a
 * release that reads the new version.
 */
export function withSuccession(
  finding: RuleFinding,
  { value, successor }: OutdatedDocument,
  { settings, concerns }: Judges,
): RuleFinding {
  const { groupDomain } = settings.catalog;
  const written = { ...value, apiVersion: successor };
  const detection = detectKind(written, settings.catalog);
  if (!("kind" in detection) || detection.list !== "none") return finding;
  const { kind, version } = detection;
  const context = settings.contextFor(version.name);
  const { findings } = validate(sentObject(written, kind, settings.namespace), { kind, version, context });
  const faults = findings.filter((found) => found.severity === "error" && concerns(found));
  const changed = changedMeanings(value, groupDomain);
  const timing = timingOf(written, settings);
  const isSound = faults.length === 0 && changed.length === 0;
  const isFixed = isSound && (finding.rule === "kind/version" || timing === "before");
  const notes = [
    finding.help,
    ...(faults.length > 0 ? [`there ${joinPaths(faults.map(({ path }) => formatPath(path)))} must change too`] : []),
    ...(changed.length > 0 ? [`${joinPaths(changed)} would mean something else there`] : []),
    timing && timings[timing](settings),
  ];
  const help = notes.filter((note) => note !== undefined).join("; ");
  return { ...finding, ...(help === "" ? {} : { help }), ...(isFixed ? { fix: { set: successor } } : {}) };
}

/** When the new `apiVersion` can be written: before the upgrade, or only with it. */
type Timing = "before" | "with";

const timings: Readonly<Record<Timing, (settings: Settings) => string>> = {
  before: ({ upgradesFrom }) => `${upgradesFrom?.target} reads it too: write it before the upgrade`,
  with: ({ upgradesFrom }) => `${upgradesFrom?.target} does not read it: write it with the upgrade`,
};

/** Undefined if the run is not about an upgrade. */
function timingOf(written: Readonly<Record<string, unknown>>, { upgradesFrom }: Settings): Timing | undefined {
  if (!upgradesFrom) return undefined;
  const { findings } = expand(written, upgradesFrom);
  return findings.some(({ rule }) => rule === "kind/version" || rule === "kind/optional") ? "with" : "before";
}

/** Joins paths: `a, b, c and 4 more`. */
function joinPaths(paths: readonly string[]): string {
  const different = [...new Set(paths)].map((path) => (path === "" ? "the object" : `\`${path}\``));
  const more = different.length - maxNamedFields;
  return `${different.slice(0, maxNamedFields).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
