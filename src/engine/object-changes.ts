/**
 * Compares two states of a set of objects: which objects are added, removed or changed, which updates kube-apiserver
 * would refuse, and which updates replace pods.
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

/** The objects of some files, with the files. */
export interface ObjectSet {
  /** All objects; those of unknown kinds as written. */
  readonly objects: readonly ProjectDocument[];
  /** Only the objects of known kinds, whose fields have the types of the kind. */
  readonly decoded: readonly ProjectDocument[];
  /** Include the kinds that the files define. */
  readonly settings: Settings;
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Keys of the errors that the objects have even without an update: file, document, rule and path. */
  readonly known: ReadonlySet<string>;
  /** The number of these errors. */
  readonly errors: number;
}

/** An error that occurs only because the object is an update. */
export interface Refusal extends Pick<Diagnostic, "rule" | "message" | "path"> {
  readonly help?: string;
  /** Absent if no document of the new state contains the object. */
  readonly start?: Position;
}

/** An object that differs between the states. */
export interface ObjectChange {
  readonly change: "added" | "removed" | "changed";
  /** The new object, or the old one if it is removed. */
  readonly object: ProjectDocument;
  /** Empty for objects that are added or removed. */
  readonly fields: readonly FieldChange[];
  /** The reasons why kube-apiserver refuses the update; empty if it accepts it. */
  readonly refused: readonly Refusal[];
  readonly pods?: PodEffect;
  /** Workloads whose pods keep the old values in environment variables until they restart. */
  readonly staleIn: readonly ProjectDocument[];
}

/** Two states of a set of objects. */
export interface ObjectSets {
  readonly before: ObjectSet;
  readonly after: ObjectSet;
}

/** Decodes both states. In each list, later files override earlier ones. */
export function objectSets(
  { before, after }: { readonly before: readonly SourceFile[]; readonly after: readonly SourceFile[] },
  settings: Settings,
): ObjectSets {
  const old = findDefinedKinds(before, settings);
  const now = findDefinedKinds(after, settings);
  // A state without the definition of a kind uses the definition of the other state.
  return {
    before: objectSet(before, withKinds(settings, old, now)),
    after: objectSet(after, withKinds(settings, now, old)),
  };
}

/** Returns the kinds of custom resources that the files define. */
function findDefinedKinds(files: readonly SourceFile[], settings: Settings): readonly Kind[] {
  return files.flatMap((file) =>
    vetFile(file, settings).defining.flatMap(({ group, kind, object }) => {
      const defined = settings.catalog.find(group, kind)?.defines?.kindOf(object);
      return defined ? [defined] : [];
    }),
  );
}

function withKinds(settings: Settings, own: readonly Kind[], others: readonly Kind[]): Settings {
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

/** @returns changes in the order of the new state, then removed objects in the order of the old one */
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
      // A refused update changes nothing.
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

/** Omits the version: the versions of a group represent the same object. */
const identityOf = ({ group, kind, namespace, name }: ProjectDocument): string =>
  JSON.stringify([group, kind, namespace, name]);

function byIdentity({ objects }: ObjectSet): ReadonlyMap<string, ProjectDocument> {
  const named = objects.filter((object) => object.name !== "" && isTopLevel(object));
  return new Map(named.map((object) => [identityOf(object), object]));
}

/** Whether the object is a document or an item of a list, and not embedded in another object. */
const isTopLevel = ({ base }: ProjectDocument): boolean =>
  base.every((step) => step === "items" || typeof step === "number");

/** Returns the objects without a name, which can't be compared with the other state. */
export function unnamedObjects({ before, after }: ObjectSets): readonly ProjectDocument[] {
  return [...before.objects, ...after.objects].filter((object) => object.name === "" && isTopLevel(object));
}

/** Groups workloads by the ConfigMaps and Secrets that their pods read into environment variables. */
function readersOf(objects: Iterable<ProjectDocument>): ReadonlyMap<string, readonly ProjectDocument[]> {
  const readers = new Map<string, ProjectDocument[]>();
  for (const object of objects) {
    const names = variableSources(podTemplateOf(object)).map(({ kind, name }) => `${kind} ${object.namespace}/${name}`);
    for (const name of new Set(names)) readers.set(name, [...(readers.get(name) ?? []), object]);
  }
  return readers;
}

/** Returns the errors that the new object has only as an update. */
function refusals(was: ProjectDocument, object: ProjectDocument, after: ObjectSet): Refusal[] {
  const { settings } = after;
  const kind = settings.catalog.find(object.group, object.kind);
  const version = kind?.versions.find(({ name }) => name === object.version);
  if (!kind?.resource || !version) return [];
  const context = settings.contextFor(version.name, withStoredMetadata(was.object));
  const { findings } = validate(withStoredMetadata(object.object), { kind, version, context, levels: settings.rules });
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

/**
 * Returns the object with the metadata that an update must have: a uid, and a resource version, which `kubectl apply`
 * does not send.
 */
function withStoredMetadata(object: unknown): unknown {
  const copy: unknown = cloneJson(object);
  if (!isPlainObject(copy)) return copy;
  const metadata = isPlainObject(copy["metadata"]) ? copy["metadata"] : {};
  return { ...copy, metadata: { ...metadata, resourceVersion: "1", uid: metadata["uid"] ?? "stored" } };
}
