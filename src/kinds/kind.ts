/**
 * Defines kinds: combines the facts from the API types (schema, releases, resource, and the rules about metadata),
 * which it finds by key, with rules and facts that the types lack.
 *
 * @module
 */
import { describeType } from "../api/descriptions.ts";
import {
  areaOf,
  type ConfigurationKind,
  configurationKinds,
  type ServedKind,
  servedKinds,
} from "../api/served-kinds.ts";
import type { ApiTypes } from "../api/types/index.ts";
import { memberOf } from "../json/member.ts";
import type { Conversion, Kind, KindVersion, Resource } from "../kind/kind.ts";
import type { Rule } from "../rule/rule.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import type { Notes } from "../schema/notes.ts";
import { typeSchema } from "../schema/type-schema.ts";
import { counting } from "./builtin/creation.ts";
import { finalizersOf, nameRuleOf, namespaceOf, prefixOf, prefixOfUpdates } from "./builtin/names.ts";
import { servingOf } from "./builtin/serving.ts";
import { type HasMetadata, type NameRule, objectMetaRules } from "./meta/object-meta-rules.ts";
import { separateStatusStrategy } from "./meta/stored-part.ts";

/**
 * The key of an API type: its package and name, such as `core/v1.Pod`. The other versions of the type belong to the
 * same kind.
 */
export type ApiKey = keyof ApiTypes;

/** Facts about a field. A null `enum` removes the enumeration: another rule, or no rule, validates the values. */
type FieldNotes = Omit<Notes, "enum"> & { readonly enum?: readonly string[] | null };

/** The parts of a kind that do not come from its type. */
export interface Authored<T>
  extends Partial<Omit<Kind<T>, "kind" | "group" | "versions" | "description" | "rules" | "resource">> {
  /** The name of the kind, if it differs from the name of its type. */
  readonly kind?: string;
  /** The group that clustervet gives a part of a configuration that may be a separate file. */
  readonly group?: string;
  /** The first release that has the part of a configuration. */
  readonly since?: string;
  readonly rules?: readonly Rule<T>[];
  /** Validates names, for kinds whose names do not follow the usual rule. */
  readonly nameRule?: NameRule;
  /** Set if kube-apiserver generates a name for objects without one. */
  readonly name?: "made";
  /**
   * Facts about fields that apply only to this kind and are not in the type, by path: `spec.dataSourceRef`,
   * `items[].name`.
   */
  readonly notes?: Readonly<Record<string, FieldNotes>>;
  /** Fields that documents of the kind may have, although its type lacks them. */
  readonly moreFields?: Readonly<Record<string, FieldSchema>>;
  /** Conversions by version, for versions that are not stored and have different fields. */
  readonly conversions?: Readonly<Record<string, Conversion>>;
  /** Additional names, groups and domains of the versions, each with the type of that version. */
  readonly moreVersions?: readonly Omit<KindVersion, "schema">[];
  readonly resource?: Omit<Partial<Resource<T>>, "plural" | "singular" | "scope" | "shortNames" | "categories">;
}

/**
 * Returns a kind by the key of its type.
 *
 * @throws {Error} if the key belongs to no kind, unless `authored` has a group
 */
export function kind<K extends ApiKey>(key: K, authored: Authored<ApiTypes[K]> = {}): Kind<ApiTypes[K]> {
  const [, area = "", version = "", name = ""] = /^([\w-]+)\/(\w+)\.(\w+)$/.exec(key) ?? [];
  const served = servedKinds().find((item) => item.kind === name && areaOf(item.group) === area);
  if (served) return servedKind(served, authored);
  const known = configurationKinds().find((item) => item.area === area && item.kind === name);
  return known ? configurationKind(known, authored) : partKind({ area, version, name }, authored);
}

/** Returns a kind that API servers serve. */
export function servedKind<T extends object>(served: ServedKind, authored: Authored<T> = {}): Kind<T> {
  const { group, kind: typeName, versions } = served;
  const { rules = [], nameRule = nameRuleOf(served), name = "required", resource, ...rest } = authored;
  const metaRules = nameRule ? metadataRules(served, nameRule, name) : [];
  const type = { area: areaOf(group), typeName, group, versions };
  return {
    ...withVersions(type, rest),
    get description() {
      return descriptionOf(type);
    },
    // The rules about metadata are only for kinds that have metadata.
    rules: [...(metaRules as readonly Rule<T>[]), ...rules],
    ...(served.plural === "" ? {} : { resource: resourceOf(served, resource) }),
  };
}

function metadataRules(
  served: ServedKind,
  nameRule: NameRule,
  name: "required" | "made",
): readonly Rule<HasMetadata>[] {
  return objectMetaRules({
    scope: served.scope,
    nameRule,
    name,
    namespace: namespaceOf(served),
    prefix: prefixOf(served),
    prefixOfUpdate: prefixOfUpdates(served),
    finalizers: finalizersOf(served),
  });
}

function resourceOf<T>(served: ServedKind, resource: Authored<T>["resource"]): Resource<T> {
  const { plural, singular, shortNames, categories, scope, subresources } = served;
  const parts = subresources.includes("status") ? (separateStatusStrategy as Partial<Resource<T>>) : {};
  const strategy: Partial<Resource<T>> = { ...parts, ...resource };
  return {
    plural,
    singular,
    shortNames,
    categories,
    scope,
    subresources,
    columns: [],
    ...servingOf(served),
    ...strategy,
    ...(counting(served, strategy as object) as Partial<Resource<T>>),
  };
}

/** Returns a kind that a component reads as its configuration, or exchanges with another component. */
function configurationKind<T>(
  { area, kind: typeName, versions: known }: ConfigurationKind,
  authored: Authored<T>,
): Kind<T> {
  const { rules = [], resource: _resource, nameRule: _rule, name: _name, ...rest } = authored;
  const [newest] = known;
  const { group = "", kind: name = authored.kind ?? typeName } = newest ?? {};
  const versions = known.map(({ group: ownGroup, kind: ownName = authored.kind ?? typeName, ...version }) => ({
    ...version,
    ...(ownGroup === group ? {} : { group: ownGroup }),
    ...(ownName === name ? {} : { kind: ownName }),
  }));
  const type = { area, typeName, group, versions };
  return {
    ...withVersions(type, { ...rest, kind: name, notes: { ...identityNotes(authored), ...rest.notes } }),
    get description() {
      return descriptionOf(type);
    },
    rules,
  };
}

/**
 * Returns a kind for a part of a configuration that may be a separate file, with an optional `apiVersion` and `kind`.
 */
function partKind<T>(
  { area, version, name }: { readonly area: string; readonly version: string; readonly name: string },
  { group, since, ...authored }: Authored<T>,
): Kind<T> {
  if (group === undefined) throw new Error(`the types have no kind ${area} ${name}`);
  const moreFields = { apiVersion: { type: "string" }, kind: { type: "string" } } as const;
  const versions = [{ name: version, group, ...(since ? { since } : {}) }];
  return configurationKind({ area, kind: name, versions }, { moreFields, ...authored });
}

/** Requires `apiVersion` and `kind`, unless the loader of the kind accepts documents without them. */
function identityNotes<T>({ loader, reader = loader }: Authored<T>): Authored<T>["notes"] {
  const mayOmit = reader?.mayOmit ?? "nothing";
  if (mayOmit === "both" || mayOmit === "identity") return {};
  return { apiVersion: { "x-required": true }, kind: { "x-required": true } };
}

interface TypeOfKind {
  readonly area: string;
  readonly typeName: string;
  readonly group: string;
  readonly versions: readonly Omit<KindVersion, "schema">[];
}

function withVersions<T>(
  { area, typeName, group, versions }: TypeOfKind,
  authored: Omit<Authored<T>, "rules" | "resource">,
) {
  const { kind: name = typeName, notes = {}, moreFields, conversions = {}, moreVersions = [], ...rest } = authored;
  return {
    ...rest,
    kind: name,
    group,
    versions: [...versions, ...moreVersions].map((version) => {
      const conversion = memberOf(conversions, version.name);
      const facts = conversion ? { ...version, conversion } : version;
      const type = `${area}/${version.name}.${typeName}`;
      return withSchema(facts, () => annotated(wholeSchema(type, moreFields), notes));
    }),
  };
}

const descriptionOf = ({ area, typeName, versions }: TypeOfKind): string =>
  describeType(`${area}/${versions[0]?.name}.${typeName}`) ?? "";

function withSchema(version: Omit<KindVersion, "schema">, make: () => FieldSchema): KindVersion {
  let schema: FieldSchema | undefined;
  return {
    ...version,
    get schema() {
      schema ??= make();
      return schema;
    },
  };
}

function wholeSchema(type: string, moreFields: FieldSchema["properties"]): FieldSchema {
  const schema = { ...typeSchema(type), "x-from-table": true } as const;
  return moreFields ? { ...schema, properties: { ...moreFields, ...schema.properties } } : schema;
}

const annotated = (schema: FieldSchema, notes: Readonly<Record<string, FieldNotes>>): FieldSchema =>
  Object.entries(notes).reduce((whole, [path, note]) => annotate(whole, path.split("."), note), schema);

function annotate(schema: FieldSchema, [step, ...rest]: readonly string[], notes: FieldNotes): FieldSchema {
  if (step === undefined) return withNotes(schema, notes);
  if (step === "[]") return { ...schema, items: annotate(schema.items ?? {}, rest, notes) };
  const name = step.replace("[]", "");
  const field = memberOf(schema.properties, name);
  if (!field) throw new Error(`the types have no field ${name} to annotate`);
  const inner = step.endsWith("[]") ? ["[]", ...rest] : rest;
  return { ...schema, properties: { ...schema.properties, [name]: annotate(field, inner, notes) } };
}

function withNotes(schema: FieldSchema, { enum: values, ...notes }: FieldNotes): FieldSchema {
  if (values === undefined) return { ...schema, ...notes };
  const { enum: _values, "x-enum-since": _since, "x-type": _type, ...rest } = schema;
  return { ...rest, ...notes, ...(values ? { enum: values } : {}) };
}
