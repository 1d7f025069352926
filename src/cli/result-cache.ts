/**
 * Caches results of whole runs. A run returns the result of an earlier run if it would read the same content with the
 * same settings and the same program. Results are never combined from parts, because some rules compare several files.
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

/**
 * The inputs that determine a result. Names of entries end in `.result`, so that no run vets them, wherever the cache
 * is.
 */
export interface CachedRun {
  /** The directory of the cache; default: below the user's cache directory. */
  readonly location: string | undefined;
  /** All settings apart from files; must be convertible to JSON. */
  readonly settings: unknown;
  /** The files to vet. */
  readonly files: readonly string[];
  /** The sets of files that are vetted together; must be convertible to JSON. */
  readonly sets: unknown;
  /** Files and directories from which the settings are made. */
  readonly settingFiles: readonly string[];
  readonly host: Host;
  /** The lookups that the run makes on `host`. */
  readonly record: HostRecord;
}

/** Called with each file when it is read. */
export type OnRead = (name: string, content: Uint8Array) => void;

/** A result, and whether something could not be read. */
interface Vetted {
  readonly result: RunResult;
  readonly unreadable: boolean;
}

/** To be increased whenever the format of entries changes. */
const entryFormat = 2;
/** Maximum number of results, one for each combination of directory and settings; the oldest is removed first. */
const maxEntries = 50;

/** Results may reveal the configuration of a repository, so only their owner may read them. */
const ownerOnly = 0o600;

interface Entry {
  readonly format: typeof entryFormat;
  /** Digest of the settings and of the vetted files. */
  readonly digest: string;
  readonly states: readonly (readonly [path: string, state: string])[];
  readonly contents: readonly (readonly [path: string, digest: string | null])[];
  readonly result: Omit<RunResult, "secrets"> & { readonly secrets: readonly (readonly [string, unknown])[] };
}

/** Returns the cached result of the run. If there is no valid entry, runs `vet` and caches its result. */
export function withCache<V extends Vetted>(
  run: CachedRun,
  vet: (onRead: OnRead) => V,
): V | { readonly result: RunResult; readonly unreadable: false } {
  const directory = run.location === undefined ? userCacheDirectory() : resolve(run.location);
  const settings = digestOfSettings(run);
  const path = join(directory, `${settings}.result`);
  const entry = readEntry(path);
  if (entry !== undefined && entry.digest === digestOfFiles(settings, run) && hostMatchesEntry(entry, run.host)) {
    return { result: { ...entry.result, secrets: new Map(entry.result.secrets) } as RunResult, unreadable: false };
  }
  const read = new Map<string, string>();
  const vetted = vet((name, content) => read.set(name, digestOf(content)));
  if (!vetted.unreadable)
    writeEntry(directory, path, entryOf(digestOfAll(settings, run, read), run.record, vetted.result));
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

/** Distinguishes builds of the same version. */
function programIdentity(): readonly number[] {
  try {
    const { size, mtimeMs } = statSync(process.argv[1] ?? "");
    return [size, mtimeMs];
  } catch {
    return [];
  }
}

/**
 * Returns the digest of the files' current content. A file that can't be read changes the digest, so no entry matches.
 */
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

/** Whether the host's lookups still return what they returned in the cached run. */
function hostMatchesEntry({ states, contents }: Entry, host: Host): boolean {
  return (
    states.every(([path, state]) => host.stat?.(path) === state) &&
    contents.every(([path, digest]) => digestIfThere(host.readFile?.(path)) === digest)
  );
}

const digestOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Null for a missing file. */
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

/** Removes the value of a sensitive field and the text of its fix. */
function withoutSecret(diagnostic: FileDiagnostic): FileDiagnostic {
  if (!diagnostic.sensitive) return diagnostic;
  const { value, fix, ...rest } = diagnostic;
  return rest;
}

/**
 * Returns undefined if the file is missing, is damaged or is not an entry. The first line is a checksum of the rest.
 */
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

/** Writes an entry atomically. A cache that can't be written does not fail the run. */
function writeEntry(directory: string, path: string, entry: Entry): void {
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
