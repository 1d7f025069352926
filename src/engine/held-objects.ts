/**
 * Decodes the objects of a file without reporting findings about them.
 *
 * @module
 */
import { valueAt } from "../diagnostic/path.ts";
import { formatJson } from "../json/format-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { parseApiVersion } from "../kind/detect.ts";
import { groupOf, type Kind } from "../kind/kind.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { SourceDocument, SourceFile } from "../source/source-file.ts";
import { type Candidate, expand, expandAs, expandEmbedded } from "./expand.ts";
import type { Settings } from "./options.ts";
import { decodeWithDefaults } from "./validate.ts";

/** The document that contains an object. */
interface Origin {
  readonly file: SourceFile;
  readonly document: SourceDocument;
  readonly settings: Settings;
}

/**
 * Returns the objects of known kinds, the same as `vetFile` finds.
 *
 * @param expected - the kind of all documents; by default `apiVersion` and `kind` decide
 */
export function decodeObjects(file: SourceFile, settings: Settings, expected?: Kind): readonly ProjectDocument[] {
  const found: ProjectDocument[] = [];
  const add = (candidate: Candidate, document: SourceDocument): void => {
    const { kind, version, value } = candidate;
    const context = settings.contextFor(version.name);
    const object = decodeWithDefaults(sentObject(value, kind, settings.namespace), { kind, version, context });
    if (!isPlainObject(object)) return;
    for (const { expansion } of expandEmbedded(candidate, object, settings)) {
      for (const inner of expansion.candidates) add(inner, document);
    }
    found.push(projectDocument(candidate, object, { file, document, settings }));
  };
  for (const document of file.documents) {
    const { value } = document;
    if (value === undefined || (value === null && !expected)) continue;
    const { candidates } = expected ? expandAs(expected, value, settings) : expand(value, settings);
    for (const candidate of candidates) add(candidate, document);
    // The loader of a configuration reads no further documents.
    if (candidates.some(({ kind }) => kind.loader)) break;
  }
  return found;
}

/** Returns the objects of kinds that are not in the catalog, as written. */
export function unknownObjects(file: SourceFile, settings: Settings): readonly ProjectDocument[] {
  return file.documents.flatMap(({ index, value }) =>
    expand(value, settings).unknown.flatMap(({ base }): ProjectDocument[] => {
      const object = valueAt(value, base);
      if (!isPlainObject(object)) return [];
      const { apiVersion, kind } = object;
      if (typeof apiVersion !== "string" || typeof kind !== "string") return [];
      const { group, version } = parseApiVersion(apiVersion) ?? { group: apiVersion, version: "" };
      return [{ file: file.name, index, base, group, version, kind, ...namesIn(object), object }];
    }),
  );
}

/** Returns the name and namespace of an object, empty strings if they are absent. */
function namesIn(object: Readonly<Record<string, unknown>>): Pick<ProjectDocument, "name" | "namespace"> {
  const metadata = isPlainObject(object["metadata"]) ? object["metadata"] : {};
  return { name: textOf(metadata["name"]), namespace: textOf(metadata["namespace"]) };
}

/** Converts a name to a string: the name of an object of unknown kind may have any type. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? formatJson(value) : String(value);
}

/** Returns an object in the form that rules across documents expect. */
export function projectDocument(
  { kind, version, base }: Candidate,
  object: Readonly<Record<string, unknown>>,
  { file, document, settings }: Origin,
): ProjectDocument {
  return {
    file: file.name,
    index: document.index,
    base,
    group: groupOf(kind, version, settings.catalog.groupDomain),
    version: version.name,
    kind: kind.kind,
    ...namesIn(object),
    object,
  };
}

/**
 * Returns the object as kubectl would send it: sets the namespace of the command line if the object needs a namespace
 * and has none.
 */
export function sentObject(value: unknown, kind: Kind, namespace: string | undefined): unknown {
  if (!namespace || kind.resource?.scope !== "Namespaced" || !isPlainObject(value)) return value;
  const metadata = value["metadata"] ?? {};
  if (!isPlainObject(metadata) || metadata["namespace"]) return value;
  return { ...value, metadata: { ...metadata, namespace } };
}
