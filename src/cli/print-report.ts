/**
 * A run's report in every format that was asked for, with what the reporters need to know of the machine.
 *
 * @module
 */
import type { Report, Severity } from "../diagnostic/diagnostic.ts";
import type { RunResult } from "../engine/conclude.ts";
import { ruleCatalog } from "../engine/rule-catalog.ts";
import type { Kind } from "../kind/kind.ts";
import type { ReportOptions } from "../report/reporter.ts";
import { type ReportFormat, reporters } from "../report/reporters.ts";
import { decodeText } from "../source/encoding.ts";
import { readInput } from "./discover.ts";
import { io } from "./io.ts";
import { type Output, type StreamName, writeOutputs } from "./outputs.ts";
import { workingDirectory } from "./repository.ts";
import { given } from "./target-options.ts";
import { type ColorChoice, isColorful } from "./terminal.ts";

export interface PrintOptions {
  readonly failLevel: Severity;
  readonly color: ColorChoice;
  /** That of reports without a file. */
  readonly stream: StreamName;
  /** Where secrets are, by file. */
  readonly secrets: RunResult["secrets"];
  /** Texts that are on no disk, by name. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whose rules a format with a rule catalog describes. */
  readonly kinds: readonly Kind[];
  /** Address of the pages of rules. Default: no links. */
  readonly docsBase?: string;
}

export function printReport(report: Report, outputs: readonly Output[], options: PrintOptions): void {
  const textOf = createTextReader();
  const { secrets, docsBase } = options;
  const shared: ReportOptions = {
    ...given("docsBase", docsBase),
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

/** Texts of files on disk; the last one is kept, since a reporter asks for it again and again. */
function createTextReader(): (name: string) => string | undefined {
  let last: { readonly name: string; readonly text: string | undefined } | undefined;
  return (name) => {
    if (last?.name === name) return last.text;
    const content = readInput(name);
    last = { name, text: typeof content === "string" ? undefined : decodeText(content).text };
    return last.text;
  };
}
