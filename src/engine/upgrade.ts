/**
 * Compares two runs over the same files, one with the settings of the current release and one with those of the release
 * after an upgrade.
 *
 * @module
 */
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { apiVersionOf, type KindVersion, versionsIn } from "../kind/kind.ts";
import { reaches } from "../release/release.ts";
import type { Settings } from "./options.ts";

/**
 * The effect of the upgrade on a document. `stops`: only the new release refuses it; `refused`: neither release reads
 * the version; `unread`: the text is not valid YAML or JSON, so clustervet cannot vet it; `changes`: accepted, with
 * another effect; `deprecated`: accepted, but a later release will refuse it.
 */
export type UpgradeEffect = "stops" | "refused" | "unread" | "changes" | "deprecated";

export interface UpgradeChange {
  readonly effect: UpgradeEffect;
  /** Its position is that in the run of the new release. */
  readonly diagnostic: FileDiagnostic;
}

export interface Upgrade {
  /** Sorted by file, in the order of the runs, then by position. */
  readonly changes: readonly UpgradeChange[];
  /** Errors in both releases, except for versions that neither reads and documents that cannot be read. */
  readonly otherErrors: number;
  /** Errors in the old release that the new release does not have. */
  readonly resolved: number;
}

/** Rules whose findings mean that clustervet does not vet the rest of the document. */
const unreadRules: ReadonlySet<string> = new Set(["source/encoding", "source/limit", "source/syntax"]);

const newDefaultRules: ReadonlySet<string> = new Set(["flags/new-default", "schema/new-default"]);

type Findings = readonly FileDiagnostic[];

/** @param settings - those of the new release */
export function upgradeBetween(before: Findings, after: Findings, settings: Settings): Upgrade {
  const isRefused = createOnceMatcher(before.filter(isError));
  const isKnown = createOnceMatcher(before);
  let otherErrors = 0;
  const changes = after.flatMap((diagnostic): UpgradeChange[] => {
    const wasRefused = isRefused(diagnostic);
    const wasKnown = isKnown(diagnostic);
    if (isError(diagnostic)) {
      if (!wasRefused) return [{ effect: "stops", diagnostic }];
      if (diagnostic.rule === "kind/version") return [{ effect: "refused", diagnostic }];
      if (unreadRules.has(diagnostic.rule)) return [{ effect: "unread", diagnostic }];
      otherErrors += diagnostic.count ?? 1;
      return [];
    }
    if (diagnostic.rule === "kind/deprecated") return [{ effect: "deprecated", diagnostic }];
    if (wasKnown) return [];
    if (diagnostic.rule === "flags/deprecated") return [{ effect: "deprecated", diagnostic }];
    const isChange = diagnostic.severity === "warning" || newDefaultRules.has(diagnostic.rule);
    return isChange ? [{ effect: "changes", diagnostic }] : [];
  });
  const isLeft = createOnceMatcher(after);
  const gone = before.filter((diagnostic) => !isLeft(diagnostic));
  const effective = gone.filter(({ rule }) => rule === "schema/gate").map((found) => takesEffect(found, settings));
  return {
    changes: sortChanges([...changes, ...effective], after),
    otherErrors,
    resolved: gone.filter(isError).length,
  };
}

const isError = ({ severity }: FileDiagnostic): boolean => severity === "error";

/** Returns a function that is true once for each of the findings. Ignores messages, which name the target release. */
function createOnceMatcher(findings: Findings): (diagnostic: FileDiagnostic) => boolean {
  const left = new Map<string, number>();
  for (const found of findings) left.set(keyOf(found), (left.get(keyOf(found)) ?? 0) + 1);
  return (diagnostic) => {
    const key = keyOf(diagnostic);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0;
  };
}

function keyOf({ file, document, rule, path, range }: FileDiagnostic): string {
  return JSON.stringify([file, document, rule, formatPath(path), range?.start.offset, range?.end.offset]);
}

/**
 * Converts a finding about a field that the old release drops because its feature gate is off: the upgrade makes the
 * field take effect.
 */
function takesEffect(found: FileDiagnostic, { target, upgradesFrom }: Settings): UpgradeChange {
  const { help: _help, fix: _fix, ...diagnostic } = found;
  const message = `the API server of ${upgradesFrom?.target} drops this field; in ${target} it takes effect`;
  return { effect: "changes", diagnostic: { ...diagnostic, message } };
}

/** Sorts by the order of the files, then by position in the file. */
function sortChanges(changes: readonly UpgradeChange[], after: Findings): readonly UpgradeChange[] {
  const files = [...new Set([...after, ...changes.map(({ diagnostic }) => diagnostic)].map(({ file }) => file))];
  const rank = new Map(files.map((file, index) => [file, index]));
  const rankOf = ({ file }: FileDiagnostic) => rank.get(file) ?? 0;
  const offsetOf = ({ range }: FileDiagnostic) => range?.start.offset ?? -1;
  return [...changes].sort(
    (a, b) => rankOf(a.diagnostic) - rankOf(b.diagnostic) || offsetOf(a.diagnostic) - offsetOf(b.diagnostic),
  );
}

/**
 * Returns the versions of kinds that the new release serves by default and the old one lacks: `resource.k8s.io/v1
 * DeviceClass`.
 */
export function newlyServed({ catalog, target, upgradesFrom }: Settings): readonly string[] {
  const { groupDomain, kinds } = catalog;
  const isNew = ({ since, until, optionalSince }: KindVersion) =>
    since !== undefined &&
    reaches(target, since) &&
    !(upgradesFrom && reaches(upgradesFrom.target, since)) &&
    !(until && reaches(target, until)) &&
    !(optionalSince && reaches(target, optionalSince));
  return kinds
    .filter(({ resource }) => resource)
    .flatMap((kind) =>
      versionsIn(groupDomain, kind)
        .filter(isNew)
        .map((version) => `${apiVersionOf(kind, version, groupDomain)} ${kind.kind}`),
    )
    .sort();
}
