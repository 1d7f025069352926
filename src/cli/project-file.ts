/**
 * Reads `clustervet.yaml`, the settings of a repository. Flags of the command line override them.
 *
 * @module
 */
import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { placeOf } from "../engine/place.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { RuleLevel } from "../rule/severity.ts";
import { schemaFindings } from "../schema/translate.ts";
import { readSource } from "../source/read-source.ts";
import { reasonOf, UsageError } from "./exit.ts";
import { fileSizeDemand, parseFileSize } from "./file-size.ts";
import type { Exclusion } from "./ignore-files.ts";
import { assertProjectFile } from "./project-path.ts";
import { type ProjectSettings, projectSchema } from "./project-schema.ts";
import { readBytes } from "./read-bytes.ts";
import { shownPath } from "./shown-path.ts";

export interface ProjectFile {
  readonly settings: ProjectSettings;
  /** The directory to which paths in the settings are relative. */
  readonly directory: string;
  /** The name of the file in messages. */
  readonly name: string;
}

export const projectFileNames: readonly string[] = ["clustervet.yaml", "clustervet.yml"];
/** Severities that settings may assign to a rule. */
export const ruleLevels: readonly RuleLevel[] = ["error", "warning", "info", "off"];

/**
 * Reads the named project file, or the nearest one in the current directory or above. Returns empty settings if there
 * is no file.
 *
 * @throws {UsageError} if the file can't be read or contains an invalid setting, with its place
 */
export function readProjectFile(named: string | undefined): ProjectFile {
  const path = named ?? projectFileAbove(process.cwd());
  if (path === undefined) return noProjectFile();
  if (named === undefined) assertProjectFile(path, { directory: dirname(path), setting: "the project file" });
  let text: string;
  try {
    text = new TextDecoder().decode(readBytes(path));
  } catch (error) {
    throw new UsageError(`${shownPath(path)}: can't be read: ${reasonOf(error)}`);
  }
  const name = shownPath(path);
  return { settings: parseProjectFile(name, text), directory: dirname(resolve(path)), name };
}

/** Returns the settings that apply if there is no project file. */
export const noProjectFile = (): ProjectFile => ({ settings: {}, directory: process.cwd(), name: "clustervet.yaml" });

/** @throws {UsageError} */
function parseProjectFile(path: string, text: string): ProjectSettings {
  const file = readSource(path, text);
  const [issue] = file.issues;
  if (issue) throw new UsageError(`${path}:${positionText(file, issue.start)}: ${issue.message}`);
  const [document, ...others] = file.documents;
  const second = others.find(({ value }) => value !== undefined && value !== null);
  if (second) throw new UsageError(`${path}:${positionText(file, second.start)}: the settings must be one document`);
  const value = withOff(document?.value ?? {});
  const settings = value as ProjectSettings;
  const fault: SettingFault | undefined = schemaFindings(value, projectSchema)[0] ?? [...settingFaults(settings)][0];
  if (!fault) return settings;
  const start = document && placeOf(file, document, fault)?.start;
  const place = start ? `${path}:${start.line}:${start.column}` : path;
  const field = fault.path.length === 0 ? "" : `${formatPath(fault.path)}: `;
  throw new UsageError(`${place}: ${field}${fault.message}`, fault.help);
}

interface SettingFault {
  readonly path: FieldPath;
  readonly message: string;
  readonly help?: string;
}

/** Yields the faults of settings whose types are right. */
function* settingFaults(settings: ProjectSettings): Iterable<SettingFault> {
  const { rules = {}, maxFileSize, ruleDocs, maxWarnings = 0, kinds = [], nodeAgents = [] } = settings;
  for (const [rule, level] of Object.entries(rules)) {
    if (ruleLevels.includes(level)) continue;
    yield { path: ["rules", rule], message: `must be one of ${ruleLevels.join(", ")}; got "${level}"` };
  }
  if (maxFileSize !== undefined && parseFileSize(maxFileSize) === undefined) {
    yield { path: ["maxFileSize"], message: `${fileSizeDemand}; got ${JSON.stringify(maxFileSize)}` };
  }
  if (ruleDocs !== undefined && !/^https?:\/\//.test(ruleDocs)) {
    yield { path: ["ruleDocs"], message: "must be an address that begins with https://" };
  }
  if (maxWarnings < 0) yield { path: ["maxWarnings"], message: `must be 0 or above; got ${maxWarnings}` };
  for (const [index, { files = [], kind = "" }] of kinds.entries()) {
    if (kind === "") yield { path: ["kinds", index], message: "`kind` must be set" };
    if (files.length === 0) yield { path: ["kinds", index], message: "`files` must have at least one pattern" };
  }
  for (const [index, { config, configDir }] of nodeAgents.entries()) {
    if (config !== undefined || configDir !== undefined) continue;
    yield { path: ["nodeAgents", index], message: "`config` or `configDir` must be set" };
  }
}

/** Converts false back to `off`: YAML 1.1 parses an unquoted `off` as false. */
function withOff(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const off = (level: unknown) => (level === false ? "off" : level);
  const settings: Record<string, unknown> = { ...value };
  if ("unknownKinds" in settings) settings["unknownKinds"] = off(settings["unknownKinds"]);
  if (isPlainObject(settings["rules"])) {
    settings["rules"] = Object.fromEntries(
      Object.entries(settings["rules"]).map(([rule, level]) => [rule, off(level)]),
    );
  }
  return settings;
}

function positionText(file: ReturnType<typeof readSource>, offset: number): string {
  const { line, column } = file.rangeOf(offset, offset).start;
  return `${line}:${column}`;
}

/** Returns the exclusions of the project file, relative to its directory. */
export const exclusionOf = ({ settings, directory }: ProjectFile): Exclusion => ({
  patterns: settings.exclude ?? [],
  directory,
});

/** Returns the nearest project file in a directory or above. */
export function projectFileAbove(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    for (const name of projectFileNames) {
      if (lstatSync(join(folder, name), { throwIfNoEntry: false })) return join(folder, name);
    }
    if (folder === dirname(folder)) return undefined;
  }
}
