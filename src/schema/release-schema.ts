/**
 * Schemas for a release: without fields and values that are newer, and without fields that the release no longer has.
 *
 * @module
 */
import { setMember } from "../json/member.ts";
import { reaches } from "../release/release.ts";
import type { FieldSchema } from "./decode-schema.ts";

const schemasByRelease = new Map<string, WeakMap<FieldSchema, FieldSchema>>();

/** Returns the schema for a release; the same schema if the release has all of its fields. Schemas may be recursive. */
export function schemaIn(schema: FieldSchema, release: string): FieldSchema {
  let known = schemasByRelease.get(release);
  if (known === undefined) {
    known = new WeakMap();
    schemasByRelease.set(release, known);
  }
  return new SchemaConverter(release, known).schema(schema);
}

/** The keywords, apart from `properties`, whose values are schemas. */
const parts = ["items", "additionalProperties", "x-proto-forms", "x-proto-value"] as const;

class SchemaConverter {
  private readonly release: string;
  private readonly known: WeakMap<FieldSchema, FieldSchema>;

  constructor(release: string, known: WeakMap<FieldSchema, FieldSchema>) {
    this.release = release;
    this.known = known;
  }

  schema(given: FieldSchema): FieldSchema {
    const known = this.known.get(given);
    if (known !== undefined) return known;
    const seen = new Set<FieldSchema>();
    if (!this.hasChanges(given, seen)) {
      // The schemas that it reaches do not change either, or it would.
      for (const each of seen) this.known.set(each, each);
      return given;
    }
    const copy: Record<string, unknown> = { ...given, ...this.values(given) };
    // Registered before its parts are converted, since they may refer to it.
    this.known.set(given, copy);
    for (const part of parts) {
      const inner = given[part];
      if (typeof inner === "object") copy[part] = this.schema(inner);
    }
    if (given.properties) {
      const properties: Record<string, FieldSchema> = {};
      for (const [name, field] of Object.entries(given.properties)) {
        if (this.hasField(field)) setMember(properties, name, this.schema(field));
      }
      copy["properties"] = properties;
    }
    return copy;
  }

  private hasChanges(schema: FieldSchema, seen: Set<FieldSchema>): boolean {
    const known = this.known.get(schema);
    if (known !== undefined) return known !== schema;
    if (seen.has(schema)) return false;
    seen.add(schema);
    if (this.lateValues(schema).length > 0) return true;
    const fields = Object.values(schema.properties ?? {});
    if (!fields.every((field) => this.hasField(field))) return true;
    const inner = parts.flatMap((part) => {
      const value = schema[part];
      return typeof value === "object" ? [value] : [];
    });
    return [...fields, ...inner].some((each) => this.hasChanges(each, seen));
  }

  /** Returns the enum of a field without the values that are newer than the release. */
  private values(schema: FieldSchema): FieldSchema {
    const late = this.lateValues(schema);
    if (late.length === 0) return {};
    const { "x-enum-since": since = {}, enum: names = [] } = schema;
    const others = Object.entries(since).filter(([name]) => !late.includes(name));
    return { enum: names.filter((name) => !late.includes(name)), "x-enum-since": Object.fromEntries(others) };
  }

  private lateValues({ "x-enum-since": since = {} }: FieldSchema): readonly string[] {
    return Object.entries(since).flatMap(([name, release]) => (reaches(this.release, release) ? [] : [name]));
  }

  private hasField({ "x-since": since, "x-until": until }: FieldSchema): boolean {
    return !(since && !reaches(this.release, since)) && !(until && reaches(this.release, until));
  }
}
