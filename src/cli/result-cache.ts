/**
 * Results of whole runs, kept from run to run: one that would read what an earlier one read, under the same settings and
 * by the same program, has its result. Rules look across files, so a result is never put together from parts.
 *
 * @part cache
 * @module
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import type { RunResult } from "../engine/conclude.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { version } from "../release/version.ts";
import type { Host } from "../rule/host.ts";
import { discover, readInput } from "./discover.ts";
import type { HostRecord } from "./recorded-host.ts";
import { printError } from "./terminal.ts";

/** The inputs that decide a result. Entries have names that no run takes for its own files, wherever they are kept. */
export interface CachedRun {
  /** Where results are kept; default: the user's directory for caches. */
  readonly location: string | undefined;
  /** Everything apart from files, as JSON can say it. */
  readonly settings: unknown;
  /** The files that are vetted. */
  readonly files: readonly string[];
  /** How files are put together, as JSON can say it. */
  readonly sets: unknown;
  /** Files and directories that the settings are made from. */
  readonly settingFiles: readonly string[];
  readonly host: Host;
  /** Of what `host` is asked in the run. */
  readonly record: HostRecord;
}

/** Takes each file as it is read. */
export type OnRead = (name: string, content: Uint8Array) => void;

/** A result and whether all of it could be read. */
interface Vetted {
  readonly result: RunResult;
  readonly unreadable: boolean;
}

/** Changes when entries are written in another way. */
const entryFormat = 2;
/** Results kept, one for each place and choice of settings; the one that was written first goes first. */
const maxEntries = 50;

/** Results say what a repository is configured with. */
const ownerOnly = 0o600;

interface Entry {
  readonly format: typeof entryFormat;
  /** Of the settings and the files that were vetted. */
  readonly digest: string;
  readonly states: readonly (readonly [path: string, state: string])[];
  readonly contents: readonly (readonly [path: string, digest: string | null])[];
  readonly result: Omit<RunResult, "secrets"> & { readonly secrets: readonly (readonly [string, unknown])[] };
}

/** The result that is kept for the run, or that of `vet`, which is then kept. */
export function withCache<V extends Vetted>(
  run: CachedRun,
  vet: (onRead: OnRead) => V,
): V | { readonly result: RunResult; readonly unreadable: false } {
  const directory = run.location === undefined ? userCacheDirectory() : resolve(run.location);
  const settings = digestOfSettings(run);
  const path = join(directory, `${settings}.result`);
  const entry = readEntry(path);
  if (entry !== undefined && entry.digest === digestOfFiles(settings, run) && holds(entry, run.host)) {
    return { result: { ...entry.result, secrets: new Map(entry.result.secrets) } as RunResult, unreadable: false };
  }
  const read = new Map<string, string>();
  const vetted = vet((name, content) => read.set(name, digestOf(content)));
  if (!vetted.unreadable) keep(directory, path, entryOf(digestOfAll(settings, run, read), run.record, vetted.result));
  return vetted;
}

function digestOfSettings({ settings, settingFiles }: CachedRun): string {
  const program = [entryFormat, version, programIdentity(), process.version, process.cwd()];
  const options = { useIgnoreFiles: false, exclusions: [] };
  const read = settingFiles.length === 0 ? [] : discover(settingFiles, options).files;
  const contents = read.map((name) => [name, digestIfThere(bytesOf(name))]);
  return createHash("sha256")
    .update(JSON.stringify([program, settings, contents]))
    .digest("hex");
}

/** Tells builds of the same version apart. */
function programIdentity(): readonly number[] {
  try {
    const { size, mtimeMs } = statSync(process.argv[1] ?? "");
    return [size, mtimeMs];
  } catch {
    return [];
  }
}

/** As the files are now; what can't be read is of no run that was kept. */
function digestOfFiles(settings: string, run: CachedRun): string {
  const read = new Map<string, string>();
  for (const name of run.files) {
    const content = bytesOf(name);
    if (content) read.set(name, digestOf(content));
  }
  return digestOfAll(settings, run, read);
}

/** @param read - digests of files by name */
function digestOfAll(settings: string, { sets }: CachedRun, read: ReadonlyMap<string, string>): string {
  const files = [...read].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([settings, sets, files]))
    .digest("hex");
}

function bytesOf(name: string): Uint8Array | undefined {
  const content = readInput(name);
  return typeof content === "string" ? undefined : content;
}

/** Whether the host would say now what it said then. */
function holds({ states, contents }: Entry, host: Host): boolean {
  return (
    states.every(([path, state]) => host.stat?.(path) === state) &&
    contents.every(([path, digest]) => digestIfThere(host.readFile?.(path)) === digest)
  );
}

const digestOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Null for what is not there. */
const digestIfThere = (content: Uint8Array | undefined): string | null => (content ? digestOf(content) : null);

function entryOf(digest: string, { states, contents }: HostRecord, result: RunResult): Entry {
  return {
    format: entryFormat,
    digest,
    states: [...states],
    contents: [...contents].map(([path, content]) => [path, digestIfThere(content)] as const),
    result: { ...result, diagnostics: result.diagnostics.map(withoutSecret), secrets: [...result.secrets] },
  };
}

/** As reports have it: of a sensitive field neither the value nor what would be written in its place. */
function withoutSecret(diagnostic: FileDiagnostic): FileDiagnostic {
  if (!diagnostic.sensitive) return diagnostic;
  const { value, fix, ...rest } = diagnostic;
  return rest;
}

/** Undefined for what is not there, is damaged, or is no entry: a checksum is in its first line. */
function readEntry(path: string): Entry | undefined {
  try {
    const content = readFileSync(path, "utf8");
    const [checksum = ""] = content.split("\n", 1);
    const text = content.slice(checksum.length + 1);
    if (checksum !== digestOf(Buffer.from(text))) return undefined;
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) && value["format"] === entryFormat ? (value as unknown as Entry) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the entry whole or not at all; a cache that can't be written is no reason to fail. */
function keep(directory: string, path: string, entry: Entry): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    mkdirSync(directory, { recursive: true });
    const text = JSON.stringify(entry);
    writeFileSync(unfinished, `${digestOf(Buffer.from(text))}\n${text}`, { mode: ownerOnly });
    renameSync(unfinished, path);
    removeOldest(directory);
  } catch (error) {
    printError(
      `${directory}: the cache can't be written (${error instanceof Error ? error.message : "unknown reason"})`,
    );
  }
}

function removeOldest(directory: string): void {
  const entries = readdirSync(directory).filter((name) => /^[0-9a-f]{64}\.result$/.test(name));
  if (entries.length <= maxEntries) return;
  const aged = entries.map((name) => ({ path: join(directory, name), at: statSync(join(directory, name)).mtimeMs }));
  aged.sort((a, b) => a.at - b.at);
  for (const { path } of aged.slice(0, entries.length - maxEntries)) unlinkSync(path);
}

function userCacheDirectory(): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env;
  if (process.platform === "win32") return join(local ?? join(homedir(), "AppData", "Local"), "clustervet", "cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "clustervet");
  return join(xdg || join(homedir(), ".cache"), "clustervet");
}
