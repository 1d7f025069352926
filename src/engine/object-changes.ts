/**
 * Two states of a set of objects: which are new, gone or changed, which updates the API server would refuse, and which
 * make pods restart.
 *
 * @module
 */

import type { Diagnostic, FieldPath, Position } from "../diagnostic/diagnostic.ts";
import { cloneJson } from "../json/clone-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { withDefinedKinds } from "../kind/catalog.ts";
import type { Kind } from "../kind/kind.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { RuleFinding } from "../rule/run.ts";
import type { SourceFile } from "../source/source-file.ts";
import { briefMessage } from "./brief-message.ts";
import { unknownObjects } from "./held-objects.ts";
import type { Settings } from "./options.ts";
import { placeOf } from "./place.ts";
import {
  type FieldChange,
  fieldChanges,
  type PodEffect,
  podEffect,
  podTemplateOf,
  variableSources,
} from "./pod-effects.ts";
import { validate } from "./validate.ts";
import { type VettedFile, vetFile } from "./vet-file.ts";

/** The objects of some files, with the text that they are from. */
export interface ObjectSet {
  /** Those of unknown kinds as they are written. */
  readonly objects: readonly ProjectDocument[];
  /** Those of known kinds alone, whose fields have the types of the kind. */
  readonly decoded: readonly ProjectDocument[];
  /** With the kinds that the files define. */
  readonly settings: Settings;
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Errors that these objects have by themselves, as places and rules. */
  readonly known: ReadonlySet<string>;
  /** The same, to be counted. */
  readonly errors: number;
}

/** An error that only an update has. */
export interface Refusal extends Pick<Diagnostic, "rule" | "message" | "path"> {
  readonly help?: string;
  /** Absent for an object that is not in the new state. */
  readonly start?: Position;
}

/** An object that is not the same in both states. */
export interface ObjectChange {
  readonly change: "added" | "removed" | "changed";
  /** The new one; of a removed object the old one. */
  readonly object: ProjectDocument;
  /** None for objects that are added or removed. */
  readonly fields: readonly FieldChange[];
  /** The API server refuses the update for these reasons. */
  readonly refused: readonly Refusal[];
  readonly pods?: PodEffect;
  /** Workloads whose pods keep the old values as variables until they restart. */
  readonly staleIn: readonly ProjectDocument[];
}

/** Two states of a set of objects. */
export interface ObjectSets {
  readonly before: ObjectSet;
  readonly after: ObjectSet;
}

/** Of each list of files, later ones win over earlier ones. */
export function objectSets(
  { before, after }: { readonly before: readonly SourceFile[]; readonly after: readonly SourceFile[] },
  settings: Settings,
): ObjectSets {
  const old = definedBy(before, settings);
  const now = definedBy(after, settings);
  // A state without the definition of a kind is as the other one defines it.
  return {
    before: objectSet(before, knowing(settings, old, now)),
    after: objectSet(after, knowing(settings, now, old)),
  };
}

/** The kinds of custom resources that files define. */
function definedBy(files: readonly SourceFile[], settings: Settings): readonly Kind[] {
  return files.flatMap((file) =>
    vetFile(file, settings).defining.flatMap(({ group, kind, object }) => {
      const defined = settings.catalog.find(group, kind)?.defines?.kindOf(object);
      return defined ? [defined] : [];
    }),
  );
}

function knowing(settings: Settings, own: readonly Kind[], others: readonly Kind[]): Settings {
  const isOwn = (other: Kind) => own.some(({ group, kind }) => group === other.group && kind === other.kind);
  const kinds = [...own, ...others.filter((other) => !isOwn(other))];
  return kinds.length === 0 ? settings : { ...settings, catalog: withDefinedKinds(settings.catalog, kinds) };
}

function objectSet(files: readonly SourceFile[], settings: Settings): ObjectSet {
  const decoded: ProjectDocument[] = [];
  const unknown: ProjectDocument[] = [];
  const known = new Set<string>();
  let errors = 0;
  for (const file of files) {
    const vetted: VettedFile = vetFile(file, settings);
    for (const object of vetted.objects) decoded.push(object);
    for (const object of vetted.unknownKinds > 0 ? unknownObjects(file, settings) : []) unknown.push(object);
    for (const { severity, rule, path, document } of vetted.diagnostics) {
      if (severity !== "error") continue;
      errors++;
      known.add(errorKey(file.name, document, rule, path));
    }
  }
  const objects = [...decoded, ...unknown];
  return { objects, decoded, settings, files: new Map(files.map((file) => [file.name, file])), known, errors };
}

const errorKey = (file: string, document: number, rule: string, path: FieldPath) =>
  JSON.stringify([file, document, rule, path]);

/** @returns in the order of the new state, then what was removed in the order of the old one */
export function objectChanges({ before, after }: ObjectSets): readonly ObjectChange[] {
  const old = byIdentity(before);
  const now = byIdentity(after);
  const readers = readersOf(now.values());
  const restarts = (reader: ProjectDocument): boolean => {
    const was = old.get(identityOf(reader));
    if (was === undefined) return true;
    return podEffect(was, reader)?.when === "now" && refusals(was, reader, after).length === 0;
  };
  const changes: ObjectChange[] = [];
  for (const [identity, object] of now) {
    const was = old.get(identity);
    if (!was) changes.push({ change: "added", object, fields: [], refused: [], staleIn: [] });
    else {
      const fields = fieldChanges(was.object, object.object);
      if (fields.length === 0) continue;
      const refused = refusals(was, object, after);
      // An update that is refused changes nothing.
      const pods = refused.length > 0 ? undefined : podEffect(was, object);
      const readBy = readers.get(`${object.kind} ${object.namespace}/${object.name}`) ?? [];
      const isData = fields.some(({ path: [field] }) => field === "data" || field === "stringData");
      changes.push({
        change: "changed",
        object,
        fields,
        refused,
        ...(pods ? { pods } : {}),
        staleIn: isData && refused.length === 0 ? readBy.filter((reader) => !restarts(reader)) : [],
      });
    }
  }
  for (const [identity, object] of old) {
    if (!now.has(identity)) changes.push({ change: "removed", object, fields: [], refused: [], staleIn: [] });
  }
  return changes;
}

/** Versions of a group are the same object. */
const identityOf = ({ group, kind, namespace, name }: ProjectDocument): string =>
  JSON.stringify([group, kind, namespace, name]);

function byIdentity({ objects }: ObjectSet): ReadonlyMap<string, ProjectDocument> {
  const named = objects.filter((object) => object.name !== "" && isWhole(object));
  return new Map(named.map((object) => [identityOf(object), object]));
}

/** Not a part of another object. */
const isWhole = ({ base }: ProjectDocument): boolean =>
  base.every((step) => step === "items" || typeof step === "number");

/** The objects that have no name yet, and so none in the other state to be compared with. */
export function unnamedObjects({ before, after }: ObjectSets): readonly ProjectDocument[] {
  return [...before.objects, ...after.objects].filter((object) => object.name === "" && isWhole(object));
}

/** Workloads by the ConfigMaps and Secrets that their pods have as variables. */
function readersOf(objects: Iterable<ProjectDocument>): ReadonlyMap<string, readonly ProjectDocument[]> {
  const readers = new Map<string, ProjectDocument[]>();
  for (const object of objects) {
    const names = variableSources(podTemplateOf(object)).map(({ kind, name }) => `${kind} ${object.namespace}/${name}`);
    for (const name of new Set(names)) readers.set(name, [...(readers.get(name) ?? []), object]);
  }
  return readers;
}

/** The errors of an update that the new object does not have by itself. */
function refusals(was: ProjectDocument, object: ProjectDocument, after: ObjectSet): Refusal[] {
  const { settings } = after;
  const kind = settings.catalog.find(object.group, object.kind);
  const version = kind?.versions.find(({ name }) => name === object.version);
  if (!kind?.resource || !version) return [];
  const context = settings.contextFor(version.name, stored(was.object));
  const { findings } = validate(stored(object.object), { kind, version, context, levels: settings.rules });
  const file = after.files.get(object.file);
  const document = file?.documents[object.index];
  return findings.filter(isRefused).flatMap((finding) => {
    const path = [...object.base, ...finding.path];
    if (after.known.has(errorKey(object.file, object.index, finding.rule, path))) return [];
    const start = file && document ? placeOf(file, document, { ...finding, path }).start : undefined;
    return [
      {
        rule: finding.rule,
        message: briefMessage(finding),
        path: finding.path,
        ...(finding.help === undefined ? {} : { help: finding.help }),
        ...(start ? { start } : {}),
      },
    ];
  });
}

const isRefused = ({ severity }: RuleFinding): boolean => severity === "error";

/** The object as it would be in the cluster, as far as an update looks at that: `kubectl apply` sends no version of it. */
function stored(object: unknown): unknown {
  const copy: unknown = cloneJson(object);
  if (!isPlainObject(copy)) return copy;
  const metadata = isPlainObject(copy["metadata"]) ? copy["metadata"] : {};
  return { ...copy, metadata: { ...metadata, resourceVersion: "1", uid: metadata["uid"] ?? "stored" } };
}
