/**
 * Vets the files of `clustervet lint` in a run of the engine, with `--fix` and `--cache`.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import type { RunResult } from "../engine/conclude.ts";
import { foreignFileReason, isForeign } from "../engine/foreign-files.ts";
import type { Settings } from "../engine/options.ts";
import { createRun, type Run } from "../engine/run.ts";
import { Sources } from "../engine/sources.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { Kind } from "../kind/kind.ts";
import { count } from "../report/reporter.ts";
import type { SourceFile } from "../source/source-file.ts";
import { mayBeTemplate } from "../source/template.ts";
import { createFindingFilter } from "./chosen-findings.ts";
import { readInput } from "./discover.ts";
import { UsageError } from "./exit.ts";
import { parseFileSize } from "./file-size.ts";
import { fixWhileVetting } from "./fix.ts";
import { FixedTexts, printFixed } from "./fixed-texts.ts";
import { reduceInlining, restoreInlining } from "./inlining.ts";
import { io } from "./io.ts";
import type { KubeletFiles } from "./kubelet-sets.ts";
import { filesOfSet, type Inputs } from "./lint-inputs.ts";
import { hostOf, type LintFlags, policyPaths, schemaLocations } from "./lint-settings.ts";
import type { ProgramFiles } from "./program-files.ts";
import { createProgress } from "./progress.ts";
import type { ProjectFile } from "./project-file.ts";
import { type FilesAhead, readAhead } from "./read-ahead.ts";
import type { HostRecord } from "./recorded-host.ts";
import { type CachedRun, type OnRead, withCache } from "./result-cache.ts";
import type { Surroundings } from "./surroundings.ts";
import { printError, writeError } from "./terminal.ts";

export interface Vetted {
  readonly result: RunResult;
  /** Texts that are not on disk, by name: standard input, and files as fixes would leave them. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Number of edits that were made, or that a dry run would make. */
  readonly edits?: number;
  readonly unreadable: boolean;
}

export interface Vetting {
  readonly paths: readonly string[];
  readonly inputs: Inputs;
  readonly flags: LintFlags;
  readonly project: ProjectFile;
  readonly settings: Settings;
  readonly surroundings: Surroundings;
  /** Returns the kind that the project file assigns to a file. */
  kindOf(name: string): Kind | undefined;
  /** The lookups that the run makes on the host. */
  readonly record: HostRecord;
  readonly program: ProgramFiles;
}

/** With fewer files, a thread that reads ahead costs more than it saves. */
const minFilesAhead = 1000;
/** Number of files after which most kinds of a run are loaded. */
const warmUpFiles = 200;

/** @throws {UsageError} */
export function vetInputs(vetting: Vetting): Vetted {
  const { inputs, flags, settings } = vetting;
  if (flags.fix || flags.fixDryRun) return vetAndFix(vetting);
  const isCached =
    flags.cache && !flags.watch && !flags.stats && !inputs.readsStdin && !inputs.hasFaults && !settings.kindElsewhere;
  if (isCached) return withCache(cachedRun(vetting), (onRead) => vetOnce(vetting, { onRead }));
  if (inputs.files.length < minFilesAhead) return vetOnce(vetting);
  const ahead = readAhead(inputs.files, vetting.program.thread("reader.cjs"));
  try {
    return vetOnce(vetting, { ahead });
  } finally {
    ahead.close();
  }
}

/** @throws {UsageError} */
function vetAndFix(vetting: Vetting): Vetted {
  const { inputs, flags } = vetting;
  const stdin = inputs.readsStdin ? { name: stdinName(flags), content: readStdin(flags) } : undefined;
  const texts = new FixedTexts(inputs.files, {
    isDryRun: flags.fixDryRun ?? false,
    ...withoutUndefined({ stdin }),
  });
  const sources = sourcesOf(vetting);
  let before: RunResult["secrets"] | undefined;
  const vet = (changed: readonly string[]) => {
    for (const name of changed) sources.forget(name);
    const vetted = vetOnce(vetting, { sources, edited: texts });
    before ??= vetted.result.secrets;
    return vetted;
  };
  const isChosen = createFindingFilter(flags);
  const isWanted = (found: FileDiagnostic) =>
    flags.upgradesFrom === undefined ? isChosen(found) : versionRules.has(found.rule);
  const { left, ...fixed } = fixWhileVetting(texts, vet, isWanted);
  const { secrets } = left.result;
  printFixed(texts, { before: before ?? secrets, after: secrets }, flags.color);
  if (fixed.edits > 0) {
    const done = flags.fixDryRun ? "would fix" : "fixed";
    writeError(`${done} ${count(fixed.edits, "finding")} in ${count(fixed.files, "file")}\n`);
  }
  return { ...left, texts: texts.textsInMemory(), edits: fixed.edits };
}

/** `clustervet upgrade --fix` changes only versions; `clustervet lint --fix` applies the other fixes. */
const versionRules: ReadonlySet<string> = new Set(["kind/version", "kind/deprecated"]);

interface Reading {
  /** Called with each file when it is read. */
  readonly onRead?: OnRead;
  readonly ahead?: FilesAhead;
  /** Provides the texts that are not read from disk. */
  readonly edited?: FixedTexts;
  /** Provides files that an earlier pass has parsed. */
  readonly sources?: Sources;
}

/** @throws {UsageError} */
function vetOnce(vetting: Vetting, { onRead, ahead, edited, sources = sourcesOf(vetting) }: Reading = {}): Vetted {
  const { inputs, flags, settings, kindOf } = vetting;
  const run = createRun(settings, sources);
  const texts = new Map<string, string>();
  const progress = createProgress(inputs.files.length, flags.quiet ?? false);
  let unreadable = false;
  const read = (name: string): SourceFile | undefined => {
    const known = sources.heldFile(name);
    if (known) return known;
    const content = edited?.contentInMemory(name) ?? ahead?.bytesOf(name) ?? readInput(name);
    if (typeof content !== "string") {
      onRead?.(name, content);
      return run.read(name, content);
    }
    unreadable = true;
    printError(`${name}: ${content}`);
    run.skip(name, content);
    return undefined;
  };
  if (inputs.readsStdin) {
    const name = stdinName(flags);
    const file = sources.heldFile(name) ?? run.read(name, edited?.contentInMemory(name) ?? readStdin(flags));
    texts.set(name, file?.text ?? "");
    if (file) run.add(file, kindOf(name));
  }
  for (const set of inputs.nodeAgents) addKubeletFiles(set, run, read);
  const inSets = new Set(inputs.nodeAgents.flatMap(filesOfSet));
  for (const [index, name] of inputs.files.entries()) {
    if (ahead && index === warmUpFiles) reduceInlining();
    if (inSets.has(name)) continue;
    const file = read(name);
    const reason = file && skipReason(file, vetting);
    if (reason) run.skip(name, reason);
    else if (file) run.add(file, kindOf(name));
    progress.advance(1);
  }
  if (ahead) restoreInlining();
  for (const { path, reason } of inputs.skippedFiles) run.skip(path, reason);
  progress.finish();
  return { result: run.finish(), texts, unreadable };
}

/** Sets the maximum file size from the flag or the project file. */
function sourcesOf({ flags, project: { settings } }: Vetting): Sources {
  return new Sources(withoutUndefined({ maxBytes: flags.maxFileSize ?? parseFileSize(settings.maxFileSize ?? "") }));
}

const stdinName = ({ stdinFilename = "<stdin>" }: LintFlags): string => stdinFilename;

/** @throws {UsageError} if standard input is empty, which is more likely a mistake */
function readStdin({ kind }: LintFlags): Uint8Array {
  const content = io().readStdin();
  if (content.length === 0 && !kind) throw new UsageError("standard input is empty");
  return content;
}

/**
 * Returns the reason why a file is not vetted, for example because no component reads it, or because a search found it
 * and it belongs to another program.
 */
function skipReason(file: SourceFile, { inputs, settings, surroundings, kindOf }: Vetting): string | undefined {
  const { name, text, issues } = file;
  if (kindOf(name) || settings.expectedKind) return undefined;
  const isTemplate = issues.some(({ rule }) => rule === "source/template");
  if (surroundings.isChartTemplate(name) && (isTemplate || mayBeTemplate(text))) return chartTemplateReason;
  if (isTemplate && surroundings.isInChart(name)) return chartTemplateReason;
  if (inputs.explicitFiles.has(name)) return undefined;
  if (isTemplate) return otherTemplateReason;
  const limit = issues.find(({ rule }) => rule === "source/limit");
  if (limit && text === "") return `${limit.message}; \`--max-file-size\` raises the limit`;
  return surroundings.skipReasonByFile.get(name) ?? (isForeign(file, settings) ? foreignFileReason : undefined);
}

export const chartTemplateReason = "Helm template; `--render helm` vets the objects that it makes";
const otherTemplateReason = "template; vet what it renders";

function addKubeletFiles(
  { base, dropIns, skipped, flags }: KubeletFiles,
  run: Run,
  read: (name: string) => SourceFile | undefined,
): void {
  const file = base === undefined ? undefined : read(base);
  run.addKubeletSet({
    ...(file && base !== undefined ? { base: file, baseDirectory: dirname(resolve(base)) } : {}),
    dropIns: dropIns.flatMap((name) => read(name) ?? []),
    args: flags,
  });
  for (const name of skipped) run.skip(name, "the kubelet ignores files whose names do not end in .conf");
}

/** Returns the inputs that determine a cached result. Flags that only affect reports are left out. */
function cachedRun({ paths, inputs, flags, project, record, surroundings }: Vetting): CachedRun {
  const { format, output, color, quiet, failLevel, maxWarnings, baseline, updateBaseline, ...deciding } = flags;
  return {
    location: flags.cacheLocation,
    settings: { paths, flags: deciding, project },
    settingFiles: [...schemaLocations(flags, project).definitions, ...policyPaths(flags, project)],
    host: hostOf(flags, project),
    ...cachedInputs(inputs, surroundings),
    record,
  };
}

/** Returns the files that a run reads, each once. */
function cachedInputs(
  { files, nodeAgents, skippedFiles: skippedPaths }: Inputs,
  around: Surroundings,
): Pick<CachedRun, "files" | "sets"> {
  const passedOver = new Set(nodeAgents.flatMap(({ skipped }) => skipped));
  const inSets = nodeAgents.flatMap(({ base, dropIns }) => [...(base === undefined ? [] : [base]), ...dropIns]);
  const sets = [
    nodeAgents,
    skippedPaths,
    [...around.roles],
    [...around.skipReasonByFile],
    files.filter(around.isInChart),
  ];
  return { files: [...inSets, ...files.filter((name) => !passedOver.has(name))], sets };
}
