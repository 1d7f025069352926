/**
 * Writes a report as one HTML page that loads nothing, for browsers, phones and screen readers. The page is well-formed
 * XML as well.
 *
 * @part report-html
 * @module
 */

import type { FileDiagnostic, Report, Severity } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { groupBy } from "../text/group-by.ts";
import type { Colors } from "./colors.ts";
import { script, style } from "./html-assets.ts";
import { count, describeObject, docsOf, type ReportOptions } from "./reporter.ts";
import { createDrawCode, type DrawCode, isUnknownKind, notVettedLines, summaryText } from "./text.ts";
import { visible, visibleLines } from "./visible.ts";
import { escapeXml } from "./xml.ts";

/** Maximum number of findings: browsers take seconds to lay out more. */
const maxFindings = 5000;
const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/**
 * Lists findings by file, with their code. A script filters them and can group them by rule; without scripts, all are
 * shown.
 */
export function reportHtml(report: Report, options: ReportOptions = {}): string {
  const findings = report.diagnostics.filter((diagnostic) => !isUnknownKind(diagnostic));
  const gravest = [...findings].sort((a, b) => rank[a.severity] - rank[b.severity]).slice(0, maxFindings);
  const kept = new Set(gravest);
  const shown = findings.filter((finding) => kept.has(finding));
  const left = findings.length - shown.length;
  const closing = [
    ...(left > 0 ? [`${count(left, "finding")} more, the least grave, not shown here: other formats list them`] : []),
    ...notVettedLines(report),
  ];
  return `${[
    "<!DOCTYPE html>",
    '<html lang="en">',
    ...head(report),
    "<body>",
    "<header>",
    "<h1>clustervet report</h1>",
    `<p>${text(summaryText(report))}</p>`,
    "</header>",
    "<main>",
    ...form(shown),
    '<div class="columns">',
    ...ruleSection(shown, options),
    "<div>",
    '<p role="status" class="dim"></p>',
    '<div class="groups" data-by="file">',
    ...[...groupBy(shown, ({ file }) => file)].flatMap(([file, found]) => fileSection(file, found, options)),
    "</div>",
    "</div>",
    "</div>",
    ...(closing.length > 0 ? ["<section>", "<h2>Not shown</h2>", ...closing.map(paragraph), "</section>"] : []),
    "</main>",
    `<script>//<![CDATA[${script}//]]></script>`,
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

/**
 * Content security policy: even if names from an untrusted file contained markup, the page could neither load nor send
 * anything.
 */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function head({ summary }: Report): readonly string[] {
  const { errors, warnings } = summary;
  return [
    "<head>",
    '<meta charset="utf-8" />',
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    `<title>clustervet: ${count(errors, "error")}, ${count(warnings, "warning")}</title>`,
    `<style>${style}</style>`,
    "</head>",
  ];
}

const severities = ["error", "warning", "info"] as const;

function form(findings: readonly FileDiagnostic[]): readonly string[] {
  const boxes = severities.map((severity) => {
    const found = findings.filter((finding) => finding.severity === severity).length;
    const input = `<input type="checkbox" name="severity" value="${severity}" checked="checked" />`;
    return `<label class="${severity}">${input}<span class="severity">${count(found, severity)}</span></label>`;
  });
  return [
    '<form role="search" aria-label="Findings" hidden="hidden">',
    '<label class="search">Search in findings<input type="search" name="words" autocomplete="off" /></label>',
    `<fieldset><legend>Severity</legend>${boxes.join("")}</fieldset>`,
    '<label>Group by <select name="group"><option value="file">file</option><option value="rule">rule</option></select></label>',
    "</form>",
  ];
}

function fileSection(file: string, findings: readonly FileDiagnostic[], options: ReportOptions): readonly string[] {
  const drawCode = createDrawCode(options, paint);
  return [
    "<section>",
    `<h2>${text(file)} <span class="count">${findings.length}</span></h2>`,
    '<ol class="findings">',
    ...findings.flatMap((finding) => findingItem(finding, options, drawCode)),
    "</ol>",
    "</section>",
  ];
}

function findingItem(finding: FileDiagnostic, options: ReportOptions, drawCode: DrawCode): readonly string[] {
  const { file, rule, severity, message, range, help, path } = finding;
  // The style sheet hides this while findings are grouped by file.
  const name = `<span class="file">${text(file)}${range ? ":" : ""}</span>`;
  const place = `${name}${range ? `${range.start.line}:${range.start.column}` : ""}`;
  const object = finding.kind === undefined && finding.document === 0 ? "" : describeObject(finding);
  const subject = [object, formatPath(path)].filter((part) => part !== "").join(": ");
  const code = drawCode(finding).map(markup);
  return [
    `<li class="${severity}" data-severity="${severity}" data-file="${text(file)}" data-rule="${text(rule)}">`,
    `<h3><span class="severity">${severity}:</span> ${prose(message)}</h3>`,
    `<p class="place"><code>${place}</code> ${ruleName(finding, options)}${subject === "" ? "" : ` in ${text(subject)}`}</p>`,
    ...(code.length > 0 ? [`<pre tabindex="0" role="group" aria-label="Source">${code.join("\n")}</pre>`] : []),
    ...(help === undefined
      ? []
      : [`<p class="help"><span class="dim">help:</span> ${codeSpans(escapeXml(visibleLines(help)))}</p>`]),
    "</li>",
  ];
}

function ruleName(finding: FileDiagnostic, options: ReportOptions): string {
  const docs = docsOf(finding, options);
  const name = `<code>${text(finding.rule)}</code>`;
  return docs && /^https?:/.test(docs) ? `<a href="${text(docs)}">${name}</a>` : name;
}

/** Lists the rules of the findings, the most frequent first, each with a button that shows only its findings. */
function ruleSection(findings: readonly FileDiagnostic[], options: ReportOptions): readonly string[] {
  if (findings.length === 0) return [];
  const byRule = [...groupBy(findings, ({ rule }) => rule)].sort((a, b) => b[1].length - a[1].length);
  return [
    '<section class="rules" aria-label="Rules">',
    `<details open="open"><summary>Rules <span class="count">${byRule.length}</span></summary>`,
    ...(options.explainCommand ? [`<p>More about a rule: <code>${text(options.explainCommand)} RULE</code></p>`] : []),
    "<ul>",
    ...byRule.map(([rule, found]) => {
      const gravest = severities.find((severity) => found.some((finding) => finding.severity === severity)) ?? "info";
      const name = `<code>${text(rule)}</code> <span class="count">${found.length}</span>`;
      return (
        `<li class="${gravest}"><span class="plain">${name}</span>` +
        `<button type="button" hidden="hidden" data-rule="${text(rule)}" aria-pressed="false">${name}</button></li>`
      );
    }),
    "</ul>",
    "</details>",
    "</section>",
  ];
}

const paragraph = (line: string): string => `<p>${text(line)}</p>`;

/** Escapes a line of text for use between tags or in an attribute. */
const text = (line: string): string => escapeXml(visible(line));

/** Escapes a line of text and shows names in backticks as code. */
const prose = (line: string): string => codeSpans(text(line));
const codeSpans = (escaped: string): string => escaped.replace(/`([^`]+)`/g, "<code>$1</code>");

/**
 * Marks a styled part with control characters, which lines of a frame never contain. They become elements after all
 * other text is escaped.
 */
const styled = (opening: string) => (part: string) => `${opening}${part}\u0003`;
const plain = (part: string): string => part;
const paint: Colors = {
  bold: plain,
  green: plain,
  dim: styled("\u0000"),
  red: styled("\u0001"),
  yellow: styled("\u0001"),
  cyan: styled("\u0001"),
  blue: styled("\u0002"),
};
const elements: ReadonlyMap<string, string> = new Map([
  ["\u0000", '<span class="dim gutter">'],
  // Screen readers skip underlines, which consist of meaningless characters.
  ["\u0001", '<span class="mark" aria-hidden="true">'],
  ["\u0002", '<span class="other" aria-hidden="true">'],
  ["\u0003", "</span>"],
]);

const markup = (line: string): string =>
  Array.from(line, (character) => elements.get(character) ?? escapeXml(character)).join("");
