/**
 * A whole run: files go in one by one, then the rules that look across documents speak, then suppressions are settled.
 *
 * @module
 */
import { compareDiagnostics, type FileDiagnostic, type FileSummary, type Report } from "../diagnostic/diagnostic.ts";
import { namesOfObject } from "../diagnostic/identity.ts";
import { formatPath } from "../diagnostic/path.ts";
import { memberOf } from "../json/member.ts";
import { withDefinedKinds } from "../kind/catalog.ts";
import type { Kind } from "../kind/kind.ts";
import type { Effective } from "../node-agent/effective.ts";
import { internalFinding, isInternal } from "../rule/fault.ts";
import { below } from "../rule/finding.ts";
import { nodePathBeside } from "../rule/host.ts";
import type { ProjectDocument, ProjectRule } from "../rule/rule.ts";
import { attribute, type RuleFinding } from "../rule/run.ts";
import { readSource } from "../source/read-source.ts";
import type { SourceFile } from "../source/source-file.ts";
import { type ExaminedFile, examineContent, examineFile, failedFile, keepOf, projectRulesOf } from "./examine.ts";
import { heldObjects } from "./held-objects.ts";
import { commandLineName, type NodeAgentSet, namesOf, type VettedSet, vetNodeAgentSet } from "./node-agent-set.ts";
import type { Settings } from "./options.ts";
import {
  hasPolicies,
  idlePolicyFindings,
  isJudged,
  policiesName,
  policyFindings,
  policyKinds,
  policyTypeFindings,
} from "./policies.ts";
import { ruleCatalog } from "./rule-catalog.ts";
import { noSuppressions, type Suppressions, suppressionsIn } from "./suppress.ts";
import { faultIn, type PlacedReference, placeFinding, type VettedFile } from "./vet-file.ts";

/** What a run found; the caller adds tool and time. */
export interface RunResult {
  readonly files: readonly FileSummary[];
  readonly diagnostics: readonly FileDiagnostic[];
  readonly summary: Omit<Report["summary"], "durationMs">;
  /** Where secrets stand, by file: as offsets into its text, which nobody should print. */
  readonly secrets: ReadonlyMap<string, readonly { readonly start: number; readonly end: number }[]>;
}

export interface Run {
  /** The file, to be added; nothing when clustervet fails on its text, which is a finding then. */
  read(name: string, content: string | Uint8Array): SourceFile | undefined;
  /** @param expected - the kind whose loader reads the file; by default documents say what they are */
  add(file: SourceFile, expected?: Kind): void;
  /** The same for a file that was examined by itself, under the settings of the run. */
  take(examined: ExaminedFile, expected: Kind | undefined): void;
  /** A node agent's files together; what they come to, and nothing when clustervet fails on them, which is a finding then. */
  addNodeAgentSet(set: NodeAgentSet): Effective | undefined;
  /** A file that was not vetted, and why. */
  skip(path: string, reason: string): void;
  finish(): RunResult;
}

/** What is kept of a file until the end of the run. */
interface Kept {
  readonly diagnostics: FileDiagnostic[];
  readonly suppressions: Suppressions;
  readonly secrets: VettedFile["secrets"];
  /** Objects that project rules want. */
  readonly objects: readonly ProjectDocument[];
  readonly references: VettedFile["references"];
  readonly unknownKinds: number;
  /** Files are read again where rules look across documents, and where a kind is only known at the end. */
  readonly text: string;
}

export function createRun(settings: Settings): Run {
  const rules = projectRulesOf(settings.catalog.kinds);
  const kept = new Map<string, Kept>();
  const summaries = new Map<string, FileSummary>();
  const defined: Kind[] = [];
  const expectedKinds = new Map<string, Kind>();

  const keep = (examined: ExaminedFile): void => {
    const { name, identities, unknownKinds, references, objects } = examined;
    summaries.set(name, { path: name, documents: identities.length, objects: identities });
    const { diagnostics, secrets, text } = examined;
    const suppressions = suppressionsIn(name, text);
    kept.set(name, { diagnostics: [...diagnostics], suppressions, secrets, objects, references, unknownKinds, text });
  };
  const fail = (name: string, thrown: unknown): void => keep(failedFile(name, thrown, settings));
  const addTo = (name: string, diagnostics: readonly FileDiagnostic[]): void => {
    const earlier = kept.get(name) ?? keptOf({ name, text: "" });
    if (!summaries.has(name)) summaries.set(name, { path: name, documents: 0 });
    kept.set(name, { ...earlier, diagnostics: [...earlier.diagnostics, ...diagnostics] });
  };
  const takeSet = ({ effective, files, diagnostics }: VettedSet): Effective => {
    for (const { file, vetted } of files) {
      if (kept.has(file.name)) addTo(file.name, vetted.diagnostics);
      else keep(keepOf(file, vetted, settings));
    }
    if (diagnostics.length > 0) addTo(commandLineName, diagnostics);
    return effective;
  };
  const take = (examined: ExaminedFile, expected: Kind | undefined): void => {
    if (expected) expectedKinds.set(examined.name, expected);
    try {
      keep(examined);
      for (const { group, kind, object } of examined.defining) {
        const found = settings.catalog.find(group, kind)?.defines?.kindOf(object);
        if (found) defined.push(found);
      }
    } catch (error) {
      fail(examined.name, error);
    }
  };

  return {
    read(name, content) {
      try {
        return readSource(name, content);
      } catch (error) {
        fail(name, error);
        return undefined;
      }
    },
    add(file, expected) {
      take(examineFile(file, settings, expected), expected);
    },
    take,
    addNodeAgentSet(set) {
      try {
        return takeSet(vetNodeAgentSet(set, settings));
      } catch (error) {
        for (const name of namesOf(set)) addTo(name, [faultIn({ name }, error, settings)]);
        return undefined;
      }
    },
    skip(path, reason) {
      summaries.set(path, { path, documents: 0, skipped: reason });
    },
    finish() {
      const known = { ...settings, catalog: withDefinedKinds(settings.catalog, defined) };
      if (defined.length > 0) {
        for (const [name, { unknownKinds, text }] of [...kept]) {
          if (unknownKinds > 0) keep(examineContent({ name, content: text }, known, expectedKinds.get(name)));
        }
      }
      followReferences(kept, summaries, settings);
      runProjectRules(rules, kept, settings);
      const isAsked = [...summaries.values()].some(({ objects = [] }) => objects.some(isJudged));
      runPolicies(kept, known, { isAsked, expectedKind: (name) => expectedKinds.get(name) ?? known.expectedKind });
      if (kept.has(policiesName)) summaries.set(policiesName, { path: policiesName, documents: 0 });
      return conclude([...summaries.values()], kept, settings);
    },
  };
}

function keptOf({
  name,
  text,
  diagnostics = [],
  secrets = [],
}: Pick<ExaminedFile, "name" | "text"> & Partial<ExaminedFile>): Kept {
  return {
    diagnostics: [...diagnostics],
    suppressions: suppressionsIn(name, text),
    secrets,
    objects: [],
    references: [],
    unknownKinds: 0,
    text,
  };
}

/** Vets the files that documents name, each once, as far as the host can read them. */
function followReferences(kept: Map<string, Kept>, summaries: Map<string, FileSummary>, settings: Settings): void {
  const { host } = settings.contextFor("v1");
  const followed = [...kept].flatMap(([from, { references }]) => references.map((reference) => ({ from, reference })));
  const follow = (from: string, reference: PlacedReference): void => {
    const path = host && nodePathBeside(host, from, reference.file);
    const content = path === undefined ? undefined : host?.readFile?.(path);
    const kind = settings.catalog.called(reference.kind);
    const name = path === undefined ? reference.file : (host?.nameOf?.(path) ?? path);
    if (!content || !kind || kept.has(name)) return;
    const examined = examineContent({ name, content }, settings, kind);
    const related = [{ file: from, range: reference.range, message: "named here" }];
    const diagnostics = examined.diagnostics.map((diagnostic) => ({
      ...diagnostic,
      ...(diagnostic.severity === "error" && reference.severity && !isInternal(diagnostic)
        ? { severity: reference.severity }
        : {}),
      related: [...(diagnostic.related ?? []), ...related],
    }));
    const { identities } = examined;
    summaries.set(name, { path: name, documents: identities.length, objects: identities });
    kept.set(name, { ...keptOf(examined), diagnostics });
  };
  for (const { from, reference } of followed) {
    try {
      follow(from, reference);
    } catch (error) {
      kept.get(from)?.diagnostics.push(faultIn({ name: from }, error, settings));
    }
  }
}

/**
 * Policies may look at any object of the run.
 *
 * @param isAsked - whether the run has an object that policies look at
 */
function runPolicies(
  kept: Map<string, Kept>,
  settings: Settings,
  { isAsked, expectedKind }: { readonly isAsked: boolean; expectedKind(name: string): Kind | undefined },
): void {
  const isOfCluster = (name: string): boolean => !expectedKind(name)?.loader;
  const configured = [...kept].flatMap(([name, { objects }]) =>
    isOfCluster(name) ? objects.filter(({ kind }) => policyKinds.includes(kind)) : [],
  );
  const keep = (diagnostic: FileDiagnostic) => {
    const entry = kept.get(diagnostic.file) ?? keptOf({ name: diagnostic.file, text: "" });
    kept.set(diagnostic.file, entry);
    entry.diagnostics.push(diagnostic);
  };
  const guarded = <T>(name: string, find: () => readonly T[]): readonly T[] => {
    try {
      return find();
    } catch (error) {
      keep(faultIn({ name }, error, settings));
      return [];
    }
  };
  policyTypeFindings(configured, settings, rereading(kept)).forEach(keep);
  const idle = () => (isAsked ? idlePolicyFindings(configured, settings, rereading(kept)) : []);
  guarded(configured[0]?.file ?? policiesName, idle).forEach(keep);
  if (!hasPolicies(configured, settings)) return;
  const documents = [...kept].flatMap(([name, { text }]) =>
    isOfCluster(name) ? guarded(name, () => heldObjects(readSource(name, text), settings, expectedKind(name))) : [],
  );
  const [first] = [...configured, ...documents];
  if (first) guarded(first.file, () => policyFindings(documents, settings, () => rereading(kept))).forEach(keep);
}

/** Reads a file again; the last one is kept. */
function rereading(kept: ReadonlyMap<string, Kept>): (name: string) => SourceFile {
  let current: SourceFile | undefined;
  return (name) => {
    const file = current?.name === name ? current : readSource(name, kept.get(name)?.text ?? "");
    current = file;
    return file;
  };
}

function runProjectRules(rules: readonly ProjectRule[], kept: ReadonlyMap<string, Kept>, settings: Settings): void {
  const objects = objectsByRule(rules, kept);
  const reread = rereading(kept);
  const report = (object: ProjectDocument, finding: RuleFinding): void => {
    const file = reread(object.file);
    const document = file.documents[object.index];
    if (!document) return;
    const diagnostic = placeFinding(file, document, below(object.base, finding), settings);
    if (diagnostic) kept.get(object.file)?.diagnostics.push({ ...diagnostic, ...namesOfObject(object) });
  };
  for (const rule of rules) {
    const wanted = objects.get(rule) ?? [];
    const [first] = wanted;
    if (!first) continue;
    try {
      rule.check(wanted, settings.contextFor("v1"), (object, finding) => report(object, attribute(rule, finding)));
    } catch (error) {
      settings.onFault(error);
      report(first, internalFinding(error, rule.id));
    }
  }
}

/** What each rule wants to see of a run. */
function objectsByRule(
  rules: readonly ProjectRule[],
  kept: ReadonlyMap<string, Kept>,
): ReadonlyMap<ProjectRule, readonly ProjectDocument[]> {
  const byRule = new Map(rules.map((rule) => [rule, [] as ProjectDocument[]]));
  const byKind = new Map<string, ProjectDocument[][]>();
  for (const [{ kinds }, wanted] of byRule) {
    for (const kind of kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), wanted]);
  }
  for (const { objects } of kept.values()) {
    for (const object of objects) for (const wanted of byKind.get(object.kind) ?? []) wanted.push(object);
  }
  return byRule;
}

function conclude(files: readonly FileSummary[], kept: ReadonlyMap<string, Kept>, settings: Settings): RunResult {
  const diagnostics: FileDiagnostic[] = [];
  const known: string[] = [];
  // The catalog of rules loads every kind.
  const ruleIds = () => {
    if (known.length === 0) known.push(...ruleCatalog(settings.catalog.kinds).map(({ id }) => id));
    return known;
  };
  let suppressed = 0;
  for (const { path } of files) {
    const entry = kept.get(path);
    if (!entry || (entry.diagnostics.length === 0 && entry.suppressions === noSuppressions)) continue;
    const shown = entry.diagnostics.filter((each) => isInternal(each) || !entry.suppressions.covers(each));
    suppressed += entry.diagnostics.length - shown.length;
    const leftovers = entry.suppressions
      .leftovers(ruleIds)
      .filter(({ rule }) => memberOf(settings.rules, rule) !== "off");
    for (const diagnostic of shown.concat(leftovers).sort(compareDiagnostics)) {
      if (!isRepeat(diagnostic, diagnostics.at(-1))) diagnostics.push(diagnostic);
    }
  }
  const secrets = [...kept]
    .filter(([, entry]) => entry.secrets.length > 0)
    .map(([name, entry]) => [name, entry.secrets] as const);
  return {
    files,
    diagnostics,
    secrets: new Map(secrets),
    summary: {
      files: files.length,
      documents: files.reduce((sum, file) => sum + file.documents, 0),
      ...countSeverities(diagnostics),
      suppressed,
      unknownKinds: [...kept.values()].reduce((sum, file) => sum + file.unknownKinds, 0),
    },
  };
}

/** The counts of a summary. */
export function countSeverities(
  diagnostics: readonly FileDiagnostic[],
): Pick<Report["summary"], "errors" | "warnings" | "infos"> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity, count = 1 } of diagnostics) counts[severity] += count;
  return { errors: counts.error, warnings: counts.warning, infos: counts.info };
}

/** The same words at the same place say nothing new. */
function isRepeat(diagnostic: FileDiagnostic, previous: FileDiagnostic | undefined): boolean {
  return (
    previous !== undefined &&
    previous.file === diagnostic.file &&
    previous.rule === diagnostic.rule &&
    previous.message === diagnostic.message &&
    previous.range?.start.offset === diagnostic.range?.start.offset &&
    previous.range?.end.offset === diagnostic.range?.end.offset &&
    formatPath(previous.path) === formatPath(diagnostic.path)
  );
}
