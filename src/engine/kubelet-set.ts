/**
 * A kubelet's files together: the file of `--config` with its drop-ins and the command line. Only the merged result
 * counts: a value that is replaced is no fault, and a fault is shown in the file that set the value.
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
  /** Absolute; where relative paths of the base file are looked up. */
  readonly baseDirectory?: string;
  /** The drop-ins of `--config-dir`, in their order; undefined without the flag. */
  readonly dropIns?: readonly SourceFile[];
  /** The other arguments. */
  readonly args?: readonly string[];
}

export interface VettedSet {
  readonly effective: Effective;
  /** Each file alone, with the diagnostics that it has in this set. */
  readonly files: readonly { readonly file: SourceFile; readonly vetted: VettedFile }[];
  /** About the command line. */
  readonly diagnostics: readonly FileDiagnostic[];
}

/** The name that diagnostics of arguments have for a file. */
export const commandLineName = "<command line>";

export function filesOf({ base, dropIns = [] }: KubeletSet): readonly SourceFile[] {
  return base ? [base, ...dropIns] : dropIns;
}

/** The files that faults of the whole set are reported under; the command line if there are no files. */
export function namesOf(set: KubeletSet): readonly string[] {
  const names = filesOf(set).map(({ name }) => name);
  return names.length === 0 ? [commandLineName] : names;
}

export function vetKubeletSet(set: KubeletSet, settings: Settings): VettedSet {
  const kind = settings.catalog.called("KubeletConfiguration");
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

/** Where a finding about the result is. */
interface ValueOrigin {
  readonly read: ReadFile | undefined;
  readonly path: FieldPath;
  /** The argument that set the value. */
  readonly argument?: string;
}

/** Rules whose faults stop the kubelet when it loads the base file, before any drop-in. */
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
      // Nearly all of its flags are deprecated; what they come to is what is asked here.
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
      vetted: { ...pick(vetted), diagnostics, objects: this.#withEffective(vetted, effective) },
    }));
    return { effective, files, diagnostics: this.#ownDiagnostics };
  }

  /** Rules speak of the result only; what is wrong with the file as such stays, and its gates: defaults depend on them. */
  #readBase(file: SourceFile): ConfigurationFile {
    const ruleIds = new Set(this.#kind.rules.map(({ id }) => id));
    const { reaches } = this.#settings.contextFor(this.#version.name);
    if (reaches("1.32")) for (const id of gateRuleIds) ruleIds.delete(id);
    const vetted = vetFile(file, this.#settings, this.#kind);
    const diagnostics = vetted.diagnostics.filter(({ rule }) => !ruleIds.has(rule));
    return this.#add(file, vetted, diagnostics);
  }

  /** Types are looked at in the result: a later file may replace a value. Names of fields may be in another case. */
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

  /** A field whose name differs in case only is read as well; its type counts even when the field itself wins over it. */
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

  /** Values of the merged files that are of another type than their fields. */
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

  /** The place of the value; of one that is absent, the place of what asks for it, else the first file. */
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

  /** Only the base file's directory is looked at; elsewhere the directory that the kubelet is started in counts. */
  #reportRelativePaths(effective: Effective): void {
    const path = ["podLogsDir"];
    const { podLogsDir = "" } = effective.object;
    if (podLogsDir === "" || podLogsDir.startsWith("/") || !effective.origins.of(path)) return;
    const message = `must be absolute except in the base file; got ${JSON.stringify(podLogsDir)}`;
    this.#report({ rule: "kubelet/pod-logs-dir", severity: "error", cause: "invalid", path, message }, effective);
  }

  /** Rules across documents see what the base file comes to. */
  #withEffective(vetted: VettedFile, { object }: Effective): VettedFile["objects"] {
    const group = groupOf(this.#kind, this.#version, this.#settings.catalog.groupDomain);
    return vetted.objects.map((each) =>
      each.group === group && each.kind === this.#kind.kind ? { ...each, object } : each,
    );
  }
}

/** The part of a vetted file that does not depend on the set; its fields are those of a class. */
function pick({
  identities,
  references,
  defining,
  unknownKinds,
  secrets,
}: VettedFile): Omit<VettedFile, "diagnostics" | "objects"> {
  return { identities, references, defining, unknownKinds, secrets };
}
