/**
 * What a run keeps of a file: plain data, which can be found on another thread than the one that keeps it.
 *
 * @module
 */
import { holdsCommandLines } from "../flags/assignments.ts";
import { garbageCollectorAgrees } from "../flags/garbage-collector-agrees.ts";
import type { Kind } from "../kind/kind.ts";
import type { ProjectRule } from "../rule/rule.ts";
import { readSource } from "../source/read-source.ts";
import type { SourceFile } from "../source/source-file.ts";
import type { Settings } from "./options.ts";
import { policyKinds } from "./policies.ts";
import { vetCommandLines } from "./vet-command-lines.ts";
import { faultIn, type VettedFile, vetFile } from "./vet-file.ts";

/** A file in memory: its name for messages, and its content. */
export interface VetFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** A vetted file. Of its objects those are there that rules across documents want. */
export interface ExaminedFile extends VettedFile {
  readonly name: string;
  /** Files are read again where rules look across documents, and where a kind is only known at the end. */
  readonly text: string;
}

/** The same from the content of a file; what fails is a finding. */
export function examineContent({ name, content }: VetFile, settings: Settings, expected?: Kind): ExaminedFile {
  try {
    return examineFile(readSource(name, content), settings, expected);
  } catch (error) {
    return failedFile(name, error, settings);
  }
}

/** A file of which nothing is known but that clustervet failed on it. */
export function failedFile(name: string, thrown: unknown, settings: Settings): ExaminedFile {
  const diagnostics = [faultIn({ name }, thrown, settings)];
  const nothing = { objects: [], identities: [], references: [], defining: [], unknownKinds: 0, secrets: [] };
  return { name, text: "", diagnostics, ...nothing };
}

/**
 * A file by itself; what fails is a finding.
 *
 * @param expected - the kind whose loader reads the file; by default documents say what they are
 */
export function examineFile(file: SourceFile, settings: Settings, expected?: Kind): ExaminedFile {
  try {
    return vetAlone(file, settings, expected ?? settings.expectedKind);
  } catch (error) {
    return failedFile(file.name, error, settings);
  }
}

function vetAlone(file: SourceFile, settings: Settings, expected: Kind | undefined): ExaminedFile {
  const component = settings.flagFiles.get(file.name);
  const isText = component !== undefined || (!expected && holdsCommandLines(file.name));
  const vetted = isText ? vetCommandLines(file, settings, component) : vetFile(file, settings, expected);
  return keepOf(file, vetted, settings);
}

export function keepOf(file: SourceFile, vetted: VettedFile, settings: Settings): ExaminedFile {
  const { diagnostics, objects, identities, references, defining, unknownKinds, secrets } = vetted;
  const wanted = wantedKinds(settings.catalog.kinds);
  return {
    name: file.name,
    text: file.text,
    diagnostics,
    objects: objects.filter(({ kind }) => wanted.has(kind)),
    identities,
    references,
    defining,
    unknownKinds,
    secrets,
  };
}

/** Rules that look across documents, each once. */
export function projectRulesOf(kinds: readonly Kind[]): readonly ProjectRule[] {
  const all = [...kinds.flatMap(({ projectRules = [] }) => projectRules), garbageCollectorAgrees];
  return [...new Map(all.map((rule) => [rule.id, rule])).values()];
}

const wantedByKinds = new WeakMap<readonly Kind[], ReadonlySet<string>>();

function wantedKinds(kinds: readonly Kind[]): ReadonlySet<string> {
  const known = wantedByKinds.get(kinds);
  if (known) return known;
  const wanted = new Set([...projectRulesOf(kinds).flatMap((rule) => rule.kinds), ...policyKinds]);
  wantedByKinds.set(kinds, wanted);
  return wanted;
}
