/**
 * Formats the report of `clustervet upgrade`: as text, which lists all places of the same change together, or as JSON.
 *
 * @module
 */

import type { FileDiagnostic, FileSummary, Report } from "../diagnostic/diagnostic.ts";
import type { Upgrade, UpgradeChange, UpgradeEffect } from "../engine/upgrade.ts";
import type { GateChange } from "../release/gate-changes.ts";
import { type Colors, createColors } from "../report/colors.ts";
import { type JsonDiagnostic, jsonDiagnostic } from "../report/json.ts";
import { count, describeObject } from "../report/reporter.ts";
import { printableJson, visible } from "../report/visible.ts";
import { groupBy } from "../text/group-by.ts";

export interface UpgradeReport extends Upgrade {
  readonly tool: Report["tool"];
  readonly from: string;
  readonly to: string;
  readonly files: readonly FileSummary[];
  readonly gates: readonly GateChange[];
  /** Versions of kinds that only the new release serves by default. */
  readonly newVersions: readonly string[];
  readonly unknownKinds: number;
}

/** Maximum number of columns of a line with names. */
const lineWidth = 100;
/** Maximum number of places to list for a change; JSON lists all. */
const maxPlaces = 20;

interface Section {
  readonly effect: UpgradeEffect;
  title(report: UpgradeReport): string;
}

const sections: readonly Section[] = [
  { effect: "stops", title: ({ to }) => `Stops working in ${to}` },
  { effect: "refused", title: ({ from, to }) => `Works neither in ${from} nor in ${to}` },
  { effect: "unread", title: () => "Cannot be read, so nothing is known of it" },
  { effect: "changes", title: () => "Changes" },
  { effect: "deprecated", title: ({ to }) => `Still works in ${to}, but is deprecated` },
];

/** The style of a text report. */
export interface UpgradeTextStyle {
  readonly isColorful: boolean;
  /** Whether to list feature gates and versions that affect no file as well. */
  readonly isWhole: boolean;
}

export function upgradeText(report: UpgradeReport, { isColorful, isWhole }: UpgradeTextStyle): string {
  const colors = createColors(isColorful);
  const blocks = [
    [colors.bold(`Upgrade from ${report.from} to ${report.to}`)],
    ...sections.map(({ effect, title }) => sectionLines(title(report), changesOf(report, effect), colors)),
    resolvedLines(report, colors),
    ...(isWhole ? [gateLines(report, colors), versionLines(report, colors)] : []),
    [...summaryLines(report, colors), ...(isWhole ? [] : unlistedLines(report))],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

const changesOf = ({ changes }: UpgradeReport, effect: UpgradeEffect): readonly FileDiagnostic[] =>
  changes.filter((change) => change.effect === effect).map(({ diagnostic }) => diagnostic);

function sectionLines(title: string, found: readonly FileDiagnostic[], colors: Colors): readonly string[] {
  if (found.length === 0) return [];
  const groups = groupBy(found, groupKeyOf);
  return [
    colors.bold(`${title}: ${count(found.length, "place")}`),
    ...[...groups.values()].flatMap(groupLinesIn(colors)),
  ];
}

/** Findings with the same key are listed as one entry. */
const groupKeyOf = ({ rule, message, help }: FileDiagnostic): string => JSON.stringify([rule, message, help]);

const groupLinesIn =
  (colors: Colors) =>
  (found: readonly FileDiagnostic[]): readonly string[] => {
    const [first] = found;
    if (!first) return [];
    const places = found.slice(0, maxPlaces).map((each) => placeLine(each, colors));
    const more = found.length > maxPlaces ? [`    and ${count(found.length - maxPlaces, "more place")}`] : [];
    return [
      "",
      `  ${visible(first.message)} ${colors.dim(`[${first.rule}]`)}`,
      ...(first.help === undefined ? [] : [`  ${colors.green("help:")} ${visible(first.help)}`]),
      ...places,
      ...more,
    ];
  };

function placeLine(found: FileDiagnostic, colors: Colors): string {
  const { file, range, fix } = found;
  const place = [file, ...(range ? [range.start.line, range.start.column] : [])].join(":");
  const mark = fix ? colors.green("  --fix writes it") : "";
  const object = found.kind === undefined ? "" : `  ${describeObject(found)}`;
  return `    ${visible(place + object)}${mark}`;
}

function gateLines({ gates, from }: UpgradeReport, colors: Colors): readonly string[] {
  if (gates.length === 0) return [];
  const groups = groupBy(gates, ({ since, enabled }) => `${enabled ? "on" : "off"} since ${since}`);
  const lines = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([title, group]) => [`  ${title}:`, ...wrapped(group.map(({ gate }) => gate))]);
  return [colors.bold(`Feature gates with another default than in ${from}: ${gates.length}`), ...lines];
}

/** Wraps names into lines such as `    a, b,`. */
function wrapped(names: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = "   ";
  for (const [index, name] of names.entries()) {
    const word = ` ${name}${index < names.length - 1 ? "," : ""}`;
    if (line.length + word.length > lineWidth) {
      lines.push(line);
      line = "   ";
    }
    line += word;
  }
  return [...lines, line];
}

function resolvedLines({ resolved, from, to }: UpgradeReport, colors: Colors): readonly string[] {
  if (resolved === 0) return [];
  return [colors.bold(`Begins to work: ${count(resolved, "place")}`), `  ${to} accepts what ${from} refuses`];
}

function versionLines({ newVersions, from }: UpgradeReport, colors: Colors): readonly string[] {
  if (newVersions.length === 0) return [];
  const title = `Served by default, unlike in ${from}: ${newVersions.length}`;
  return [colors.bold(title), ...wrapped(newVersions)];
}

/** Counts the parts of the report that are listed only with `--all`, because they affect no file. */
function unlistedLines({ gates, newVersions, to }: UpgradeReport): readonly string[] {
  const parts = [
    ...(gates.length > 0 ? [`the defaults of ${count(gates.length, "feature gate")}`] : []),
    ...(newVersions.length > 0 ? [`${count(newVersions.length, "version")} of kinds served by default`] : []),
  ];
  return parts.length === 0 ? [] : [`also new in ${to}: ${parts.join(", ")} (\`--all\` lists them)`];
}

function summaryLines(report: UpgradeReport, colors: Colors): readonly string[] {
  const { files, unknownKinds, otherErrors, changes, to } = report;
  const amounts = summaryOf(report);
  const broken = amounts.stops + amounts.refused;
  const unread = amounts.unread > 0 ? [`${count(amounts.unread, "place")} cannot be read`] : [];
  const verdicts = [...(broken > 0 ? [`${count(broken, "place")} must change for ${to}`] : []), ...unread];
  const verdict =
    verdicts.length === 0 ? colors.green(`nothing stops working in ${to}`) : colors.red(verdicts.join(", "));
  const documents = files.reduce((sum, file) => sum + file.documents, 0);
  const details = [
    count(documents, "document"),
    ...(unknownKinds > 0 ? [`${unknownKinds} of unknown kind`] : []),
    ...skipped(files),
  ];
  const fixable = changes.filter(({ diagnostic }) => diagnostic.fix).length;
  return [
    `${verdict} (${count(files.length, "file")}, ${details.join(", ")})`,
    ...(fixable > 0 ? [`${fixable} can be written by \`clustervet upgrade --fix\``] : []),
    ...(otherErrors > 0
      ? [`${count(otherErrors, "other error")} in both releases: \`clustervet lint --target ${to}\` lists them`]
      : []),
  ];
}

function skipped(files: readonly FileSummary[]): readonly string[] {
  const amount = files.filter((file) => file.skipped !== undefined).length;
  return amount > 0 ? [`${count(amount, "file")} not vetted`] : [];
}

function summaryOf({ changes }: UpgradeReport): Readonly<Record<UpgradeEffect, number>> {
  const amount = (effect: UpgradeEffect) => changes.filter((change) => change.effect === effect).length;
  return {
    stops: amount("stops"),
    refused: amount("refused"),
    unread: amount("unread"),
    changes: amount("changes"),
    deprecated: amount("deprecated"),
  };
}

/** A change in the JSON report. */
type JsonChange = { readonly effect: UpgradeEffect } & JsonDiagnostic;

/**
 * Returns version 1 of the JSON report. Later releases may add fields, but never change the meaning of existing ones.
 */
export function upgradeJson(report: UpgradeReport): string {
  const { tool, from, to, changes, gates, newVersions, files, otherErrors, resolved, unknownKinds } = report;
  const jsonChange = ({ effect, diagnostic }: UpgradeChange): JsonChange => ({
    effect,
    ...jsonDiagnostic(diagnostic),
  });
  return `${printableJson({
    version: 1,
    tool,
    from,
    to,
    changes: changes.map(jsonChange),
    featureGates: gates,
    newVersions,
    files: files.map(({ path, documents, skipped: reason }) => ({
      path,
      documents,
      ...(reason === undefined ? {} : { skipped: reason }),
    })),
    summary: { ...summaryOf(report), otherErrors, resolved, unknownKinds },
  })}\n`;
}
