/**
 * `clustervet.yaml`: what a repository sets for everyone who vets it. The command line wins over it.
 *
 * @module
 */
import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { formatPath } from "../diagnostic/path.ts";
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
  /** Paths in the settings are relative to it. */
  readonly directory: string;
  /** As messages name the file. */
  readonly name: string;
}

export const projectFileNames: readonly string[] = ["clustervet.yaml", "clustervet.yml"];
/** Severities that a rule may be given. */
export const ruleLevels: readonly RuleLevel[] = ["error", "warning", "info", "off"];

/**
 * The named project file, or the nearest one from the current directory upwards; without any, no settings.
 *
 * @throws {UsageError} when it can't be read or says something that has no meaning, with its place
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

/** The settings where there is no file. */
export const noProjectFile = (): ProjectFile => ({ settings: {}, directory: process.cwd(), name: "clustervet.yaml" });

/** @throws {UsageError} */
function parseProjectFile(path: string, text: string): ProjectSettings {
  const file = readSource(path, text);
  const [issue] = file.issues;
  if (issue) throw new UsageError(`${path}:${lineOf(file, issue.start)}: ${issue.message}`);
  const value = withOff(file.documents[0]?.value ?? {});
  const [finding] = schemaFindings(value, projectSchema);
  if (finding) throw new UsageError(`${path}: ${formatPath(finding.path)}: ${finding.message}`, finding.help);
  const settings = value as ProjectSettings;
  for (const [rule, level] of Object.entries(settings.rules ?? {})) {
    if (!ruleLevels.includes(level)) {
      throw new UsageError(`${path}: rules.${rule}: must be one of ${ruleLevels.join(", ")}; got "${level}"`);
    }
  }
  if (settings.maxFileSize !== undefined && parseFileSize(settings.maxFileSize) === undefined) {
    throw new UsageError(`${path}: maxFileSize: ${fileSizeDemand}; got ${JSON.stringify(settings.maxFileSize)}`);
  }
  if (settings.ruleDocs !== undefined && !/^https?:\/\//.test(settings.ruleDocs)) {
    throw new UsageError(`${path}: ruleDocs: must be an address that begins with https://`);
  }
  return settings;
}

/** YAML 1.1 reads an unquoted `off` as false; here it means what it says. */
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

function lineOf(file: ReturnType<typeof readSource>, offset: number): string {
  const { line, column } = file.rangeOf(offset, offset).start;
  return `${line}:${column}`;
}

/** The files that the project file leaves out, relative to its directory. */
export const excludedBy = ({ settings, directory }: ProjectFile): Exclusion => ({
  patterns: settings.exclude ?? [],
  directory,
});

/** The nearest project file from a directory upwards. */
export function projectFileAbove(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    for (const name of projectFileNames) {
      if (lstatSync(join(folder, name), { throwIfNoEntry: false })) return join(folder, name);
    }
    if (folder === dirname(folder)) return undefined;
  }
}
