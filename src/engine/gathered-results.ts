/**
 * The results of a run so far: each examined file, and the findings of later steps.
 *
 * @module
 */
import type { FileDiagnostic, FileSummary } from "../diagnostic/diagnostic.ts";
import { namesOfObject } from "../diagnostic/identity.ts";
import type { Kind } from "../kind/kind.ts";
import { moveBelow } from "../rule/finding.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { RuleFinding } from "../rule/run.ts";
import { levelOf } from "../rule/severity.ts";
import type { SourceFile } from "../source/source-file.ts";
import { type ExaminedFile, examine, failedFile } from "./examine.ts";
import type { Settings } from "./options.ts";
import { faultIn, placeFinding } from "./place-finding.ts";
import { isPlaceholderAt } from "./placeholders.ts";
import type { Sources } from "./sources.ts";

export class GatheredResults {
  readonly sources: Sources;
  /** By name, in the order in which the files were added. */
  readonly files = new Map<string, ExaminedFile>();
  readonly summaries = new Map<string, FileSummary>();
  readonly #settings: Settings;
  /** By file, the findings of later steps, in addition to those of its examination. */
  readonly #later = new Map<string, FileDiagnostic[]>();

  constructor(settings: Settings, sources: Sources) {
    this.#settings = settings;
    this.sources = sources;
  }

  /** Examines a file and keeps the result. */
  examine(name: string, read: () => SourceFile, expected?: Kind, settings = this.#settings): ExaminedFile {
    const examined = examine(name, read, settings, expected);
    this.keep(examined);
    return examined;
  }

  keep(examined: ExaminedFile): void {
    const { name, identities } = examined;
    this.files.set(name, examined);
    this.summaries.set(name, { path: name, documents: identities.length, objects: identities });
  }

  /** Replaces the results of a file with the finding that clustervet failed on it. */
  fail(name: string, thrown: unknown): void {
    this.sources.forget(name);
    this.keep(failedFile(name, thrown, this.#settings));
  }

  isKnown(name: string): boolean {
    return this.files.has(name) || this.#later.has(name);
  }

  /** Adds findings to a file, or under a name that is not a file. */
  add(name: string, diagnostics: readonly FileDiagnostic[]): void {
    const later = this.#later.get(name);
    if (later) later.push(...diagnostics);
    else this.#later.set(name, [...diagnostics]);
    if (!this.summaries.has(name)) this.summaries.set(name, { path: name, documents: 0 });
  }

  /** Removes findings of a file's examination. */
  drop(name: string, isDropped: (diagnostic: FileDiagnostic) => boolean): void {
    const examined = this.files.get(name);
    if (!examined) return;
    this.files.set(name, { ...examined, diagnostics: examined.diagnostics.filter((found) => !isDropped(found)) });
  }

  /** Adds a finding about an object. If the object is an item of a list, the finding is about the item. */
  report(object: ProjectDocument, finding: RuleFinding, more: Pick<FileDiagnostic, "related"> = {}): void {
    const file = this.sources.parsedFile(object.file);
    const document = file.documents[object.index];
    if (!document) return;
    const placed = moveBelow(object.base, finding);
    if (this.#settings.replacesPlaceholders && isPlaceholderAt(file, document, placed)) return;
    const diagnostic = placeFinding(file, document, placed, this.#settings);
    if (diagnostic) this.add(object.file, [{ ...diagnostic, ...namesOfObject(object), ...more }]);
  }

  /** Adds a finding about an object that is not in a file of the run. */
  reportUnder(name: string, finding: RuleFinding): void {
    const { rule, severity, cause, message } = finding;
    const level = levelOf(rule, severity, this.#settings.rules);
    if (level !== "off") this.add(name, [{ rule, severity: level, cause, message, path: [], file: name, document: 0 }]);
  }

  /**
   * Returns the result of `find`; if it throws, reports the exception as a finding of the file and returns undefined.
   */
  catchFaults<T>(name: string, find: () => T): T | undefined {
    try {
      return find();
    } catch (error) {
      this.add(name, [faultIn({ name }, error, this.#settings)]);
      return undefined;
    }
  }

  /** Returns all findings of a file. */
  diagnosticsOf(name: string): readonly FileDiagnostic[] {
    const examined = this.files.get(name)?.diagnostics ?? [];
    const later = this.#later.get(name);
    return later ? examined.concat(later) : examined;
  }
}
