import fc from "fast-check";
import { XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import type { Report } from "../../src/diagnostic/diagnostic.ts";
import { type ReportFormat, reporters } from "../../src/report/reporters.ts";
import { isUnknownKind } from "../../src/report/text.ts";
import { anyReport, anySource } from "./arbitrary-report.ts";
import { readTap } from "./read-tap.ts";
import { validateReport, validateSarif } from "./schemas.ts";

/** Characters that a terminal must not interpret or that a reader cannot see; joiners are part of a character. */
const unprintable = /(?!\n|\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Texts that build servers execute as commands. */
const inlineCommand = /##\w*\[/;
const lineCommand = /^\s*::[^:]/m;

/** Requirements for the output of each format, for any report. */
const outputChecks: Readonly<Record<ReportFormat, (output: string, report: Report) => void>> = {
  text: (output) => {
    expect(output.endsWith("\n")).toBe(true);
    expect(output.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
  },
  json: (output) => {
    validateReport(JSON.parse(output));
    expect(validateReport.errors).toBeNull();
  },
  sarif: (output, report) => {
    const sarif = JSON.parse(output);
    validateSarif(sarif);
    expect(validateSarif.errors).toBeNull();
    expect(sarif.runs[0].results).toHaveLength(report.diagnostics.length);
  },
  github: (output, report) => {
    const lines = output.split("\n").slice(0, -1);
    expect(lines).toHaveLength(report.diagnostics.length);
    for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) file=[^\r\n]*::/);
  },
  gitlab: (output, report) => {
    const findings: { fingerprint: string; location: { lines: { begin: number } } }[] = JSON.parse(output);
    expect(findings).toHaveLength(report.diagnostics.length);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(findings.length);
    for (const { location } of findings) expect(location.lines.begin).toBeGreaterThan(0);
  },
  junit: (output) => {
    expect(XMLValidator.validate(output)).toBe(true);
    expect(output).toMatch(/^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  },
  tap: (output) => {
    const { points, findings } = readTap(output);
    expect(output.split("\n")[1]).toBe(`1..${points.length}`);
    expect(points).toEqual(points.map((_, index) => index + 1));
    for (const { severity } of findings) expect(severity).toMatch(/^(error|warning|info)$/);
  },
  checkstyle: (output, report) => {
    expect(XMLValidator.validate(output)).toBe(true);
    expect(output.match(/^<error /gm) ?? []).toHaveLength(report.diagnostics.length);
  },
  html: (output, report) => {
    expect(XMLValidator.validate(output)).toBe(true);
    const listed = report.diagnostics.filter((each) => !isUnknownKind(each));
    expect(output.match(/^<li class="(?:error|warning|info)" /gm) ?? []).toHaveLength(listed.length);
  },
  line: (output, report) => {
    const lines = output.split("\n").slice(0, -1);
    expect(lines).toHaveLength(report.diagnostics.length);
    for (const line of lines) expect(line).toMatch(/(?::|\\u\{3a\}) (error|warning|info) \[/);
  },
};

test.each(Object.entries(outputChecks))("%s: any report gives a valid output", (format, holds) => {
  fc.assert(
    fc.property(anyReport, anySource, fc.integer({ min: 0, max: 130 }), (report, source, width) => {
      const options = { width, sourceText: () => source, sensitiveSpans: () => [{ start: 3, end: 9 }] };
      const output = reporters[format as ReportFormat](report, options);
      expect(output).not.toMatch(unprintable);
      expect(output).not.toMatch(inlineCommand);
      if (format !== "github") expect(output).not.toMatch(lineCommand);
      holds(output, report);
    }),
    { numRuns: 300 },
  );
});

test("every format has requirements", () => {
  expect(Object.keys(outputChecks)).toEqual(Object.keys(reporters));
});
