/**
 * Vets one file: reads its documents, detects the kind of each, and reports its faults with their positions in the
 * text.
 *
 * @module
 */
import {
  documentsWithoutKind,
  type FieldPath,
  type FileDiagnostic,
  type ObjectIdentity,
  type Range,
  type Severity,
} from "../diagnostic/diagnostic.ts";
import { startsWithPath } from "../diagnostic/path.ts";
import { distributionCommands } from "../flags/distribution-commands.ts";
import { kubeadmCommands } from "../flags/kubeadm-commands.ts";
import { type PodCommand, podCommands } from "../flags/pod-command.ts";
import { vetPodCommand } from "../flags/vet-pod.ts";
import { formatJson } from "../json/format-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { apiVersionOf, type FileReference, type Kind, readerOf } from "../kind/kind.ts";
import { isInternal } from "../rule/fault.ts";
import { moveBelow } from "../rule/finding.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import { capSeverity, type RuleFinding } from "../rule/run.ts";
import { levelOf } from "../rule/severity.ts";
import { type FindingLimits, lintLimits, Tally } from "../rule/tally.ts";
import { schemaAt } from "../schema/decode-schema.ts";
import { sensitivePaths } from "../schema/sensitive.ts";
import { nodeAt, type Span } from "../source/locate.ts";
import { isPlaceholder } from "../source/placeholder.ts";
import type { SourceDocument, SourceFile } from "../source/source-file.ts";
import {
  type Candidate,
  type Expansion,
  expand,
  expandAs,
  expandEmbedded,
  skipMessage,
  type UnknownDocument,
} from "./expand.ts";
import { FileIssues, isFault } from "./file-issues.ts";
import { concernsRole, type FileRole, roleByText } from "./file-role.ts";
import { projectDocument, sentObject } from "./held-objects.ts";
import { isForInstaller, kubeadmFileFaults, settingsFor } from "./installer-file.ts";
import { newDefaults } from "./new-defaults.ts";
import type { Settings } from "./options.ts";
import { placeOf } from "./place.ts";
import { faultIn, identityOf, placeFinding } from "./place-finding.ts";
import { isPlaceholderAt, placeholderFinding } from "./placeholders.ts";
import { withSuccession } from "./succession.ts";
import { limitsFor } from "./suppress.ts";
import { surplusFinding } from "./surplus-finding.ts";
import { type Subject, type Validation, validate } from "./validate.ts";
import { writtenFloats } from "./written-floats.ts";

/** A reference of an object to a file on the node, with its position. */
export interface PlacedReference extends FileReference {
  readonly range: Range;
}

/** The results for one file. */
export interface VettedFile {
  /** Unsorted; suppressions are not yet applied. */
  readonly diagnostics: readonly FileDiagnostic[];
  /** Objects of known kinds, as project rules see them. */
  readonly objects: readonly ProjectDocument[];
  readonly identities: readonly ObjectIdentity[];
  /** Files that objects refer to, with the position of each reference. */
  readonly references: readonly PlacedReference[];
  /** The objects that define kinds. */
  readonly defining: readonly ProjectDocument[];
  /** The number of documents and list items of unknown kinds. */
  readonly unknownKinds: number;
  /** Ranges of the text that contain secrets. */
  readonly secrets: readonly Span[];
}

/** The longest definition, in UTF-16 units of its JSON, whose result is cached. kube-apiserver accepts less. */
const maxDefinitionText = 4 * 1024 * 1024;

/** @param expected - the kind whose loader reads the file; by default `apiVersion` and `kind` decide */
export function vetFile(file: SourceFile, settings: Settings, expected = settings.expectedKind): VettedFile {
  const reader = new FileReader(file, expected ? settings : settingsFor(file, settings), expected);
  reader.read();
  return reader;
}

/** Collects the results of a file, document by document. */
class FileReader implements VettedFile {
  readonly diagnostics: FileDiagnostic[] = [];
  readonly objects: ProjectDocument[] = [];
  readonly identities: ObjectIdentity[] = [];
  readonly references: PlacedReference[] = [];
  readonly defining: ProjectDocument[] = [];
  readonly secrets: Span[] = [];
  unknownKinds = 0;
  /** Counts the findings of the current document. */
  private tally: Tally;
  /** Syntax errors of the current document. Near them, the parsed values are guesses. */
  private faults: readonly Span[] = [];
  /** Whether the finding about placeholders is already reported. */
  private hasReportedPlaceholder = false;
  private readonly limits: FindingLimits;
  private readonly issues: FileIssues;
  private readonly file: SourceFile;
  private readonly settings: Settings;
  private readonly expected: Kind | undefined;
  private readonly role: FileRole | undefined;

  constructor(file: SourceFile, settings: Settings, expected: Kind | undefined) {
    this.file = file;
    this.settings = settings;
    this.expected = expected;
    this.role = settings.fileRoles.get(file.name) ?? (settings.asSent ? undefined : roleByText(file.text));
    this.issues = new FileIssues(file, settings, expected);
    this.limits = limitsFor(file.text);
    this.tally = new Tally(this.limits);
  }

  read(): void {
    const { documents, text } = this.file;
    const loaded = this.expected?.loader ? this.expected : undefined;
    if (loaded && text.trim() === "") {
      this.readEmptyFile(loaded, text);
      return;
    }
    if (documents.every(isEmpty) && this.file.issues.length === 0) this.reportEmptyFile();
    if (!this.expected && documents.some(isForInstaller)) {
      const faults = kubeadmFileFaults(this.file);
      for (const document of documents) {
        this.readDocument(document);
        const fault = faults.get(document);
        if (fault) this.report(document, fault, document.value);
        this.finishDocument(document);
      }
      return;
    }
    let config = loaded;
    let onlyEmptyBefore = true;
    for (const document of documents) {
      if (config && document.index > 0) {
        this.skipExtraDocument(document, config);
        continue;
      }
      const kind = this.readDocument(document);
      if (kind?.loader && document.index > 0) this.reportLateDocument(document, kind, onlyEmptyBefore);
      this.finishDocument(document);
      if (kind?.loader) config ??= kind;
      if (!isEmpty(document)) onlyEmptyBefore = false;
    }
  }

  /** Reports how many findings of the document are not listed. */
  private finishDocument(document: SourceDocument): void {
    const { surpluses } = this.tally;
    this.tally = new Tally(this.limits);
    for (const surplus of surpluses) this.list(document, surplusFinding(surplus), document.value);
  }

  /**
   * Vets a document. Returns its kind if it is a configuration. An exception becomes a finding, so that the other
   * documents are still vetted.
   */
  private readDocument(document: SourceDocument): Kind | undefined {
    try {
      return this.vetDocument(document);
    } catch (error) {
      this.diagnostics.push(faultIn(this.file, error, this.settings, document));
      return undefined;
    }
  }

  private vetDocument(document: SourceDocument): Kind | undefined {
    const { value } = document;
    this.faults = this.issues.issuesOf(document).filter(isFault);
    const [fault] = this.faults;
    if (fault && this.settings.replacesPlaceholders && isPlaceholder(lineAt(this.file.text, fault.start))) {
      this.reportPlaceholder(document, this.file.rangeOf(fault.start, fault.end));
      return undefined;
    }
    if (value === undefined || (isEmpty(document) && !this.expected)) {
      this.reportIssues(document, undefined);
      return undefined;
    }
    const expansion = this.expected ? expandAs(this.expected, value, this.settings) : expand(value, this.settings);
    const config = expansion.candidates.find(({ kind }) => kind.loader)?.kind;
    this.reportIssues(document, expansion);
    this.identities.push(identityOf(value, document.index));
    for (const finding of expansion.findings) this.reportOfKind(document, finding, expansion);
    for (const unknown of expansion.unknown) this.countUnknown(document, unknown, value);
    for (const candidate of expansion.candidates) this.vetTimed(document, candidate, value);
    return config;
  }

  /**
   * Reports a finding about `apiVersion` or `kind`. If another version replaces that of the document, adds whether
   * anything else must change.
   */
  private reportOfKind(document: SourceDocument, finding: RuleFinding, { candidates, outdated = [] }: Expansion): void {
    const { path, rule } = finding;
    const isOwn = ({ base }: { readonly base: FieldPath }) =>
      path.length === base.length + 1 && startsWithPath(path, base);
    const own = rule === "kind/version" || rule === "kind/deprecated" ? outdated.find(isOwn) : undefined;
    const concerns = (other: RuleFinding) => concernsRole(this.role, other);
    this.report(
      document,
      own ? withSuccession(finding, own, { settings: this.settings, concerns }) : finding,
      path.length > 1 ? (own ?? candidates.find(isOwn))?.value : document.value,
    );
  }

  private vetTimed(document: SourceDocument, candidate: Candidate, root: unknown): void {
    const { stopwatch, catalog } = this.settings;
    if (!stopwatch) {
      this.vet(document, candidate, root);
      return;
    }
    const { kind, version } = candidate;
    const name = `${apiVersionOf(kind, version, catalog.groupDomain)} ${kind.kind}`;
    stopwatch.time("kinds", name, () => this.vet(document, candidate, root));
  }

  /** @param worst - the highest severity of the object's findings */
  private vet(document: SourceDocument, candidate: Candidate, root: unknown, worst?: "warning"): void {
    const { kind, version, value, base } = candidate;
    const known = this.settings.contextFor(version.name);
    const context = this.expected ? { ...known, isLoaded: true as const } : known;
    const { object, findings, more } = this.validated(document, candidate, {
      kind,
      version,
      context,
      limits: this.limits,
      levels: this.settings.rules,
    });
    // Custom resources have no fields marked as secret, and walking over all fields of a large one takes long.
    if (!kind.isCustom) this.recordSecrets(document, sensitivePaths(value, version.schema), base);
    for (const finding of findings) {
      if (!concernsRole(this.role, finding)) continue;
      const isSecret = schemaAt(version.schema, finding.path)?.["x-sensitive"] === true;
      const sensitive = isSecret && nodeAt(document, [...base, ...finding.path]) !== undefined;
      this.report(document, capSeverity(worst, moveBelow(base, finding)), base.length === 0 ? root : value, sensitive);
    }
    const node = this.file.format === "json" && readerOf(kind) ? nodeAt(document, base) : undefined;
    for (const finding of node ? writtenFloats(node, version.schema, this.file.text) : []) {
      this.report(document, capSeverity(worst, moveBelow(base, finding)), root);
    }
    for (const change of newDefaults(candidate, object, this.settings)) {
      if (this.role !== "patch") this.report(document, capSeverity(worst, moveBelow(base, change)), root);
    }
    for (const { severity, count } of more)
      this.tally.countFinding(severity === "error" ? (worst ?? severity) : severity, count);
    if (!isPlainObject(object) || this.role === "patch") return;
    for (const reference of kind.references?.(object, context) ?? []) this.follow(document, reference, base);
    for (const command of commandsIn(kind, object)) {
      const { findings, references } = vetPodCommand(command, context, this.settings.upgradesFrom?.target);
      for (const finding of findings) this.report(document, capSeverity(worst, moveBelow(base, finding)), root);
      for (const reference of references) this.follow(document, reference, base);
    }
    for (const { expansion, severity = worst } of expandEmbedded(candidate, object, this.settings)) {
      for (const finding of expansion.findings) this.report(document, capSeverity(severity, finding), root);
      for (const inner of expansion.candidates) this.vet(document, inner, root, severity);
    }
    const found = projectDocument(candidate, object, { document, file: this.file, settings: this.settings });
    this.objects.push(found);
    if (kind.defines) this.defining.push(found);
  }

  private validated(document: SourceDocument, { kind, value, base }: Candidate, subject: Subject): Validation {
    const { definitions: known, namespace } = this.settings;
    // Documents with issues are not cached: they may contain values that the cache key, their JSON, does not
    // distinguish.
    const isRepeatable = kind.defines && base.length === 0 && subject.limits === lintLimits;
    if (!known || !isRepeatable || this.issues.issuesOf(document).length > 0)
      return validate(sentObject(value, kind, namespace), subject);
    const text = `${subject.context.target} ${formatJson(value)}`;
    const found = known.get(text);
    if (found) return found;
    const validation = validate(value, subject);
    if (text.length <= maxDefinitionText) known.set(text, validation);
    return validation;
  }

  private follow(document: SourceDocument, reference: FileReference, base: FieldPath): void {
    const range = placeOf(this.file, document, { path: [...base, ...reference.path] });
    this.references.push({ ...reference, range });
  }

  private recordSecrets(document: SourceDocument, paths: readonly FieldPath[], base: FieldPath): void {
    for (const path of paths) {
      const node = nodeAt(document, [...base, ...path]);
      if (node) this.secrets.push({ start: node.start, end: node.end });
    }
    if (paths.length === 0) return;
    // The tree contains only one value of a repeated key; the text after the other occurrence is just as secret.
    const names = new Set(paths.map((path) => String(path.at(-1))));
    const { text } = this.file;
    for (const { rule, start, end, related } of this.issues.issuesOf(document)) {
      const isRepeat = rule === "source/duplicate-key" && names.has(text.slice(start, end).replace(/^["']|["']$/g, ""));
      if (!isRepeat) continue;
      for (const key of related ? [related.end, end] : [end])
        this.secrets.push({ start: key, end: lineEnd(text, key) });
    }
  }

  private countUnknown(document: SourceDocument, unknown: UnknownDocument, root: unknown): void {
    const { base, identity, meant } = unknown;
    this.unknownKinds++;
    const level = this.settings.unknownKinds;
    // The readable part of a broken document may lack its `kind`.
    if (level === "off" || (identity === documentsWithoutKind && this.faults.length > 0)) return;
    const severity = meant && level === "info" ? "warning" : level;
    const help = meant ? { help: `did you mean \`apiVersion: ${meant}\`?` } : {};
    const path = base.length > 0 ? base : isPlainObject(root) && "kind" in root ? ["kind"] : [];
    const message = skipMessage(unknown, root);
    this.report(
      document,
      { rule: "kind/unknown", severity, cause: "not-found", path, message, value: identity, ...help },
      root,
    );
  }

  private readEmptyFile(kind: Kind, text: string): void {
    const document: SourceDocument = this.file.documents[0] ?? { index: 0, start: 0, end: 0 };
    const readsBlanks = kind.loader?.mayOmit === "both";
    if (kind.loader?.emptyFile === "empty-object" && (text === "" || readsBlanks)) {
      const [version] = kind.versions;
      if (version) this.vet(document, { kind, version, value: {}, base: [] }, {});
      return;
    }
    const message = `\`${kind.loader?.flag}\` does not accept an empty file; \`apiVersion\` and \`kind\` must be set`;
    this.report(document, { rule: "source/empty", severity: "error", cause: "required", path: [], message }, undefined);
  }

  private reportEmptyFile(): void {
    if (this.expected) return;
    const document: SourceDocument = this.file.documents[0] ?? { index: 0, start: 0, end: 0 };
    const message = "not vetted: the file is empty";
    this.report(document, { rule: "source/empty", severity: "info", cause: "not-found", path: [], message }, undefined);
  }

  private skipExtraDocument(document: SourceDocument, kind: Kind): void {
    if (isEmpty(document) || this.issues.isRefusedByLoader) return;
    this.report(
      document,
      {
        rule: "source/extra-document",
        severity: "warning",
        cause: "invalid",
        path: [],
        message: `ignored: \`${kind.loader?.flag}\` reads only the first document of a file`,
        help: "move it to a separate file",
      },
      undefined,
    );
  }

  private reportLateDocument(document: SourceDocument, kind: Kind, onlyEmptyBefore: boolean): void {
    this.report(
      document,
      {
        rule: "source/first-document",
        severity: onlyEmptyBefore ? "error" : "warning",
        cause: "invalid",
        path: ["kind"],
        message: `${kind.kind} must be the first document: \`${kind.loader?.flag}\` ignores the others`,
        help: onlyEmptyBefore ? "remove the empty document before it" : "move it to a separate file",
      },
      document.value,
    );
  }

  private reportIssues(document: SourceDocument, expansion: Expansion | undefined): void {
    const take = (severity: Severity, count?: number) => this.tally.countFinding(severity, count);
    this.diagnostics.push(...this.issues.diagnostics(document, expansion, take));
  }

  private report(document: SourceDocument, found: RuleFinding, owner: unknown, sensitive = false): void {
    if (this.touchesSyntaxError(document, found)) return;
    const finding = this.faults.length > 0 ? capSeverity("warning", found) : found;
    if (this.settings.replacesPlaceholders && isPlaceholderAt(this.file, document, finding)) {
      this.reportPlaceholder(document, placeOf(this.file, document, finding));
      return;
    }
    const level = levelOf(finding.rule, finding.severity, this.settings.rules);
    if (isInternal(finding)) this.settings.onFault(finding.thrown);
    else if (level === "off" || !this.tally.countFinding(level)) return;
    this.list(document, finding, owner, sensitive);
  }

  /** Whether the position of a finding touches a syntax error, which makes the finding meaningless. */
  private touchesSyntaxError(document: SourceDocument, finding: RuleFinding): boolean {
    if (this.faults.length === 0 || finding.path.length === 0) return false;
    const { start, end } = placeOf(this.file, document, finding);
    return this.faults.some((fault) => fault.start <= end.offset && start.offset <= fault.end);
  }

  /** Reports the finding about placeholders, once for each file. */
  private reportPlaceholder(document: SourceDocument, range: Range): void {
    if (this.hasReportedPlaceholder) return;
    this.hasReportedPlaceholder = true;
    const severity = levelOf(placeholderFinding.rule, placeholderFinding.severity, this.settings.rules);
    if (severity === "off" || !this.tally.countFinding(severity)) return;
    const identity = identityOf(document.value, document.index);
    this.diagnostics.push({ ...placeholderFinding, severity, range, file: this.file.name, ...identity });
  }

  private list(document: SourceDocument, finding: RuleFinding, owner: unknown, sensitive = false): void {
    const diagnostic = placeFinding(this.file, document, finding, this.settings);
    if (!diagnostic) return;
    const identity = identityOf(owner ?? document.value, document.index);
    this.diagnostics.push({ ...diagnostic, ...identity, ...(sensitive ? { sensitive } : {}) });
  }
}

/** Returns the command lines in an object. */
const commandsIn = (kind: Kind, object: object): readonly PodCommand[] => [
  ...podCommands(kind.kind, object),
  ...kubeadmCommands(kind, object),
  ...distributionCommands(kind, object),
];

function lineAt(text: string, offset: number): string {
  return text.slice(text.lastIndexOf("\n", offset - 1) + 1, lineEnd(text, offset)).trim();
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

function isEmpty(document: SourceDocument): boolean {
  return document.value === null;
}
