/**
 * The reporters by the names of their formats.
 *
 * @module
 */
import { reportCheckstyle } from "./checkstyle.ts";
import { reportGithub } from "./github.ts";
import { reportGitlab } from "./gitlab.ts";
import { reportHtml } from "./html.ts";
import { reportJson } from "./json.ts";
import { reportJunit } from "./junit.ts";
import { reportLine } from "./line.ts";
import type { Reporter } from "./reporter.ts";
import { reportSarif } from "./sarif.ts";
import { reportTap } from "./tap.ts";
import { reportText } from "./text.ts";

export const reporters = {
  text: reportText,
  json: reportJson,
  sarif: reportSarif,
  github: reportGithub,
  gitlab: reportGitlab,
  junit: reportJunit,
  tap: reportTap,
  checkstyle: reportCheckstyle,
  html: reportHtml,
  line: reportLine,
} as const satisfies Readonly<Record<string, Reporter>>;

export type ReportFormat = keyof typeof reporters;
