/**
 * Writes the report of a run in every requested format, and gives the reporters access to file texts and the terminal.
 *
 * @module
 */
import type { Report, Severity } from "../diagnostic/diagnostic.ts";
import type { RunResult } from "../engine/conclude.ts";
import { ruleCatalog } from "../engine/rule-catalog.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { Kind } from "../kind/kind.ts";
import type { ReportOptions } from "../report/reporter.ts";
import { type ReportFormat, reporters } from "../report/reporters.ts";
import { decodeText } from "../source/encoding.ts";
import { readInput } from "./discover.ts";
import { io } from "./io.ts";
import { type Output, type StreamName, writeOutputs } from "./outputs.ts";
import { workingDirectory } from "./repository.ts";
import { type ColorChoice, isColorful } from "./terminal.ts";

export interface PrintOptions {
  readonly failLevel: Severity;
  readonly color: ColorChoice;
  /** The stream for reports without a file. */
  readonly stream: StreamName;
  /** The spans of secrets in each file. */
  readonly secrets: RunResult["secrets"];
  /** Texts that are not on disk, by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** The kinds whose rules appear in formats with a rule catalog, such as SARIF. */
  readonly kinds: readonly Kind[];
  /** URL of the rule pages. Default: no links. */
  readonly docsBase?: string;
}

export function printReport(report: Report, outputs: readonly Output[], options: PrintOptions): void {
  const textOf = createTextReader();
  const { secrets, docsBase } = options;
  const shared: ReportOptions = {
    ...withoutUndefined({ docsBase }),
    failLevel: options.failLevel,
    sourceText: (name) => options.texts.get(name) ?? textOf(name),
    sensitiveSpans: (name) => secrets.get(name) ?? [],
  };
  writeOutputs(
    outputs.map(({ format, file }) => ({
      file,
      text: reporters[format](report, { ...shared, ...formatOptions(format, file, options) }),
    })),
    options.stream,
  );
}

function formatOptions(format: ReportFormat, file: string, { color, kinds, stream }: PrintOptions): ReportOptions {
  if (format === "text") {
    const { columns } = io()[stream];
    const onTerminal = file === "-";
    return {
      explainCommand: "clustervet explain",
      fixCommand: "clustervet lint --fix",
      color: onTerminal && isColorful(color, io()[stream]),
      ...(onTerminal && columns ? { width: columns } : {}),
    };
  }
  if (format === "html") return { explainCommand: "clustervet explain" };
  return {
    workingDirectory: workingDirectory(),
    ...(format === "sarif" ? { rules: new Map(ruleCatalog(kinds).map((rule) => [rule.id, rule])) } : {}),
  };
}

/**
 * Returns a function that reads the text of a file. It keeps the last text, because reporters request the same file
 * many times.
 */
function createTextReader(): (name: string) => string | undefined {
  let last: { readonly name: string; readonly text: string | undefined } | undefined;
  return (name) => {
    if (last?.name === name) return last.text;
    const content = readInput(name);
    last = { name, text: typeof content === "string" ? undefined : decodeText(content).text };
    return last.text;
  };
}
