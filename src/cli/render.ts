/**
 * `lint --render`: renders the kustomizations and charts of a run, and vets the result in addition to their files.
 *
 * @module
 */
import { posix } from "node:path";
import { compareDiagnostics, type FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { countSeverities, type RunResult } from "../engine/conclude.ts";
import type { Settings } from "../engine/options.ts";
import { createRun } from "../engine/run.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { isPlaceholder } from "../source/placeholder.ts";
import { readSource } from "../source/read-source.ts";
import type { SourceFile } from "../source/source-file.ts";
import { groupBy } from "../text/group-by.ts";
import { readInput } from "./discover.ts";
import { renderCharts } from "./helm-template.ts";
import { readKustomizations } from "./kustomization.ts";
import { buildKustomizations } from "./kustomize-build.ts";
import { isRendered, type NotRendered, type Rendered, type Renderer } from "./rendered.ts";
import { mapToSource } from "./source-mapping.ts";
import { kustomizationReason } from "./surroundings.ts";
import { printError } from "./terminal.ts";
import { chartTemplateReason, type Vetted } from "./vet-inputs.ts";

/** @throws {UsageError} if a program for rendering is missing */
export function withRendered(
  vetted: Vetted,
  files: readonly string[],
  { render, settings }: { readonly render: readonly Renderer[]; readonly settings: Settings },
): Vetted {
  const all = [
    ...(render.includes("kustomize") ? buildKustomizations(readKustomizations(files)) : []),
    ...(render.includes("helm") ? renderCharts(files, settings) : []),
  ];
  const missing = all.filter((each): each is NotRendered => !isRendered(each));
  for (const { file, reason } of missing) printError(`${file}: not rendered: ${reason}`);
  const read = fileReader();
  const found = all.filter(isRendered).flatMap((each) => vetRendered(each, settings, read));
  const hasFailed = missing.some(({ isFailure }) => isFailure);
  const reasonNow = createSkipReasonUpdater(render, missing);
  const seen = vetted.result.files.map(({ skipped, ...file }) => {
    const reason = skipped === undefined ? undefined : reasonNow(file.path, skipped);
    return reason === undefined ? file : { ...file, skipped: reason };
  });
  return {
    ...vetted,
    result: merged({ ...vetted.result, files: seen }, found),
    unreadable: vetted.unreadable || hasFailed,
  };
}

/** Returns a function that updates the reason why a file was skipped; undefined if rendering has covered the file. */
function createSkipReasonUpdater(render: readonly Renderer[], missing: readonly NotRendered[]) {
  const folders = missing.map(({ file }) => posix.dirname(file));
  return (path: string, reason: string): string | undefined => {
    if (reason === kustomizationReason && render.includes("kustomize")) {
      return folders.includes(posix.dirname(path)) ? "kustomization that could not be built" : undefined;
    }
    if (reason !== chartTemplateReason || !render.includes("helm")) return reason;
    const isLeftOut = folders.some((folder) => folder === "." || path.startsWith(`${folder}/`));
    return isLeftOut ? "template of a chart that could not be rendered" : undefined;
  };
}

function vetRendered(rendered: Rendered, settings: Settings, read: (name: string) => SourceFile | undefined) {
  // Flux substitutes variables in the output of kustomize. Output of helm contains no placeholders.
  const replacesPlaceholders = rendered.keepsPaths && settings.replacesPlaceholders;
  const run = createRun({ ...settings, fileRoles: new Map(), replacesPlaceholders });
  const made = run.read(rendered.file, rendered.text);
  if (!made) return [];
  run.add(made);
  return run
    .finish()
    .diagnostics.filter(({ severity, rule }) => severity !== "info" && !toolDependentRules.has(rule))
    .filter(({ document }) => !replacesPlaceholders || !isTemplate(made.documents[document]?.value))
    .map((diagnostic) => mapToSource(diagnostic, rendered, made, read));
}

/**
 * Rules that do not apply to rendered objects. `helm install -n` and `kubectl apply -n` fill in namespaces, and
 * kustomize sets the namespace of kinds that it does not know to be cluster-scoped. Namespaces written in a file are
 * checked in that file.
 */
const toolDependentRules: ReadonlySet<string> = new Set([
  "kind/unknown",
  "meta/namespace-required",
  "meta/namespace-without-effect",
]);

/** Whether the object is a template with placeholders, which some kustomizations build for Helm. */
function isTemplate(object: unknown): boolean {
  const metadata = isPlainObject(object) ? memberOf(object, "metadata") : undefined;
  if (!isPlainObject(metadata)) return false;
  const labels = memberOf(metadata, "labels");
  const values = [metadata["name"], metadata["namespace"], ...(isPlainObject(labels) ? Object.values(labels) : [])];
  return values.some((value) => typeof value === "string" && isPlaceholder(value));
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

/** Merges the findings of a run with the findings in rendered objects that are not duplicates. */
function merged(result: RunResult, found: readonly FileDiagnostic[]): RunResult {
  const known = new Set(result.diagnostics.flatMap(keysOf));
  const isNew = (each: FileDiagnostic): boolean => {
    const keys = keysOf(each);
    const isKnown = keys.some((key) => known.has(key));
    for (const key of keys) known.add(key);
    return !isKnown;
  };
  const byFile = groupBy([...result.diagnostics, ...found.filter(isNew)], ({ file }) => file);
  const listed = result.files.map(({ path }) => path);
  const others = [...byFile.keys()].filter((file) => !listed.includes(file));
  const diagnostics = [...listed, ...others].flatMap((file) => [...(byFile.get(file) ?? [])].sort(compareDiagnostics));
  return { ...result, diagnostics, summary: { ...result.summary, ...countSeverities(diagnostics) } };
}

/**
 * Returns keys that identify a finding; two findings with a common key are the same. Several rendered objects may come
 * from one file, so a finding that was mapped back to its file is identified both by its place and by its path and
 * message. A fault within an expression is mapped back to the whole expression.
 */
function keysOf({ file, rule, range, document, path, message }: FileDiagnostic): readonly string[] {
  const isLedBack = !message.startsWith("as rendered: ");
  const place = [file, rule, range?.start.offset, isLedBack ? "" : [formatPath(path), message]];
  return [place, ...(isLedBack ? [[file, rule, document, formatPath(path), message]] : [])].map((key) =>
    JSON.stringify(key),
  );
}
