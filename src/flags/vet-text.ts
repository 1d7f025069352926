/**
 * Vets command lines in text files.
 *
 * @part flags
 * @module
 */
import type { Host } from "../rule/host.ts";
import type { TextCommand } from "./assignments.ts";
import type { FlagFinding } from "./command-line.ts";
import { vetFiles } from "./named-files.ts";
import { type LineReleases, vetCommandLine } from "./vet-line.ts";

/** A finding with its offsets in the text. */
export interface TextFinding extends Omit<FlagFinding, "argument"> {
  readonly start: number;
  readonly end: number;
}

/** A file that a flag names. */
export interface TextReference {
  readonly file: string;
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

export interface VettedText {
  readonly findings: readonly TextFinding[];
  readonly references: readonly TextReference[];
}

export function vetText(
  commands: readonly TextCommand[],
  context: LineReleases & { readonly host?: Host | undefined },
): VettedText {
  const findings: TextFinding[] = [];
  const references: TextReference[] = [];
  for (const { component, args } of commands) {
    const line = vetCommandLine(
      args.map((word) => word.text),
      component,
      context,
    );
    const files = vetFiles(component, line.givenFlags, context.host, (path) => path);
    for (const finding of [...line.findings, ...files.findings]) {
      const { argument, start: inside = 0, ...rest } = finding;
      const word = args[argument] ?? { start: 0, end: 0, text: "" };
      const isVerbatim = word.end - word.start === word.text.length;
      findings.push({ ...rest, start: word.start + (isVerbatim ? inside : 0), end: word.end });
    }
    for (const { argument, ...reference } of files.references) {
      const { start = 0, end = 0 } = args[argument] ?? {};
      references.push({ ...reference, start, end });
    }
  }
  return { findings, references };
}
