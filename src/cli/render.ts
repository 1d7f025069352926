/**
 * `lint --render`: what kustomizations and charts of the run are rendered to, vetted in addition to their files.
 *
 * @module
 */
import { posix } from "node:path";
import { compareDiagnostics, type FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { countSeverities, type RunResult } from "../engine/conclude.ts";
import type { Settings } from "../engine/options.ts";
import { createRun } from "../engine/run.ts";
import { readSource } from "../source/read-source.ts";
import type { SourceFile } from "../source/source-file.ts";
import { groupBy } from "../text/group-by.ts";
import { readInput } from "./discover.ts";
import { renderCharts } from "./helm-template.ts";
import { readKustomizations } from "./kustomization.ts";
import { buildKustomizations } from "./kustomize-build.ts";
import { ledBack } from "./led-back.ts";
import { isRendered, type NotRendered, type Rendered, type Renderer } from "./rendered.ts";
import { kustomizationReason } from "./surroundings.ts";
import { printError } from "./terminal.ts";
import { chartTemplate, type Vetted } from "./vet-inputs.ts";

/** @throws {UsageError} where a program is not there */
export function withRendered(
  vetted: Vetted,
  files: readonly string[],
  { render, settings }: { readonly render: readonly Renderer[]; readonly settings: Settings },
): Vetted {
  const all = [
    ...(render.includes("kustomize") ? buildKustomizations(readKustomizations(files)) : []),
    ...(render.includes("helm") ? renderCharts(files, settings.target) : []),
  ];
  const missing = all.filter((each): each is NotRendered => !isRendered(each));
  for (const { file, reason } of missing) printError(`${file}: not rendered: ${reason}`);
  const read = fileReader();
  const found = all.filter(isRendered).flatMap((each) => vetRendered(each, settings, read));
  const hasFailed = missing.some(({ isFailure }) => isFailure);
  const isVetted = vettedOf(render, missing);
  const seen = vetted.result.files.map(({ skipped, ...file }) =>
    skipped === undefined || isVetted(file.path, skipped) ? file : { ...file, skipped },
  );
  return {
    ...vetted,
    result: merged({ ...vetted.result, files: seen }, found),
    unreadable: vetted.unreadable || hasFailed,
  };
}

/** Whether a file that was passed over is vetted with what it is rendered to. */
function vettedOf(render: readonly Renderer[], missing: readonly NotRendered[]) {
  const folders = missing.map(({ file }) => posix.dirname(file));
  return (path: string, reason: string): boolean => {
    if (reason === kustomizationReason) return render.includes("kustomize") && !folders.includes(posix.dirname(path));
    const isLeftOut = folders.some((folder) => folder === "." || path.startsWith(`${folder}/`));
    return reason === chartTemplate && render.includes("helm") && !isLeftOut;
  };
}

function vetRendered(rendered: Rendered, settings: Settings, read: (name: string) => SourceFile | undefined) {
  const run = createRun({ ...settings, fileRoles: new Map(), replacesPlaceholders: false });
  const made = run.read(rendered.file, rendered.text);
  if (!made) return [];
  run.add(made);
  return run
    .finish()
    .diagnostics.filter(({ severity, rule }) => severity !== "info" && rule !== "kind/unknown")
    .map((diagnostic) => ledBack(diagnostic, rendered, made, read));
}

function fileReader(): (name: string) => SourceFile | undefined {
  const known = new Map<string, SourceFile | undefined>();
  return (name) => {
    if (!known.has(name)) {
      const content = readInput(name);
      known.set(name, typeof content === "string" ? undefined : readSource(name, content));
    }
    return known.get(name);
  };
}

/** The findings of a run, and those of what is rendered that say something new. */
function merged(result: RunResult, found: readonly FileDiagnostic[]): RunResult {
  const known = new Set(result.diagnostics.map(keyOf));
  const isNew = (each: FileDiagnostic): boolean => known.size < known.add(keyOf(each)).size;
  const byFile = groupBy([...result.diagnostics, ...found.filter(isNew)], ({ file }) => file);
  const listed = result.files.map(({ path }) => path);
  const others = [...byFile.keys()].filter((file) => !listed.includes(file));
  const diagnostics = [...listed, ...others].flatMap((file) => [...(byFile.get(file) ?? [])].sort(compareDiagnostics));
  return { ...result, diagnostics, summary: { ...result.summary, ...countSeverities(diagnostics) } };
}

/** One fault of a file is the same in everything that is rendered from it. */
function keyOf({ file, rule, range, path, message }: FileDiagnostic): string {
  const isLedBack = !message.startsWith("as rendered: ");
  return JSON.stringify([file, rule, range?.start.offset, isLedBack ? "" : [formatPath(path), message]]);
}
