/**
 * Builds the served resources of a CustomResourceDefinition: one for each version, all stored in the storage version.
 *
 * @module
 */
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "../../api/types/apiextensions-v1.ts";
import { cloneJson } from "../../json/clone-json.ts";
import type { Kind } from "../../kind/kind.ts";
import { customKind, type SchemaByVersion } from "../../kinds/apiextensions/custom-kind.ts";
import { dropInvalidMetadata } from "../../kinds/apiextensions/resource-metadata.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { ApiObject } from "../request/api-object.ts";
import {
  type ConvertObjects,
  pruneToVersion,
  type ServedResource,
  type StorageConversion,
  servedResourceOf,
} from "../request/served-resource.ts";
import { recordWrittenVersion } from "../request/written-form.ts";

/** Returns the context for defaults in a version. */
export type ContextOf = (version: string) => RuleContext;

export interface DefinedOptions {
  readonly contextOf: ContextOf;
  /** Conversion by the webhook of the definition; absent if it has no webhook. */
  readonly convert?: ConvertObjects | undefined;
  /** The schemas of the definition; absent: this function reads them. */
  readonly schemas?: SchemaByVersion | undefined;
}

/** Returns the resources; empty if the schema of a served or stored version cannot be read. */
export function definedResources(
  definition: CustomResourceDefinition,
  { contextOf, convert, schemas }: DefinedOptions,
): readonly ServedResource[] {
  const { spec = {}, status = {}, metadata = {} } = definition;
  const names = { ...spec.names, ...status.acceptedNames };
  const versions = spec.versions ?? [];
  const forms = versions.flatMap((version) => {
    const kind = customKind({ spec: { ...spec, names, versions: [{ ...version, served: true }] } }, schemas);
    return kind ? [{ version, kind, served: serve(kind, spec.group ?? "") }] : [];
  });
  const stored = forms.find(({ version }) => version.storage);
  const shown = forms.filter(({ version }) => isShown(version));
  if (!stored || shown.length < versions.filter(isShown).length) return [];
  const readers = new Map(forms.map((form) => [form.served.apiVersion, { form, read: readerOf(form, contextOf) }]));
  const more = {
    definedBy: definition,
    schemaVersion: `${metadata.uid}/${metadata.generation}`,
    isTerminating: Boolean(metadata.deletionTimestamp),
  };
  for (const form of forms) {
    const isStored = form === stored;
    Object.assign(form.served, more, {
      ...(isStored || !convert ? { keeping: keepingOf(form.served, stored.served, { readers, convert }) } : {}),
      ...(convert ? { convert } : {}),
      isUnserved: form.version.served !== true,
      ...(isStored ? {} : { storageResource: stored.served }),
    });
  }
  const unserved = forms.filter(({ version }) => !isShown(version));
  Object.assign(stored.served, { unservedVersions: unserved.map(({ served }) => served) });
  return shown.map(({ served }) => served);
}

/** Whether the version needs a resource: objects may be stored in a version that is not served. */
const isShown = ({ served, storage }: CustomResourceDefinitionVersion): boolean => Boolean(served || storage);

/** A version of a definition with its kind. */
interface Form {
  readonly version: CustomResourceDefinitionVersion;
  readonly kind: Kind;
  readonly served: ServedResource;
}

function serve(kind: Kind, group: string): ServedResource {
  const [version] = kind.versions;
  if (!version) throw new Error(`${kind.kind} has no version`);
  return servedResourceOf(kind, version, group);
}

/** Decodes an object stored in a version. May change the given object, and returns it. */
type ReadStored = (object: ApiObject) => ApiObject;

function readerOf({ kind, served: { version } }: Form, contextOf: ContextOf): ReadStored {
  const context = contextOf(version);
  return (kept) => {
    const read = kind.read?.(kept, { version, mayChange: true });
    const object = (read?.object ?? kept) as ApiObject;
    if (read) dropInvalidMetadata(object, read.errors);
    kind.applyDefaults?.(object, context);
    return object;
  };
}

interface Readers {
  readonly readers: ReadonlyMap<string, { readonly form: Form; readonly read: ReadStored }>;
  /**
   * Conversion by a webhook. If absent, each version keeps the fields of the other versions that have the same names,
   * and drops the rest.
   */
  readonly convert: ConvertObjects | undefined;
}

function holdsNull(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === null;
  return Object.values(value).some(holdsNull);
}

function keepingOf(own: ServedResource, stored: ServedResource, { readers, convert }: Readers): StorageConversion {
  const { apiVersion: storedVersion, kind: storedKind } = stored;
  const readStored = readers.get(storedVersion);
  const isStored = own === stored;
  const toStoredForm: StorageConversion["toStoredForm"] = (object) => ({
    ...(isStored ? object : pruneToVersion(object, stored)),
    apiVersion: storedVersion,
    kind: storedKind,
  });
  const fromStoredForm: StorageConversion["fromStoredForm"] = ({ apiVersion, kind: _kind, ...kept }) => {
    const { form, read } = readers.get(String(apiVersion)) ?? readStored ?? {};
    const object = read?.(kept as ApiObject) ?? (kept as ApiObject);
    const isEarlier = form !== undefined && form.served !== stored;
    const seen = isStored && (convert || !isEarlier) ? object : pruneToVersion(object, own);
    recordWrittenVersion(seen, isEarlier ? form.served : undefined);
    return seen;
  };
  return {
    isReadAsWritten: isStored && !convert,
    toStoredForm,
    fromStoredForm,
    // Fields of another version that the stored version lacks are lost with their defaults, and the stored version has
    // its own defaults. A null that an apply or a webhook has left, and that the schema only tolerates, is removed when
    // the object is read.
    toReadForm: (object) => (isStored && !holdsNull(object) ? object : fromStoredForm(cloneJson(toStoredForm(object)))),
  };
}
