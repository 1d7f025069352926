/**
 * The common state of the cases of a suite: its document, its settings, and the files it names.
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
import { below } from "../rule/finding.ts";
import { readSource } from "../source/read-source.ts";
import type { SourceDocument, SourceFile } from "../source/source-file.ts";
import { failure, type Result, success } from "../text/result.ts";
import { broken, failed, type Verdict } from "./result.ts";

/** The files of the machine, as suites may ask for them. */
export interface SuiteFiles {
  /**
   * The files that a path names: itself, those below a directory, or those that match a pattern.
   *
   * @param directory - of the suite, from the current directory; empty when it is the same
   */
  find(path: string, directory: string): readonly string[];
  /** A text says why it can't be read. */
  read(name: string): Uint8Array | string;
}

/** A configuration that the component accepts, and where its fields are. */
export interface LoadedConfiguration<T> {
  readonly object: T;
  /** Of a field of the configuration. */
  place(place: FindingPath): { readonly file: string; readonly range: Range };
}

/** A value, or the verdict on all cases that need it. */
export type Loading<T> = Result<T, Verdict>;

/** Where a block keeps its configuration. */
export interface ConfigurationSource {
  readonly config?: string;
  readonly inline?: unknown;
}

/** A suite's document, its settings and its files. */
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

  /** Where a field of the suite is. */
  rangeOf(place: FindingPath): Range {
    return placeOf(this.file, this.document, place);
  }

  /** The files that paths of the suite name, each once, and the first path that names none. */
  find(paths: readonly string[]): Loading<readonly SourceFile[]> {
    const directory = directoryOf(this.file.name);
    const names = new Set<string>();
    for (const path of paths) {
      const found = this.#files.find(path, directory);
      if (found.length === 0) return failure(broken(`no such file: ${path}`));
      for (const name of found) names.add(name);
    }
    const files: SourceFile[] = [];
    for (const name of names) {
      const content = this.#files.read(name);
      if (typeof content === "string") return failure(broken(`${name} can't be read: ${content}`));
      files.push(readSource(name, content));
    }
    return success(files);
  }

  /** An object as a field has it: itself, or the path of a file with it alone. */
  object(field: string, value: unknown): Loading<object> {
    if (isPlainObject(value)) return success(value);
    if (typeof value !== "string") return failure(broken(`\`${field}\` must be a map, or the path of a file`));
    const found = this.find([value]);
    if (!found.ok) return found;
    const [file, second] = found.value;
    const [document, another] = file?.documents ?? [];
    if (second || another || !isPlainObject(document?.value)) {
      return failure(broken(`${value} must be one file with one object`));
    }
    return success(document.value);
  }

  /** The configuration of a block, decoded and with defaults. @param block - its place */
  configuration<T>(name: string, source: ConfigurationSource, block: FieldPath): Loading<LoadedConfiguration<T>> {
    const [kind] = this.settings.catalog.named(name);
    if (!kind) return failure(broken(`unknown kind ${name}`));
    if (source.config) return this.#configurationFile(kind, source.config);
    return this.#inlineConfiguration(kind, source.inline, [...block, "inline"]);
  }

  #configurationFile<T>(kind: Kind, path: string): Loading<LoadedConfiguration<T>> {
    const found = this.find([path]);
    if (!found.ok) return found;
    const [file, second] = found.value;
    const [document] = file?.documents ?? [];
    if (!file || !document || second) return failure(broken(`${path} must name one file`));
    const { diagnostics, objects } = vetFile(file, this.settings, kind);
    const errors = readSuppressions(file).shown(diagnostics.filter(({ severity }) => severity === "error"));
    const [loaded] = objects;
    if (errors.length > 0 || !loaded) return failure(refused(kind, errors));
    return success({
      object: loaded.object as T,
      place: (place) => ({ file: file.name, range: placeOf(file, document, place) }),
    });
  }

  /** `apiVersion` and `kind` go without saying. */
  #inlineConfiguration<T>(kind: Kind, inline: unknown, path: FieldPath): Loading<LoadedConfiguration<T>> {
    const identity = {
      apiVersion: this.#newestApiVersion(kind),
      kind: kind.kind,
    };
    const value = isPlainObject(inline) ? { ...identity, ...inline } : inline;
    const version = isPlainObject(value) ? this.#versionOf(value, kind) : undefined;
    if (!version) {
      const place = { file: this.file.name, range: this.rangeOf({ path }) };
      return failure(
        failed(
          `\`inline\` must be a map, and if it has \`apiVersion\` and \`kind\`, a ${kind.kind} of a known version`,
          [{ ...place, message: "is here" }],
        ),
      );
    }
    const { object, findings } = validate(value, { kind, version, context: this.settings.contextFor(version.name) });
    const errors = findings
      .flatMap((finding) => placeFinding(this.file, this.document, below(path, finding), this.settings) ?? [])
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

  /** Of the newest version that the target reads. */
  #newestApiVersion(kind: Kind): string | undefined {
    const { reaches } = this.settings.contextFor("v1");
    const newest = kind.versions.find(({ since, until }) => (!since || reaches(since)) && !(until && reaches(until)));
    return newest && apiVersionOf(kind, newest, this.settings.catalog.groupDomain);
  }
}

function refused(kind: Kind, errors: readonly FileDiagnostic[]): Verdict {
  const related = errors.flatMap(({ file, range, message }): Related[] => (range ? [{ file, range, message }] : []));
  return failed(`the configuration is refused: no valid ${kind.kind}`, related);
}

/** With forward slashes; empty for a file of the current directory. */
function directoryOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf("/")));
}
