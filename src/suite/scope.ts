/**
 * The state that the cases of a suite share: its document, its settings, and the files that it names.
 *
 * @module
 */

import type { FieldPath, FileDiagnostic, Range, Related } from "../diagnostic/diagnostic.ts";
import type { Settings } from "../engine/options.ts";
import { type FindingPath, placeOf } from "../engine/place.ts";
import { placeFinding } from "../engine/place-finding.ts";
import { readSuppressions } from "../engine/suppress.ts";
import { validate } from "../engine/validate.ts";
import { vetFile } from "../engine/vet-file.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { detectKind } from "../kind/detect.ts";
import { apiVersionOf, type Kind, type KindVersion } from "../kind/kind.ts";
import { moveBelow } from "../rule/finding.ts";
import { readSource } from "../source/read-source.ts";
import type { SourceDocument, SourceFile } from "../source/source-file.ts";
import { failure, type Result, success } from "../text/result.ts";
import { brokenVerdict, failedVerdict, type Verdict } from "./result.ts";

/** The files of the machine that suites may read. */
export interface SuiteFiles {
  /**
   * Returns the files that a path names: the file itself, the files below a directory, or those that match a pattern.
   *
   * @param directory - the directory of the suite, relative to the current directory; empty if it is the same
   */
  find(path: string, directory: string): readonly string[];
  /** Returns the bytes of a file, or as a string the reason why it can't be read. */
  read(name: string): Uint8Array | string;
}

/** A configuration that the component accepts, and the places of its fields. */
export interface LoadedConfiguration<T> {
  readonly object: T;
  /** Returns the place of a field of the configuration. */
  place(place: FindingPath): { readonly file: string; readonly range: Range };
}

/** A value, or the verdict for all cases that need it. */
export type LoadResult<T> = Result<T, Verdict>;

/** The source of a block's configuration: a file, or the block itself. */
export interface ConfigurationSource {
  readonly config?: string;
  readonly inline?: unknown;
}

/** The document, settings and files of a suite. */
export class SuiteScope {
  readonly file: SourceFile;
  readonly document: SourceDocument;
  readonly settings: Settings;
  readonly #files: SuiteFiles;

  constructor(file: SourceFile, document: SourceDocument, settings: Settings, files: SuiteFiles) {
    this.file = file;
    this.document = document;
    this.settings = settings;
    this.#files = files;
  }

  /** Returns the range of a field of the suite. */
  rangeOf(place: FindingPath): Range {
    return placeOf(this.file, this.document, place);
  }

  /** Reads the files that paths of the suite name, each once. Fails at the first path that names no file. */
  readFiles(paths: readonly string[]): LoadResult<readonly SourceFile[]> {
    const directory = directoryOf(this.file.name);
    const names = new Set<string>();
    for (const path of paths) {
      const found = this.#files.find(path, directory);
      if (found.length === 0) return failure(brokenVerdict(`no such file: ${path}`));
      for (const name of found) names.add(name);
    }
    const files: SourceFile[] = [];
    for (const name of names) {
      const content = this.#files.read(name);
      if (typeof content === "string") return failure(brokenVerdict(`${name} can't be read: ${content}`));
      files.push(readSource(name, content));
    }
    return success(files);
  }

  /** Returns the object in a field: inline, or in a file that contains only this object. */
  loadObject(field: string, value: unknown): LoadResult<object> {
    if (isPlainObject(value)) return success(value);
    if (typeof value !== "string") return failure(brokenVerdict(`\`${field}\` must be a map, or the path of a file`));
    const found = this.readFiles([value]);
    if (!found.ok) return found;
    const [file, second] = found.value;
    const [document, another] = file?.documents ?? [];
    if (second || another || !isPlainObject(document?.value)) {
      return failure(brokenVerdict(`${value} must be one file with one object`));
    }
    return success(document.value);
  }

  /** Returns the configuration of a block, decoded and with defaults. @param block - the place of the block */
  loadConfiguration<T>(
    name: string,
    source: ConfigurationSource,
    block: FieldPath,
  ): LoadResult<LoadedConfiguration<T>> {
    const [kind] = this.settings.catalog.findAllByName(name);
    if (!kind) return failure(brokenVerdict(`unknown kind ${name}`));
    if (source.config) return this.#configurationFile(kind, source.config);
    return this.#inlineConfiguration(kind, source.inline, [...block, "inline"]);
  }

  #configurationFile<T>(kind: Kind, path: string): LoadResult<LoadedConfiguration<T>> {
    const found = this.readFiles([path]);
    if (!found.ok) return found;
    const [file, second] = found.value;
    const [document] = file?.documents ?? [];
    if (!file || !document || second) return failure(brokenVerdict(`${path} must name one file`));
    const { diagnostics, objects } = vetFile(file, this.settings, kind);
    const errors = readSuppressions(file).shown(diagnostics.filter(({ severity }) => severity === "error"));
    const [loaded] = objects;
    if (errors.length > 0 || !loaded) return failure(refused(kind, errors));
    return success({
      object: loaded.object as T,
      place: (place) => ({ file: file.name, range: placeOf(file, document, place) }),
    });
  }

  /** `apiVersion` and `kind` are optional. */
  #inlineConfiguration<T>(kind: Kind, inline: unknown, path: FieldPath): LoadResult<LoadedConfiguration<T>> {
    const identity = {
      apiVersion: this.#newestApiVersion(kind),
      kind: kind.kind,
    };
    const value = isPlainObject(inline) ? { ...identity, ...inline } : inline;
    const version = isPlainObject(value) ? this.#versionOf(value, kind) : undefined;
    if (!version) {
      const place = { file: this.file.name, range: this.rangeOf({ path }) };
      return failure(
        failedVerdict(
          `\`inline\` must be a map, and if it has \`apiVersion\` and \`kind\`, a ${kind.kind} of a known version`,
          [{ ...place, message: "is here" }],
        ),
      );
    }
    const { object, findings } = validate(value, { kind, version, context: this.settings.contextFor(version.name) });
    const errors = findings
      .flatMap((finding) => placeFinding(this.file, this.document, moveBelow(path, finding), this.settings) ?? [])
      .filter(({ severity }) => severity === "error");
    if (errors.length > 0) return failure(refused(kind, errors));
    return success({
      object: object as T,
      place: (place) => ({ file: this.file.name, range: this.rangeOf({ ...place, path: [...path, ...place.path] }) }),
    });
  }

  #versionOf(value: Readonly<Record<string, unknown>>, kind: Kind): KindVersion | undefined {
    const detection = detectKind(value, this.settings.catalog);
    return "kind" in detection && detection.kind === kind && detection.list === "none" ? detection.version : undefined;
  }

  /** Returns the `apiVersion` of the newest version that the target reads. */
  #newestApiVersion(kind: Kind): string | undefined {
    const { reaches } = this.settings.contextFor("v1");
    const newest = kind.versions.find(({ since, until }) => (!since || reaches(since)) && !(until && reaches(until)));
    return newest && apiVersionOf(kind, newest, this.settings.catalog.groupDomain);
  }
}

function refused(kind: Kind, errors: readonly FileDiagnostic[]): Verdict {
  const related = errors.flatMap(({ file, range, message }): Related[] => (range ? [{ file, range, message }] : []));
  return failedVerdict(`the configuration is refused: no valid ${kind.kind}`, related);
}

/** Returns the directory of a file, with forward slashes; empty for a file in the current directory. */
function directoryOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf("/")));
}
