/**
 * Reads JSON Schemas of custom resources from files, at the paths at which kubeconform looks for them.
 *
 * @part json-schemas
 * @module
 */
import { dirname, resolve } from "node:path";
import { valueAt } from "../diagnostic/path.ts";
import { parseBounded } from "../json/parse-bounded.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { KindFinder } from "../kind/catalog.ts";
import type { GroupVersion } from "../kind/detect.ts";
import type { Kind } from "../kind/kind.ts";
import { type JsonSchema, kindOfJsonSchema, type Resolved } from "../kinds/apiextensions/json-schema-kind.ts";
import { parsePointer } from "../patch/json-pointer.ts";
import { closest } from "../text/closest.ts";
import { reasonOf, UsageError } from "./exit.ts";
import { assertProjectFile } from "./project-path.ts";
import { readBytes } from "./read-bytes.ts";
import type { ObjectSource } from "./read-objects.ts";
import { shownPath } from "./shown-path.ts";
import { printError } from "./terminal.ts";

/** The layout of kubernetes-json-schema, which kubeconform appends to a location that is not a file name. */
const kubernetesSchemaLayout =
  "{{ .NormalizedKubernetesVersion }}-standalone{{ .StrictSuffix }}/{{ .ResourceKind }}{{ .KindSuffix }}.json";
/** The layout of CRDs-catalog. */
const catalogLayout = "{{ .Group }}/{{ .ResourceKind }}_{{ .ResourceAPIVersion }}.json";

const action = /\{\{-?\s*(.*?)\s*-?\}\}/g;

/** Allowed characters, since groups, versions and kinds become parts of paths. */
const pathPart = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

/**
 * Returns a finder that uses the schema of the first location that has one.
 *
 * @param locations - paths with template actions, and directories in one of the two layouts
 * @throws {UsageError} for a template that kubeconform would reject as well
 */
export function schemaFileFinder(locations: readonly string[], target: string, source: ObjectSource): KindFinder {
  const templates = locations.flatMap((location) => templatesOf(location, source.flag));
  const files = new SchemaFiles(source);
  const findKind = (wanted: Wanted) => {
    for (const path of templates.flatMap((template) => pathsOf(template, wanted, target))) {
      const schema = files.read(resolve(path));
      if (schema) return kindOfJsonSchema({ ...wanted, schema, resolve: files.resolverIn(resolve(path)) });
    }
    return undefined;
  };
  const found = new Map<string, Kind | undefined>();
  const find: KindFinder = (group, version, kind) => {
    if (group === "" || ![group, version, kind].every((part) => pathPart.test(part))) return undefined;
    const id = `${group}/${version}/${kind}`;
    if (!found.has(id)) found.set(id, findKind({ group, version, kind }));
    return found.get(id);
  };
  return Object.assign(find, { isIncomplete: () => files.hasLost });
}

function templatesOf(location: string, flag: string): readonly string[] {
  for (const [, name = ""] of location.matchAll(action)) assertField(name, flag, location);
  if (location.endsWith("json")) return [location];
  const isTemplate = location.includes("{{");
  return [...(isTemplate ? [] : [`${location}/${catalogLayout}`]), `${location}/${kubernetesSchemaLayout}`];
}

interface Wanted extends GroupVersion {
  readonly kind: string;
}

type Variables = Wanted & { readonly release: string; readonly strict: string };

/** Values of the fields that templates may use. */
const fields: ReadonlyMap<string, (of: Variables) => string> = new Map<string, (of: Variables) => string>([
  ["Group", ({ group }) => group],
  ["ResourceKind", ({ kind }) => kind.toLowerCase()],
  ["ResourceAPIVersion", ({ version }) => version],
  ["NormalizedKubernetesVersion", ({ release }) => release],
  ["StrictSuffix", ({ strict }) => strict],
  ["KindSuffix", ({ group, version }) => `-${group.split(".")[0]?.toLowerCase()}-${version.toLowerCase()}`],
]);

/** @throws {UsageError} */
function assertField(text: string, flag: string, location: string): void {
  const name = text.replace(/^\./, "");
  if (text.startsWith(".") && fields.has(name)) return;
  const meant = closest(name, fields.keys());
  const help = meant ? `did you mean {{ .${meant} }}?` : `fields: ${[...fields.keys()].join(", ")}`;
  throw new UsageError(`${flag} ${location}: unknown template field {{ ${text} }}`, help);
}

/**
 * Returns the paths to which a template expands, in order of preference: the target release before `master`, strict
 * schemas before others.
 */
function pathsOf(template: string, wanted: Wanted, target: string): readonly string[] {
  const paths = [`v${target}.0`, "master"].flatMap((release) =>
    ["-strict", ""].map((strict) =>
      template.replace(
        action,
        (_action, name: string) => fields.get(name.slice(1))?.({ ...wanted, release, strict }) ?? "",
      ),
    ),
  );
  return [...new Set(paths)];
}

/** Reads schemas from files, each once. */
class SchemaFiles {
  readonly #source: ObjectSource;
  readonly #documents = new Map<string, JsonSchema | undefined>();
  /** Whether a file exists that could not be read. */
  hasLost = false;

  constructor(source: ObjectSource) {
    this.#source = source;
  }

  /**
   * @param path - absolute. @returns undefined if there is no file. Also undefined, with a message on standard error,
   *   if the file is not a schema: kubeconform continues as well
   */
  read(path: string): JsonSchema | undefined {
    if (!this.#documents.has(path)) this.#documents.set(path, this.#parse(path));
    return this.#documents.get(path);
  }

  #parse(path: string): JsonSchema | undefined {
    const { flag, directory } = this.#source;
    if (directory !== undefined) assertProjectFile(path, { directory, setting: flag });
    const displayName = shownPath(path);
    const text = this.#textOf(path, displayName);
    if (text === undefined) return undefined;
    try {
      const value = parseBounded(text);
      if (isPlainObject(value)) return value;
      printError(`${displayName}: no JSON Schema: must be a map`);
    } catch (error) {
      printError(`${displayName}: no JSON Schema: ${reasonOf(error)}`);
    }
    return undefined;
  }

  /**
   * Returns undefined if there is no file. If a file exists but can't be read, also records that the result is
   * incomplete.
   */
  #textOf(path: string, displayName: string): string | undefined {
    try {
      return new TextDecoder().decode(readBytes(path));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      printError(`${displayName}: ${reasonOf(error)}`);
      this.hasLost = true;
      return undefined;
    }
  }

  /**
   * Returns a resolver for references in a file to the file itself and to other local files; it does not follow URLs.
   */
  resolverIn(path: string): (ref: string) => Resolved | undefined {
    return (ref) => {
      const [file = "", fragment = ""] = ref.split("#");
      if (/^[a-z][a-z0-9+.-]+:/i.test(file)) return undefined;
      const at = file === "" ? path : resolve(dirname(path), file);
      const names = parsePointer(fragment);
      const schema = names && valueAt(this.read(at), names);
      return schema === undefined ? undefined : { id: `${at}#${fragment}`, schema, resolve: this.resolverIn(at) };
    };
  }
}
