/**
 * Writes the text of a first `clustervet.yaml`: settings, with the evidence from the repository as comments.
 *
 * @module
 */
import type { RunResult } from "../engine/conclude.ts";
import { newestTarget, oldestTarget, reaches } from "../release/release.ts";
import { count } from "../report/reporter.ts";
import { visible } from "../report/visible.ts";

/** A release that a file of the repository names. */
export interface NamedRelease {
  readonly release: string;
  readonly file: string;
  /** The text in the file, such as `kindest/node:v1.34.0`. */
  readonly words: string;
}

/**
 * Images of whole nodes and of the control plane, and kubeadm's `kubernetesVersion`: their release is the release of
 * the cluster.
 */
const releaseForms =
  /\b(?:kindest\/node|rancher\/k3s|(?:registry\.k8s\.io|k8s\.gcr\.io)\/kube-(?:apiserver|controller-manager|scheduler|proxy)):v1\.(\d{1,3})\.\d+|\bkubernetesVersion:\s*["']?v?1\.(\d{1,3})(?:\.\d+)?/g;

export function releasesIn(file: string, text: string): readonly NamedRelease[] {
  return Array.from(text.matchAll(releaseForms), ([words, image, field]) => ({
    release: `1.${image ?? field}`,
    file,
    words,
  }));
}

/** The number of findings of a rule, which a comment lists. */
interface RuleCount {
  readonly rule: string;
  readonly severity: string;
  readonly count: number;
}

/** Maximum number of rules to list; those with the most warnings come first. */
const maxListedRules = 8;
/** Maximum number of unknown kinds to list. */
const maxListedKinds = 5;

/** @param result - the result of a run without settings */
export function initialSettings(result: RunResult, releases: readonly NamedRelease[]): string {
  const { files, documents } = result.summary;
  const sections = [
    [
      `Settings of clustervet for this repository, made from ${count(files, "file")} with ${count(documents, "document")}.`,
      "The command line overrides them. Each line that begins with `# ` and a name is a setting to consider.",
    ].map((line) => `# ${line}`),
    targetLines(releases),
    errorLines(result),
    warningLines(result),
    unknownLines(result),
    skippedLines(result),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** Sets the oldest release, since a manifest that it accepts works in all the clusters. */
function targetLines(releases: readonly NamedRelease[]): readonly string[] {
  const isKnown = ({ release }: NamedRelease) => reaches(release, oldestTarget) && reaches(newestTarget, release);
  const [oldest] = releases.filter(isKnown).sort((a, b) => (reaches(a.release, b.release) ? 1 : -1));
  if (!oldest) {
    return [
      "# The release that reads the manifests; no file says which, so the newest one counts.",
      commentedSetting("target", newestTarget),
    ];
  }
  const others = new Set(releases.filter(isKnown).map(({ release }) => release)).size;
  const which = others > 1 ? `, the oldest of ${others} releases that files name` : "";
  return [`# ${visible(oldest.file)} names ${visible(oldest.words)}${which}.`, `target: "${oldest.release}"`];
}

const commentedSetting = (name: string, release: string): string => `# ${name}: "${release}"`;

function errorLines({ summary: { errors } }: RunResult): readonly string[] {
  if (errors === 0) return [];
  return [
    `# ${count(errors, "error")} today. To see new findings only: \`clustervet lint --baseline known.json --update-baseline\`.`,
    "# baseline: known.json",
  ];
}

function warningLines(result: RunResult): readonly string[] {
  const warnings = ruleCounts(result).filter(({ severity }) => severity === "warning");
  if (warnings.length === 0) return [];
  const listed = warnings
    .slice(0, maxListedRules)
    .map((each) => `#   ${each.rule}: off  # ${count(each.count, "warning")}`);
  const more = warnings.length - listed.length;
  return [
    "# Rules that warn; `clustervet explain RULE` says why. Levels: error, warning, info, off.",
    "# rules:",
    ...listed,
    ...(more > 0 ? [`#   (and ${count(more, "rule")} more)`] : []),
  ];
}

function ruleCounts({ diagnostics }: RunResult): readonly RuleCount[] {
  const counts = new Map<string, RuleCount>();
  for (const { rule, severity, count: more = 1 } of diagnostics) {
    const key = `${severity} ${rule}`;
    counts.set(key, { rule, severity, count: (counts.get(key)?.count ?? 0) + more });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1));
}

function unknownLines({ diagnostics }: RunResult): readonly string[] {
  const kinds = new Map<string, number>();
  for (const { rule, kind, apiVersion, count: more = 1 } of diagnostics) {
    if (rule !== "kind/unknown" || kind === undefined) continue;
    const name = visible(`${kind} ${apiVersion ?? ""}`.trim());
    kinds.set(name, (kinds.get(name) ?? 0) + more);
  }
  if (kinds.size === 0) return [];
  const documents = [...kinds.values()].reduce((sum, each) => sum + each, 0);
  const named = [...kinds].sort(([, a], [, b]) => b - a).slice(0, maxListedKinds);
  return [
    `# ${count(documents, "document")} of kinds that nothing defines: ${named.map(([name]) => name).join(", ")}${kinds.size > named.length ? ", ..." : "."}`,
    "# Folders with their CustomResourceDefinitions, so that they are vetted, too:",
    "# schemaLocations: [crds]",
    "# unknownKinds: off  # not to hear of them",
  ];
}

/** Lists files that the run did not vet. They need no setting, but readers of the settings should know about them. */
function skippedLines({ files }: RunResult): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { skipped } of files) {
    if (skipped === undefined) continue;
    const reason = visible(skipped.replace(/[;:][\s\S]*/, ""));
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  if (reasons.size === 0) return [];
  const lines = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, number]) => `#   ${number}: ${reason}`);
  return ["# Not vetted, without a setting:", ...lines, "# Patterns of further files to leave out:", "# exclude: []"];
}
