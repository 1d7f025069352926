/**
 * Combines the flags of `clustervet lint` with the project file into the settings of a run.
 *
 * @module
 */

import { isAbsolute, join, relative, sep } from "node:path";
import type { Severity } from "../diagnostic/diagnostic.ts";
import { definedKind } from "../engine/definitions.ts";
import type { Settings } from "../engine/options.ts";
import type { VetOptions } from "../engine/vet-options.ts";
import type { Component } from "../flags/component.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import type { Kind } from "../kind/kind.ts";
import type { ReportFormat } from "../report/reporters.ts";
import type { Host } from "../rule/host.ts";
import type { RuleLevels } from "../rule/severity.ts";
import type { Profile } from "./chosen-findings.ts";
import { UsageError } from "./exit.ts";
import { isDirectory } from "./file-type.ts";
import { ignoreRules } from "./ignore-rules.ts";
import { nodeHost } from "./node-host.ts";
import type { ProjectFile } from "./project-file.ts";
import { projectPath } from "./project-path.ts";
import { type ObjectSource, readObjects } from "./read-objects.ts";
import type { Renderer } from "./rendered.ts";
import { schemaFileFinder } from "./schema-files.ts";
import { readDefinitions, type SplitLocations, splitLocations } from "./schema-locations.ts";
import { shownPath } from "./shown-path.ts";
import { settleTarget, type TargetFlags } from "./target-options.ts";
import { type ColorChoice, writeError } from "./terminal.ts";
import { unknownKind } from "./unknown-kind.ts";

/** The flags as commander passes them. Absent options have no default here, so that the project file can set them. */
export interface LintFlags extends TargetFlags {
  readonly format?: readonly ReportFormat[];
  readonly output?: readonly string[];
  readonly kind?: string;
  readonly flags?: readonly FlagFile[];
  readonly namespace?: string;
  readonly asSent?: boolean;
  readonly enableAdmissionPlugins?: readonly string[];
  readonly schemaLocation?: readonly string[];
  readonly policy?: readonly string[];
  readonly showMutations?: boolean;
  readonly as?: string;
  readonly asGroup?: readonly string[];
  readonly root?: string;
  readonly unknownKinds?: Severity | "off";
  readonly failLevel?: Severity;
  readonly maxWarnings?: number;
  readonly quiet?: boolean;
  readonly render?: readonly Renderer[];
  readonly fix?: boolean;
  readonly fixDryRun?: boolean;
  /** The release before the upgrade, set by `clustervet upgrade`. Only versions are fixed then. */
  readonly upgradesFrom?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly diff?: string;
  readonly watch?: boolean;
  readonly stats?: boolean;
  readonly cache?: boolean;
  readonly cacheLocation?: string;
  readonly config?: string;
  readonly ignore: boolean;
  readonly exclude?: readonly string[];
  readonly rule?: RuleLevels;
  /** IDs of rules, and areas such as `rbac/*`. */
  readonly select?: readonly string[];
  readonly profile?: Profile;
  /** In bytes. */
  readonly maxFileSize?: number;
  readonly stdinFilename?: string;
  /** Objects that `--live-policies` read from the cluster. */
  readonly cluster?: ClusterObjects;
  readonly color: ColorChoice;
}

/** The objects of a cluster that decide about the admission of other objects. */
export interface ClusterObjects {
  readonly definitions: readonly Readonly<Record<string, unknown>>[];
  /** All policies, and the objects that they use apart from the object to admit. */
  readonly policies: readonly Readonly<Record<string, unknown>>[];
}

/** A file of flags, as the command line names it. */
export interface FlagFile {
  readonly component: Component;
  readonly path: string;
}

/** @throws {UsageError} if the root is not a directory */
export function hostOf(flags: LintFlags, { settings, directory }: ProjectFile): Host {
  if (flags.root !== undefined && !isDirectory(flags.root)) {
    throw new UsageError(`--root ${flags.root}: no such directory`);
  }
  if (flags.root !== undefined || settings.root === undefined) return nodeHost(flags.root);
  const root = projectPath(settings.root, { directory, setting: "root" });
  if (!isDirectory(root)) throw new UsageError(`root ${shownPath(root)}: no such directory`);
  return nodeHost(root);
}

/** @throws {UsageError} */
export function schemaLocations(flags: LintFlags, project: ProjectFile): SplitLocations {
  const { settings, directory } = project;
  const inProject = (path: string) => (path === "default" || /^https?:/.test(path) ? path : join(directory, path));
  const locations = flags.schemaLocation ?? settings.schemaLocations?.map(inProject) ?? [];
  return locations.length === 0 ? noLocations : splitLocations(locations, schemaSource(flags, project).flag);
}

const noLocations: SplitLocations = { definitions: [], schemas: [] };

export const policyPaths = (flags: LintFlags, { settings, directory }: ProjectFile): readonly string[] =>
  flags.policy ?? settings.policies?.map((path) => join(directory, path)) ?? [];

const policySource = ({ policy }: LintFlags, { directory }: ProjectFile): ObjectSource =>
  policy ? { flag: "--policy" } : { flag: "policies", directory };

const schemaSource = ({ schemaLocation }: LintFlags, { directory }: ProjectFile): ObjectSource =>
  schemaLocation ? { flag: "--schema-location" } : { flag: "schemaLocations", directory };

/** @throws {UsageError} */
export function settleFlags(flags: LintFlags, project: ProjectFile, host: Host): Settings {
  const { settings } = project;
  const locations = schemaLocations(flags, project);
  const options: VetOptions = {
    host,
    ...withoutUndefined({
      namespace: flags.namespace ?? settings.namespace,
      asSent: flags.asSent ?? settings.asSent,
      kind: flags.kind,
      upgradesFrom: flags.upgradesFrom,
      enabledAdmissionPlugins: flags.enableAdmissionPlugins ?? settings.enabledAdmissionPlugins,
      unknownKinds: flags.unknownKinds ?? settings.unknownKinds,
      rules: flags.rule ? { ...settings.rules, ...flags.rule } : settings.rules,
      showMutations: flags.showMutations,
    }),
    flagFiles: Object.fromEntries((flags.flags ?? []).map(({ component, path }) => [shownPath(path), component])),
    ...policyOptions(flags, project),
    ...(process.env["CLUSTERVET_DEBUG"] ? { onFault: showStack } : {}),
  };
  const settled = settleTarget(flags, project, options);
  const { definitions, schemas } = locations;
  const source = schemaSource(flags, project);
  const known =
    definitions.length === 0
      ? settled
      : settleTarget(flags, project, { ...options, definitions: readDefinitions(definitions, settled, source) });
  const all = flags.cluster ? { ...known, cluster: { kinds: kindsIn(flags.cluster, known) } } : known;
  return schemas.length === 0 ? all : { ...all, kindElsewhere: schemaFileFinder(schemas, all.target, source) };
}

/** Returns the kinds that the CustomResourceDefinitions of a cluster define. */
export const kindsIn = ({ definitions }: Pick<ClusterObjects, "definitions">, settings: Settings): readonly Kind[] =>
  definitions.flatMap((definition) => definedKind(definition, settings) ?? []);

function showStack(thrown: unknown): void {
  writeError(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
}

/** @throws {UsageError} */
function policyOptions(flags: LintFlags, project: ProjectFile): VetOptions {
  if (flags.as === "") throw new UsageError("--as must be the name of a user; it is empty");
  if (flags.asGroup && flags.as === undefined) throw new UsageError("--as-group needs --as");
  const paths = policyPaths(flags, project);
  const source = policySource(flags, project);
  const inFiles = readObjects(paths, source).map(({ object }) => object);
  if (paths.length > 0 && inFiles.length === 0) {
    throw new UsageError(`${source.flag} ${paths.join(", ")}: contains no objects`);
  }
  return {
    policies: [...inFiles, ...(flags.cluster?.policies ?? [])],
    ...withoutUndefined({
      policyRules: project.settings.policyRules,
      user: flags.as === undefined ? undefined : { name: flags.as, groups: flags.asGroup ?? [] },
    }),
  };
}

/** Returns a function that finds the kind of a file by the patterns of the project file. */
export function kindsOfFiles(
  { settings, directory, name }: ProjectFile,
  { catalog }: Settings,
): (file: string) => Kind | undefined {
  const entries = (settings.kinds ?? []).map(({ files = [], kind = "" }) => {
    const found = catalog.findByQualifiedName(kind);
    if (!found) throw unknownKind(kind, catalog.kinds, `${name}: kinds: `);
    return { matches: ignoreRules(files), kind: found };
  });
  if (entries.length === 0) return () => undefined;
  return (file) => {
    const path = relative(directory, file).split(sep).join("/");
    if (path.startsWith("..") || isAbsolute(path)) return undefined;
    return entries.find(({ matches }) => matches.ignores(path, ""))?.kind;
  };
}
