/**
 * A whole run: sources are examined one by one; at the end come the kinds that the run itself defines, the files that
 * documents name, rules across documents and policies, and then suppressions are settled.
 *
 * @module
 */
import { withDefinedKinds } from "../kind/catalog.ts";
import type { Kind } from "../kind/kind.ts";
import type { Effective } from "../kubelet/effective.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { SourceFile } from "../source/source-file.ts";
import { conclude, type RunResult } from "./conclude.ts";
import { examinedFile } from "./examine.ts";
import { Gathered } from "./gathered.ts";
import { commandLineName, type KubeletSet, namesOf, type VettedSet, vetKubeletSet } from "./kubelet-set.ts";
import type { Settings } from "./options.ts";
import { runPolicies } from "./policies.ts";
import { runProjectRules } from "./project-rules.ts";
import { followReferences } from "./references.ts";
import { Sources } from "./sources.ts";
import { faultIn } from "./vet-file.ts";

export interface Run {
  /** The file, to be added; nothing when clustervet fails on its text, which is a finding then. */
  read(name: string, content: string | Uint8Array): SourceFile | undefined;
  /** @param expected - the kind whose loader reads the file; by default documents say what they are */
  add(file: SourceFile, expected?: Kind): void;
  /** A kubelet's files together; what they come to, and nothing when clustervet fails on them, which is a finding then. */
  addKubeletSet(set: KubeletSet): Effective | undefined;
  /** A file that was not vetted, and why. */
  skip(path: string, reason: string): void;
  finish(): RunResult;
}

/** @param sources - with what an earlier run over the same files has parsed */
export function createRun(settings: Settings, sources = new Sources()): Run {
  const gathered = new Gathered(settings, sources);
  const defined: Kind[] = [];
  return {
    read(name, content) {
      try {
        return sources.read(name, content);
      } catch (error) {
        gathered.fail(name, error);
        return undefined;
      }
    },
    add(file, expected) {
      if (!sources.knows(file)) sources.add(file);
      const { defining } = gathered.examine(file.name, () => file, expected);
      try {
        defined.push(...defining.flatMap((object) => kindDefinedBy(object, settings)));
      } catch (error) {
        gathered.fail(file.name, error);
      }
    },
    addKubeletSet(set) {
      try {
        return takeSet(vetKubeletSet(set, settings), gathered, settings);
      } catch (error) {
        for (const name of namesOf(set)) gathered.add(name, [faultIn({ name }, error, settings)]);
        return undefined;
      }
    },
    skip(path, reason) {
      gathered.summaries.set(path, { path, documents: 0, skipped: reason });
    },
    finish() {
      const known = { ...settings, catalog: withDefinedKinds(settings.catalog, defined) };
      if (defined.length > 0) examineUnknown(gathered, known);
      followReferences(gathered, settings);
      runProjectRules(gathered, settings);
      runPolicies(gathered, known);
      return conclude(gathered, settings);
    },
  };
}

function kindDefinedBy({ group, kind, object }: ProjectDocument, { catalog }: Settings): readonly Kind[] {
  const defined = catalog.find(group, kind)?.defines?.kindOf(object);
  return defined ? [defined] : [];
}

/** Only at the end of a run all kinds are known that its documents define. */
function examineUnknown(gathered: Gathered, known: Settings): void {
  for (const { name, unknownKinds, expected } of [...gathered.files.values()]) {
    if (unknownKinds > 0) gathered.examine(name, () => gathered.sources.again(name), expected, known);
  }
}

function takeSet({ effective, files, diagnostics }: VettedSet, gathered: Gathered, settings: Settings): Effective {
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
