/**
 * Vets the files and flags of a kubelet together: the `--config` file, its drop-ins and the command line. Only the
 * merged configuration is validated, since a value that is overridden does no harm. A fault is reported in the file
 * that sets the value.
 *
 * @module
 */
import type { FieldPath, FileDiagnostic, Related } from "../diagnostic/diagnostic.ts";
import { startsWithPath } from "../diagnostic/path.ts";
import type { FlagFinding } from "../flags/command-line.ts";
import { flagRules } from "../flags/rules.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { groupOf, type Kind, type KindVersion } from "../kind/kind.ts";
import { readCommandLine } from "../kubelet/command-line.ts";
import { type ConfigurationFile, type Effective, effectiveConfiguration } from "../kubelet/effective.ts";
import { type RuleFinding, runRules } from "../rule/run.ts";
import { levelOf } from "../rule/severity.ts";
import { schemaFindings } from "../schema/translate.ts";
import type { SourceDocument, SourceFile } from "../source/source-file.ts";
import type { Settings } from "./options.ts";
import { placeOf } from "./place.ts";
import { placeFinding } from "./place-finding.ts";
import { type VettedFile, vetFile } from "./vet-file.ts";

/** The files and flags with which a kubelet starts. */
export interface KubeletSet {
  /** The file of `--config`. */
  readonly base?: SourceFile;
  /** Absolute path, against which relative paths in the base file are resolved. */
  readonly baseDirectory?: string;
  /** The drop-ins of `--config-dir`, in order; undefined without the flag. */
  readonly dropIns?: readonly SourceFile[];
  /** The other arguments of the command line. */
  readonly args?: readonly string[];
}

export interface VettedSet {
  readonly effective: Effective;
  /** Each file with its diagnostics in this set. */
  readonly files: readonly { readonly file: SourceFile; readonly vetted: VettedFile }[];
  /** The diagnostics about the command line. */
  readonly diagnostics: readonly FileDiagnostic[];
}

/** The file name in diagnostics about arguments. */
export const commandLineName = "<command line>";

export function filesOf({ base, dropIns = [] }: KubeletSet): readonly SourceFile[] {
  return base ? [base, ...dropIns] : dropIns;
}

/** Returns the files under which faults of the whole set are reported; the command line if there are no files. */
export function namesOf(set: KubeletSet): readonly string[] {
  const names = filesOf(set).map(({ name }) => name);
  return names.length === 0 ? [commandLineName] : names;
}

export function vetKubeletSet(set: KubeletSet, settings: Settings): VettedSet {
  const kind = settings.catalog.findByQualifiedName("KubeletConfiguration");
  const version = kind?.versions[0];
  if (!kind || !version) throw new Error("the catalog has no KubeletConfiguration");
  return new SetReader(set, settings, kind, version).read();
}

interface ReadFile {
  readonly file: SourceFile;
  readonly document: SourceDocument | undefined;
  readonly diagnostics: FileDiagnostic[];
  readonly vetted: VettedFile;
}

/** The place of a finding about the merged configuration. */
interface ValueOrigin {
  readonly read: ReadFile | undefined;
  readonly path: FieldPath;
  /** The argument that sets the value. */
  readonly argument?: string;
}

/** Rules whose faults stop the kubelet when it loads the base file, before it reads drop-ins. */
const gateRuleIds = ["kubelet/feature-gates", "kubelet/feature-gate-dependencies"] as const;

class SetReader {
  readonly #set: KubeletSet;
  readonly #settings: Settings;
  readonly #kind: Kind;
  readonly #version: KindVersion;
  readonly #files: ReadFile[] = [];
  readonly #ownDiagnostics: FileDiagnostic[] = [];

  constructor(set: KubeletSet, settings: Settings, kind: Kind, version: KindVersion) {
    this.#set = set;
    this.#settings = settings;
    this.#kind = kind;
    this.#version = version;
  }

  read(): VettedSet {
    const { base, baseDirectory, dropIns, args = [] } = this.#set;
    const context = this.#settings.contextFor(this.#version.name);
    const commandLine = readCommandLine(args, this.#settings.target);
    for (const finding of commandLine.findings) {
      // Nearly all of these flags are deprecated; the caller only wants their effect.
      if (finding.rule !== "flags/deprecated") this.#reportFlag(finding, args);
    }
    const loaded = base && this.#readBase(base);
    const added = dropIns?.map((file) => this.#readDropIn(file));
    const sources = {
      ...(loaded ? { base: loaded } : {}),
      ...(baseDirectory === undefined ? {} : { baseDirectory }),
      ...(added ? { dropIns: added } : {}),
      commandLine,
    };
    const effective = effectiveConfiguration(sources, this.#kind, context);
    const misread = this.#misread(effective);
    for (const finding of misread) this.#report(finding, effective);
    for (const finding of runRules(this.#kind.rules, effective.object, context)) {
      if (!misread.some(({ path }) => startsWithPath(finding.path, path))) this.#report(finding, effective);
    }
    this.#reportRelativePaths(effective);
    const files = this.#files.map(({ file, vetted, diagnostics }) => ({
      file,
      vetted: { ...copyFileFields(vetted), diagnostics, objects: this.#withEffective(vetted, effective) },
    }));
    return { effective, files, diagnostics: this.#ownDiagnostics };
  }

  /**
   * Vets the base file but drops the findings of rules, which run on the merged configuration. For targets from 1.32
   * on, keeps findings about feature gates, because the defaults depend on the gates of the base file.
   */
  #readBase(file: SourceFile): ConfigurationFile {
    const ruleIds = new Set(this.#kind.rules.map(({ id }) => id));
    const { reaches } = this.#settings.contextFor(this.#version.name);
    if (reaches("1.32")) for (const id of gateRuleIds) ruleIds.delete(id);
    const vetted = vetFile(file, this.#settings, this.#kind);
    const diagnostics = vetted.diagnostics.filter(({ rule }) => !ruleIds.has(rule));
    return this.#add(file, vetted, diagnostics);
  }

  /**
   * Vets a drop-in but drops the findings of rules and about types, which are checked in the merged configuration,
   * because a later file may override a value. Field names may differ in case.
   */
  #readDropIn(file: SourceFile): ConfigurationFile {
    const ruleIds = new Set([...this.#kind.rules.map(({ id }) => id), "schema/type", "schema/format"]);
    const vetted = vetFile(file, this.#settings, this.#kind);
    const diagnostics = vetted.diagnostics.flatMap((diagnostic): readonly FileDiagnostic[] => {
      if (ruleIds.has(diagnostic.rule)) return [];
      if (diagnostic.rule === "schema/unknown-field") return this.#readInOtherCase(diagnostic, file);
      if (diagnostic.rule !== "source/duplicate-key") return [diagnostic];
      const level = levelOf(diagnostic.rule, "error", this.#settings.rules);
      return level === "off" ? [] : [{ ...diagnostic, severity: level }];
    });
    return this.#add(file, vetted, diagnostics);
  }

  /**
   * Reports a field whose name differs from a known field only in case: the kubelet reads it as that field. Its type is
   * checked even if the correctly spelled field overrides it.
   */
  #readInOtherCase(diagnostic: FileDiagnostic, file: SourceFile): readonly FileDiagnostic[] {
    const { schema } = this.#version;
    const [name, ...deeper] = diagnostic.path;
    const lower = String(name).toLowerCase();
    const field = Object.keys(schema.properties ?? {}).find((each) => each.toLowerCase() === lower);
    const root = file.documents[0]?.value;
    if (field === undefined || deeper.length > 0 || !isPlainObject(root)) return [diagnostic];
    const message = `is read as \`${field}\`: in a drop-in, upper and lower case do not matter`;
    const value = memberOf(root, String(name));
    const [misfit] = value === null ? [] : schemaFindings({ [field]: value }, schema);
    const isMisfit = misfit?.rule === "schema/type" || misfit?.rule === "schema/format";
    const { help: _help, ...rest } = diagnostic;
    return [
      { ...rest, message, help: `write \`${field}\`` },
      ...(isMisfit
        ? [{ ...rest, rule: misfit.rule, severity: "error", cause: misfit.cause, message: misfit.message } as const]
        : []),
    ];
  }

  #add(file: SourceFile, vetted: VettedFile, diagnostics: readonly FileDiagnostic[]): ConfigurationFile {
    const [document] = file.documents;
    this.#files.push({ file, document, diagnostics: [...diagnostics], vetted });
    const value = document?.value;
    return { name: file.name, value: isPlainObject(value) ? value : {} };
  }

  /** Reports values of the merged files whose type is not that of their field. */
  #misread({ merged }: Effective): RuleFinding[] {
    if (!merged) return [];
    const { schema } = this.#version;
    return schemaFindings(merged, schema)
      .filter(({ rule }) => rule === "schema/type" || rule === "schema/format")
      .map((finding) => ({ severity: "error", ...finding }));
  }

  #report(finding: RuleFinding, effective: Effective): void {
    const { see, ...rest } = finding;
    const place = this.#placeOf(finding, effective);
    if (place.argument !== undefined || !place.read?.document) {
      this.#reportArgument(rest, place.argument);
      return;
    }
    const { file, document, diagnostics } = place.read;
    const diagnostic = placeFinding(file, document, { ...rest, path: place.path }, this.#settings);
    if (!diagnostic) return;
    const related = see && this.#relatedTo(see, effective);
    diagnostics.push({ ...diagnostic, ...(related ? { related: [related] } : {}) });
  }

  /**
   * Returns the place of the value at the path. If the value is absent, returns the place in `see`, or else the first
   * file.
   */
  #placeOf({ path, see }: Pick<RuleFinding, "path" | "see">, { origins }: Effective): ValueOrigin {
    for (const candidate of [path, ...(see ? [see.path] : [])]) {
      const found = origins.placeOf(candidate);
      if (found?.origin.source === "flag") return { read: undefined, path, argument: found.origin.text };
      if (found?.origin.source !== "file") continue;
      const { file } = found.origin;
      return { read: this.#files.find((read) => read.file.name === file), path: found.path };
    }
    return { read: this.#files[0], path };
  }

  #relatedTo({ path, message }: NonNullable<RuleFinding["see"]>, effective: Effective): Related | undefined {
    const { read, path: place } = this.#placeOf({ path }, effective);
    if (!read?.document) return undefined;
    return { file: read.file.name, range: placeOf(read.file, read.document, { path: place }), message };
  }

  #reportArgument(finding: RuleFinding, argument: string | undefined): void {
    const severity = levelOf(finding.rule, finding.severity, this.#settings.rules);
    if (severity === "off") return;
    const { rule, cause, path, message, help, value } = finding;
    const setBy = argument === undefined ? "" : `${argument}: `;
    this.#ownDiagnostics.push({
      rule,
      severity,
      cause,
      path,
      message: `${setBy}${message}`,
      file: commandLineName,
      document: 0,
      ...(help === undefined ? {} : { help }),
      ...(value === undefined ? {} : { value }),
    });
  }

  #reportFlag({ argument, start: _start, ...finding }: FlagFinding, args: readonly string[]): void {
    const { severity, cause = "invalid" } = flagRules[finding.rule];
    this.#reportArgument({ severity, cause, path: [], ...finding }, args[argument]);
  }

  /**
   * Reports a relative `podLogsDir`. The kubelet resolves paths of the base file against the directory of that file,
   * but other paths against its working directory.
   */
  #reportRelativePaths(effective: Effective): void {
    const path = ["podLogsDir"];
    const { podLogsDir = "" } = effective.object;
    if (podLogsDir === "" || podLogsDir.startsWith("/") || !effective.origins.find(path)) return;
    const message = `must be absolute except in the base file; got ${JSON.stringify(podLogsDir)}`;
    this.#report({ rule: "kubelet/pod-logs-dir", severity: "error", cause: "invalid", path, message }, effective);
  }

  /** Replaces the decoded configuration by the merged one, for rules across documents. */
  #withEffective(vetted: VettedFile, { object }: Effective): VettedFile["objects"] {
    const group = groupOf(this.#kind, this.#version, this.#settings.catalog.groupDomain);
    return vetted.objects.map((each) =>
      each.group === group && each.kind === this.#kind.kind ? { ...each, object } : each,
    );
  }
}

/**
 * Copies the fields that do not depend on the set. A spread would also copy the other fields of the class that
 * implements `VettedFile`.
 */
function copyFileFields({
  identities,
  references,
  defining,
  unknownKinds,
  secrets,
}: VettedFile): Omit<VettedFile, "diagnostics" | "objects"> {
  return { identities, references, defining, unknownKinds, secrets };
}
