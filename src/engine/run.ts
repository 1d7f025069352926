/**
 * Runs clustervet over several files. Examines them one by one, then custom resources whose kinds the run itself
 * defines, then the files that documents refer to. Then runs rules across documents and policies, and finally applies
 * suppression comments.
 *
 * @module
 */
import type { ObjectIdentity } from "../diagnostic/diagnostic.ts";
import { type Catalog, withDefinedKinds } from "../kind/catalog.ts";
import { parseApiVersion } from "../kind/detect.ts";
import type { Kind } from "../kind/kind.ts";
import type { Effective } from "../kubelet/effective.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { SourceFile } from "../source/source-file.ts";
import { groupBy } from "../text/group-by.ts";
import { createRunResult, type RunResult } from "./conclude.ts";
import { examinedFile } from "./examine.ts";
import { mayHaveObjects } from "./expand.ts";
import { GatheredResults } from "./gathered-results.ts";
import { commandLineName, type KubeletSet, namesOf, type VettedSet, vetKubeletSet } from "./kubelet-set.ts";
import type { Settings } from "./options.ts";
import { faultIn } from "./place-finding.ts";
import { runPolicies } from "./policies.ts";
import { runProjectRules } from "./project-rules.ts";
import { followReferences } from "./references.ts";
import { Sources } from "./sources.ts";
import { dropUnread } from "./unread-values.ts";

export interface Run {
  /** Reads a file for `add`; undefined if clustervet fails on its text, which becomes a finding. */
  read(name: string, content: string | Uint8Array): SourceFile | undefined;
  /** @param expected - the kind whose loader reads the file; by default `apiVersion` and `kind` decide */
  add(file: SourceFile, expected?: Kind): void;
  /** Vets a kubelet's files together; undefined if clustervet fails on them, which becomes a finding. */
  addKubeletSet(set: KubeletSet): Effective | undefined;
  /** Records a file that was not vetted, and why. */
  skip(path: string, reason: string): void;
  finish(): RunResult;
}

/** @param sources - with the files that an earlier run has already parsed */
export function createRun(given: Settings, sources = new Sources()): Run {
  const settings: Settings = { ...given, definitions: new Map() };
  const gathered = new GatheredResults(settings, sources);
  const { stopwatch } = settings;
  const step = <T>(name: string, work: () => T): T => (stopwatch ? stopwatch.time("steps", name, work) : work());
  const defined: Defined[] = [];
  // Definitions with the same content share one object, see `definitions` of the settings.
  const kindByObject = new Map<unknown, Kind | undefined>();
  const define = (document: ProjectDocument) => {
    const { object, file } = document;
    const kind = kindByObject.has(object) ? kindByObject.get(object) : kindDefinedBy(document, settings);
    kindByObject.set(object, kind);
    if (kind) defined.push({ kind, scope: scopeOf(file, settings) });
  };
  return {
    read(name, content) {
      try {
        return step("read and parse files", () => sources.read(name, content));
      } catch (error) {
        gathered.fail(name, error);
        return undefined;
      }
    },
    add(file, expected) {
      if (!sources.knows(file)) sources.add(file);
      const { defining } = step("vet documents one by one", () => gathered.examine(file.name, () => file, expected));
      try {
        for (const document of defining) define(document);
      } catch (error) {
        gathered.fail(file.name, error);
      }
    },
    addKubeletSet(set) {
      try {
        return keepKubeletSet(vetKubeletSet(set, settings), gathered, settings);
      } catch (error) {
        for (const name of namesOf(set)) gathered.add(name, [faultIn({ name }, error, settings)]);
        return undefined;
      }
    },
    skip(path, reason) {
      gathered.summaries.set(path, { path, documents: 0, skipped: reason });
    },
    finish() {
      const kinds = [...new Set(defined.map(({ kind }) => kind))];
      const known = { ...settings, catalog: completeCatalog(settings, kinds) };
      if (defined.length > 0 || settings.kindElsewhere || settings.cluster)
        step("vet custom resources", () =>
          examineUnknown(
            gathered,
            [...kinds, ...(settings.cluster?.kinds ?? [])],
            settingsByFile(defined, known, settings),
          ),
        );
      dropUnread(gathered, settings);
      step("files that documents name", () => followReferences(gathered, settings));
      step("rules across documents", () => runProjectRules(gathered, settings));
      step("policies", () => runPolicies(gathered, known));
      return step("suppressions and order", () => createRunResult(gathered, settings));
    },
  };
}

/**
 * Returns the catalog with all kinds that are known at the end of a run. Kinds that the run defines take precedence
 * over those found elsewhere.
 */
function completeCatalog({ catalog, kindElsewhere, cluster }: Settings, defined: readonly Kind[]): Catalog {
  const known = withDefinedKinds(withDefinedKinds(catalog, defined), cluster?.kinds ?? []);
  return kindElsewhere ? { ...known, findElsewhere: kindElsewhere } : known;
}

function kindDefinedBy({ group, kind, object }: ProjectDocument, { catalog }: Settings): Kind | undefined {
  return catalog.find(group, kind)?.defines?.kindOf(object);
}

/** A kind that a document of the run defines for the files whose names begin with `scope`. */
interface Defined {
  readonly kind: Kind;
  readonly scope: string;
}

/** Matches folders whose definitions, for tests or outdated, do not apply to files outside of the folder. */
const testFolder = /(?:^|\/)(?:test-?_?data|fixtures|mock_data)\//;
const definitionFolder = /(?<=^|\/)(?:crds?|definitions|bases)\/$/;

/**
 * Returns the folder to which a definition applies. A definition in test data that was found in a directory applies to
 * the files next to it; any other applies to the whole run (empty string).
 */
function scopeOf(file: string, { isFoundByWalk }: Settings): string {
  if (!testFolder.test(file) || !isFoundByWalk(file)) return "";
  return file.slice(0, file.lastIndexOf("/") + 1).replace(definitionFolder, "");
}

/** Returns a function that maps a file to the settings with the kinds that are defined for it. */
function settingsByFile(defined: readonly Defined[], all: Settings, settings: Settings): (file: string) => Settings {
  const byScope = groupBy(defined, ({ scope }) => scope);
  if ([...byScope.keys()].every((scope) => scope === "")) return () => all;
  const known = new Map<string, Settings>();
  return (file) => {
    const scopes = foldersOf(file).filter((folder) => byScope.has(folder));
    const id = scopes.at(-1) ?? "";
    const found = known.get(id);
    if (found) return found;
    const kinds = scopes.flatMap((scope) => byScope.get(scope) ?? []).map(({ kind }) => kind);
    const made = { ...settings, catalog: completeCatalog(settings, [...new Set(kinds)]) };
    known.set(id, made);
    return made;
  };
}

/** Returns the folders that contain a file: `["", "a/", "a/b/"]` for `a/b/c.yaml`. */
function foldersOf(file: string): readonly string[] {
  const folders = [""];
  for (let at = file.indexOf("/"); at >= 0; at = file.indexOf("/", at + 1)) folders.push(file.slice(0, at + 1));
  return folders;
}

/**
 * Examines files with unknown kinds again, because only the end of the run knows all kinds that its documents define.
 */
function examineUnknown(
  gathered: GatheredResults,
  defined: readonly Kind[],
  settingsOf: (file: string) => Settings,
): void {
  const names = new Set(defined.map(({ kind }) => kind));
  // A list may contain objects of any kind.
  const mayBeDefined = ({ apiVersion = "", kind = "List" }: ObjectIdentity, { catalog }: Settings) => {
    if (kind.endsWith("List") || names.has(kind)) return true;
    const { group, version } = parseApiVersion(apiVersion) ?? { group: "", version: "" };
    return catalog.findElsewhere?.(group, version, kind) !== undefined;
  };
  for (const { name, unknownKinds, expected, identities } of [...gathered.files.values()]) {
    if (unknownKinds === 0) continue;
    const settings = settingsOf(name);
    const candidates = expected ? identities : identities.filter(mayHaveObjects);
    if (candidates.some((identity) => mayBeDefined(identity, settings)))
      gathered.examine(name, () => gathered.sources.parsedFile(name), expected, settings);
  }
}

function keepKubeletSet(
  { effective, files, diagnostics }: VettedSet,
  gathered: GatheredResults,
  settings: Settings,
): Effective {
  for (const { file, vetted } of files) {
    if (gathered.isKnown(file.name)) {
      gathered.add(file.name, vetted.diagnostics);
      continue;
    }
    if (!gathered.sources.knows(file)) gathered.sources.add(file);
    gathered.keep(examinedFile(file, vetted, settings));
  }
  if (diagnostics.length > 0) gathered.add(commandLineName, diagnostics);
  return effective;
}
