/**
 * A kind as the tables know it: its shape, its releases, its resource, and the metadata that all objects have. What a
 * kind has besides, such as rules and defaults of its own, is authored in its file.
 *
 * @module
 */
import { memberOf } from "../../json/member.ts";
import { type Conversion, domainPlaceholder, type Kind, type KindVersion, type Resource } from "../../kind/kind.ts";
import type { Rule } from "../../rule/rule.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import type { Notes } from "../../schema/notes.ts";
import { type HasMetadata, type NameRule, objectMetaRules } from "../meta/object-meta-rules.ts";
import { statusApart } from "../meta/stored-part.ts";
import { counting } from "./creation.ts";
import { descriptions } from "./descriptions.ts";
import { finalizersOf, nameRuleOf, prefixOf, prefixOfUpdates } from "./names.ts";
import { type ServedKind, type ServedVersion, servedKinds } from "./resources.ts";
import { servingOf } from "./serving.ts";
import { typeSchema } from "./type-schema.ts";

/** What a kind has besides what the tables know. */
export interface Authored<T> extends Pick<Kind<T>, "projectRules" | "applyDefaults" | "references" | "reader"> {
  readonly rules?: readonly Rule<T>[];
  /** What is wrong with a name, where that is not what most names are. */
  readonly nameRule?: NameRule;
  /** Set where the server makes a name for objects without one. */
  readonly name?: "made";
  /** Fields that are never printed, as paths with dots. */
  readonly sensitive?: readonly string[];
  /** What the tables do not say of fields of this kind, by paths with dots: notes, or a shape that is authored. */
  readonly notes?: Readonly<Record<string, Notes | FieldSchema>>;
  /** By version, for those that are not stored and have other fields. */
  readonly conversions?: Readonly<Record<string, Conversion>>;
  readonly resource?: Omit<Partial<Resource<T>>, "plural" | "singular" | "scope" | "shortNames" | "categories">;
}

/** @param group - with the placeholder of the domain */
export function kindFromTable<T extends HasMetadata>(group: string, kind: string, authored: Authored<T>): Kind<T> {
  const served = servedKinds().find((item) => item.group === group && item.kind === kind);
  if (!served) throw new Error(`the tables have no ${kind} of "${group}"`);
  return tableKind(served, authored);
}

export function tableKind<T extends HasMetadata>(served: ServedKind, authored: Authored<T> = {}): Kind<T> {
  const { group, kind, plural, singular, shortNames, categories, subresources, scope } = served;
  const {
    rules = [],
    nameRule = nameRuleOf(served),
    name = "required",
    sensitive = [],
    resource,
    notes,
    conversions = {},
    ...rest
  } = authored;
  const annotations = [
    ...Object.entries(notes ?? {}),
    ...sensitive.map((path): [string, Notes] => [path, { "x-sensitive": true }]),
  ];
  const strategy: Partial<Resource<T>> = { ...(subresources.includes("status") ? statusApart : {}), ...resource };
  const metaRules = nameRule
    ? objectMetaRules({
        scope,
        nameRule,
        name,
        prefix: prefixOf(served),
        prefixOfUpdate: prefixOfUpdates(served),
        finalizers: finalizersOf(served),
      })
    : [];
  return {
    ...rest,
    kind,
    group,
    versions: served.versions.map((version) =>
      tableVersion(served, version, annotations, memberOf(conversions, version.name)),
    ),
    description: descriptions.get(`${group.split(".")[0]}/${kind}`) ?? "",
    rules: [...metaRules, ...rules],
    ...(plural === ""
      ? {}
      : {
          resource: {
            plural,
            singular,
            shortNames,
            categories,
            scope,
            subresources,
            ...servingOf(served),
            columns: [],
            ...strategy,
            ...counting<T>(served, strategy),
          },
        }),
  };
}

function tableVersion(
  { group, kind }: ServedKind,
  version: ServedVersion,
  annotations: readonly (readonly [string, Notes | FieldSchema])[],
  conversion: Conversion | undefined,
): KindVersion {
  let schema: FieldSchema | undefined;
  return {
    ...version,
    ...(conversion ? { conversion } : {}),
    get schema() {
      schema ??= annotations.reduce<FieldSchema>(
        (annotated, [path, notes]) => annotate(annotated, path.split("."), notes),
        {
          ...typeSchema(`${packageOf(group)}/${version.name}.${kind}`),
          "x-from-table": true,
        },
      );
      return schema;
    },
  };
}

function annotate(schema: FieldSchema, [name, ...rest]: readonly string[], notes: Notes | FieldSchema): FieldSchema {
  if (name === undefined) return { ...schema, ...notes };
  const field = memberOf(schema.properties, name);
  if (!field) throw new Error(`the tables have no field ${name} to annotate`);
  return { ...schema, properties: { ...schema.properties, [name]: annotate(field, rest, notes) } };
}

/** Packages of API types that are not called as the first word of their group. */
const packageByGroup: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "": "core",
    [`internal.apiserver.${domainPlaceholder}`]: "apiserverinternal",
  }),
);

function packageOf(group: string): string {
  return packageByGroup.get(group) ?? group.split(".")[0] ?? group;
}
