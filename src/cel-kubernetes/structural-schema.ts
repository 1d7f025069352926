/**
 * Validates schemas from files and programs, which nothing has decoded yet, before expressions are compiled against
 * them.
 *
 * @module
 */
import { flag, listOf, type OptionType, oneOf, text } from "../json/option-shape.ts";
import { failure, type Result, success } from "../text/result.ts";
import type { StructuralSchema } from "./schema-types.ts";

/** The most levels of a schema, which is also the limit for documents. */
export const maxSchemaDepth = 500;

/**
 * Checks that the members of a schema have the types that expressions rely on. Like Go, it treats a null member as
 * absent.
 *
 * @returns the schema, or the first invalid member and what it must be
 */
export function readStructuralSchema(value: unknown): Result<StructuralSchema, string> {
  try {
    return success(new SchemaReader().read(value, []));
  } catch (error) {
    if (error instanceof InvalidMember) return failure(error.message);
    throw error;
  }
}

class InvalidMember extends Error {
  constructor(path: readonly string[], must: string) {
    super(`${path.length === 0 ? "it" : `\`${path.join(".")}\``} must be ${must}`);
  }
}

type Members = Readonly<Record<string, unknown>>;

class SchemaReader {
  /**
   * The schemas read so far, undefined while one is being read. YAML aliases and programs may share a schema between
   * fields.
   */
  private readonly schemaByValue = new Map<object, StructuralSchema | undefined>();

  read(value: unknown, path: readonly string[]): StructuralSchema {
    if (!isMap(value)) throw new InvalidMember(path, "a map");
    if (path.length > maxSchemaDepth || (this.schemaByValue.has(value) && this.schemaByValue.get(value) === undefined))
      throw new InvalidMember(path.slice(0, 3), `at most ${maxSchemaDepth} levels deep`);
    const known = this.schemaByValue.get(value) ?? this.readMembers(value, path);
    this.schemaByValue.set(value, known);
    return known;
  }

  private readMembers(members: Members, path: readonly string[]): StructuralSchema {
    this.schemaByValue.set(members, undefined);
    const given = Object.entries(members).filter(([, member]) => member !== null && member !== undefined);
    return Object.fromEntries(given.map(([name, member]) => [name, this.member(name, member, [...path, name])]));
  }

  private member(name: string, value: unknown, path: readonly string[]): unknown {
    if (name === "items" || (name === "additionalProperties" && typeof value !== "boolean"))
      return this.read(value, path);
    if (name === "properties") {
      if (!isMap(value)) throw new InvalidMember(path, "a map");
      return Object.fromEntries(
        Object.entries(value).map(([each, inner]) => [each, this.read(inner, [...path, each])]),
      );
    }
    const shape = shapes.get(name);
    if (shape?.accepts(value) === false) throw new InvalidMember(path, shape.expected);
    return typeof value === "bigint" && shape === count ? Number(value) : value;
  }
}

const isMap = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const types = ["array", "boolean", "integer", "number", "object", "string"];
const count: OptionType = {
  expected: "a whole number from 0 on",
  accepts: (value) => (typeof value === "bigint" || Number.isSafeInteger(value)) && Number(value) >= 0,
};
const oneType = oneOf(...types, "");
const list: OptionType = { expected: "a list", accepts: Array.isArray };

/** The members that expressions and estimates read, except those that contain schemas. */
const shapes: ReadonlyMap<string, OptionType> = new Map(
  Object.entries({
    type: {
      expected: `one of ${types.join(", ")}`,
      accepts: (value) => oneType.accepts(value) || listOf(oneOf(...types, "null")).accepts(value),
    } satisfies OptionType,
    format: text,
    maxLength: count,
    maxItems: count,
    maxProperties: count,
    enum: list,
    required: listOf(text),
    nullable: flag,
    "x-kubernetes-int-or-string": flag,
    "x-kubernetes-embedded-resource": flag,
    "x-kubernetes-preserve-unknown-fields": flag,
    "x-kubernetes-list-type": text,
    "x-kubernetes-list-map-keys": listOf(text),
  }),
);
