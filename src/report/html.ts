/**
 * HTML: one page that loads nothing, for people who read a report in a browser, on a phone or with a screen reader. It is well-formed
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
import { codeLines, isUnknownKind, notVettedLines, summaryText } from "./text.ts";
import { visible, visibleLines } from "./visible.ts";
import { escapeXml } from "./xml.ts";

/** Browsers take seconds to lay out more. */
const maxFindings = 5000;
const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Findings by file, with their code; a script filters them and puts them by rule. Without scripts all of them are shown. */
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
    ...form,
    '<p role="status" class="dim"></p>',
    '<div class="groups">',
    ...[...groupBy(shown, ({ file }) => file)].flatMap(([file, found]) => fileSection(file, found, options)),
    "</div>",
    ...ruleSection(shown, options),
    ...(closing.length > 0 ? ["<section>", "<h2>Not shown</h2>", ...closing.map(paragraph), "</section>"] : []),
    "</main>",
    `<script>//<![CDATA[${script}//]]></script>`,
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

/** A page that somebody else's file names got into must load nothing and send nothing. */
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

const box = (severity: Severity, name: string): string =>
  `<label><input type="checkbox" name="severity" value="${severity}" checked="checked" />${name}</label>`;

const form: readonly string[] = [
  '<form role="search" aria-label="Findings" hidden="hidden">',
  '<label class="search">Search in findings<input type="search" name="words" autocomplete="off" /></label>',
  `<fieldset><legend>Severity</legend>${box("error", "errors")}${box("warning", "warnings")}${box("info", "infos")}</fieldset>`,
  '<label>Group by <select name="group"><option value="file">file</option><option value="rule">rule</option></select></label>',
  "</form>",
];

function fileSection(file: string, findings: readonly FileDiagnostic[], options: ReportOptions): readonly string[] {
  return [
    "<section>",
    `<h2>${text(file)}</h2>`,
    '<ol class="findings">',
    ...findings.flatMap((finding) => findingItem(finding, options)),
    "</ol>",
    "</section>",
  ];
}

function findingItem(finding: FileDiagnostic, options: ReportOptions): readonly string[] {
  const { file, rule, severity, message, range, help, path } = finding;
  const place = range ? `${file}:${range.start.line}:${range.start.column}` : file;
  const object = finding.kind === undefined && finding.document === 0 ? "" : describeObject(finding);
  const subject = [object, formatPath(path)].filter((part) => part !== "").join(": ");
  const code = codeLines(finding, options, paint).map(markup);
  return [
    `<li class="${severity}" data-severity="${severity}" data-file="${text(file)}" data-rule="${text(rule)}">`,
    `<h3><span class="severity">${severity}:</span> ${text(message)}</h3>`,
    `<p class="place"><code>${text(place)}</code> ${ruleName(finding, options)}${subject === "" ? "" : ` in ${text(subject)}`}</p>`,
    ...(code.length > 0 ? [`<pre tabindex="0" role="group" aria-label="Source">${code.join("\n")}</pre>`] : []),
    ...(help === undefined ? [] : [`<p class="help">help: ${escapeXml(visibleLines(help))}</p>`]),
    "</li>",
  ];
}

function ruleName(finding: FileDiagnostic, options: ReportOptions): string {
  const docs = docsOf(finding, options);
  const name = `<code>${text(finding.rule)}</code>`;
  return docs && /^https?:/.test(docs) ? `<a href="${text(docs)}">${name}</a>` : name;
}

/** The rules of the findings, the most frequent first; a button shows the findings of one. */
function ruleSection(findings: readonly FileDiagnostic[], options: ReportOptions): readonly string[] {
  if (findings.length === 0) return [];
  const byRule = [...groupBy(findings, ({ rule }) => rule)].sort((a, b) => b[1].length - a[1].length);
  return [
    "<section>",
    "<h2>Rules</h2>",
    ...(options.explainCommand ? [`<p>More about a rule: <code>${text(options.explainCommand)} RULE</code></p>`] : []),
    '<table><thead><tr><th scope="col">Rule</th><th scope="col">Findings</th><th scope="col">Show</th></tr></thead><tbody>',
    ...byRule.map(
      ([rule, found]) =>
        `<tr><td><code>${text(rule)}</code></td><td class="number">${found.length}</td>` +
        `<td><button type="button" hidden="hidden" data-rule="${text(rule)}" aria-label="Show findings of ${text(rule)}">show</button></td></tr>`,
    ),
    "</tbody></table>",
    "</section>",
  ];
}

const paragraph = (line: string): string => `<p>${text(line)}</p>`;

/** One line of text, between tags or in an attribute. */
const text = (line: string): string => escapeXml(visible(line));

/** Control characters, which no line of a frame has, mark what becomes an element once all else is escaped. */
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
  // An underline of characters is nothing to listen to.
  ["\u0001", '<span class="mark" aria-hidden="true">'],
  ["\u0002", '<span class="other" aria-hidden="true">'],
  ["\u0003", "</span>"],
]);

const markup = (line: string): string =>
  Array.from(line, (character) => elements.get(character) ?? escapeXml(character)).join("");
