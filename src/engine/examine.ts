/**
 * Examines one file alone, the basic step of a run. The findings depend only on the file, the settings and their host.
 *
 * @module
 */
import { mayHaveCommandLines } from "../flags/assignments.ts";
import type { Kind } from "../kind/kind.ts";
import type { SourceFile } from "../source/source-file.ts";
import { kindByName } from "./kind-by-name.ts";
import { isNeeded } from "./needed-objects.ts";
import type { Settings } from "./options.ts";
import { faultIn } from "./place-finding.ts";
import { noSuppressions, readSuppressions, type Suppressions } from "./suppress.ts";
import { vetCommandLines } from "./vet-command-lines.ts";
import { type VettedFile, vetFile } from "./vet-file.ts";

/** A vetted file, with only those objects that later steps need. */
export interface ExaminedFile extends VettedFile {
  readonly name: string;
  readonly suppressions: Suppressions;
  /** The kind whose loader reads the file; undefined if `apiVersion` and `kind` of the documents decide. */
  readonly expected: Kind | undefined;
}

/**
 * Examines a file; a failure becomes a finding.
 *
 * @param read - returns the parsed file
 * @param expected - the kind whose loader reads the file; by default that of the settings
 */
export function examine(
  name: string,
  read: () => SourceFile,
  settings: Settings,
  expected = settings.expectedKind,
): ExaminedFile {
  try {
    const file = read();
    const component = settings.flagFiles.get(name);
    const isText = component !== undefined || (!expected && mayHaveCommandLines(name));
    if (isText) return examinedFile(file, vetCommandLines(file, settings, component), settings, expected);
    const kind = expected ?? kindByName(file, settings.catalog);
    return examinedFile(file, vetFile(file, settings, kind), settings, kind);
  } catch (error) {
    return failedFile(name, error, settings);
  }
}

/** Returns the parts of a vetted file that a run keeps. */
export function examinedFile(file: SourceFile, vetted: VettedFile, settings: Settings, expected?: Kind): ExaminedFile {
  const { diagnostics, objects, identities, references, defining, unknownKinds, secrets } = vetted;
  return {
    name: file.name,
    expected,
    suppressions: readSuppressions(file),
    diagnostics,
    objects: objects.filter((object) => isNeeded(object, settings.catalog)),
    identities,
    references,
    defining,
    unknownKinds,
    secrets,
  };
}

/** Returns the result for a file on which clustervet failed: only the finding about the failure. */
export function failedFile(name: string, thrown: unknown, settings: Settings): ExaminedFile {
  const diagnostics = [faultIn({ name }, thrown, settings)];
  const nothing = { objects: [], identities: [], references: [], defining: [], unknownKinds: 0, secrets: [] };
  return { name, expected: undefined, suppressions: noSuppressions, diagnostics, ...nothing };
}
