/**
 * Schemas prepared for walks over values: facts that a walk needs at every value are computed once.
 *
 * @module
 */
import type { FieldSchema } from "./decode-schema.ts";

/** The type of value that a schema describes; `any` if it specifies none. */
type ShapeOf = "raw" | ScalarKeyword | NonNullable<FieldSchema["type"]> | "any";

type ScalarKeyword = "x-int" | "x-uint" | "x-int-or-string" | "x-duration-or-nanos" | "x-quantity";

const scalarKeywords = ["x-int", "x-uint", "x-int-or-string", "x-duration-or-nanos", "x-quantity"] as const;

const plainTypes: { readonly [K in ShapeOf]?: Shape["plainType"] } = {
  string: "string",
  boolean: "boolean",
  number: "number",
  "x-int-or-string": "string",
};

/** The shape of one schema. The shapes of its parts are created on first use, since a schema may be recursive. */
export class Shape {
  readonly of: ShapeOf;
  readonly schema: FieldSchema;
  /** Whether the field, or some of its values, exists only in some releases or with a feature gate. */
  readonly dependsOnRelease: boolean;
  /** Any string is valid. */
  readonly isOpenText: boolean;
  /**
   * The result of `typeof` for values that need no decoding in any release; undefined if the type alone does not
   * decide.
   */
  readonly plainType: "string" | "boolean" | "number" | undefined;
  /** Whether 32-bit integers need no decoding either, in any release. */
  readonly takesInt: boolean;
  /** Only declared fields are allowed. */
  readonly isClosed: boolean;
  /** Go distinguishes the zero value from absence. */
  readonly isPointer: boolean;
  /** An object with declared fields, not a map with arbitrary keys. */
  readonly isStruct: boolean;
  /** Go writes the field even if it is empty. */
  readonly isAlwaysWritten: boolean;
  readonly isTime: boolean;
  private isConditionalInside: boolean | undefined;
  private writtenFields: readonly (readonly [string, Shape])[] | undefined;
  private shapeByName: ReadonlyMap<string, Shape> | undefined;
  private restShape: Shape | undefined;
  private itemShape: Shape | undefined;

  constructor(schema: FieldSchema) {
    this.schema = schema;
    const keyword = scalarKeywords.find((each) => schema[each]);
    this.of = schema["x-raw"] ? "raw" : (keyword ?? schema.type ?? "any");
    this.isOpenText = schema.format === undefined && schema.enum === undefined;
    this.isClosed = schema.additionalProperties === false;
    const { "x-since": since, "x-until": until, "x-gate": gate } = schema;
    const isConditional = since !== undefined || until !== undefined || gate !== undefined;
    this.dependsOnRelease = isConditional || (schema.items ?? schema)["x-enum-since"] !== undefined;
    const isBounded = (this.of === "string" && !this.isOpenText) || schema["x-float"] !== undefined;
    this.plainType = this.dependsOnRelease || isBounded ? undefined : plainTypes[this.of];
    this.isPointer = schema["x-pointer"] === true;
    this.isTime = schema.format === "rfc3339-time" || schema.format === "rfc3339-micro-time";
    this.isStruct = this.of === "object" && schema.properties !== undefined;
    const isAlways = schema["x-always"] ?? schema["x-required"] ?? false;
    this.isAlwaysWritten = isAlways || (!this.isPointer && isGoStruct(this));
    this.takesInt = !this.dependsOnRelease && (this.of === "x-int" || this.of === "x-int-or-string");
  }

  /** Whether the shape or a part of it depends on the release. */
  get hasConditionalPart(): boolean {
    if (this.isConditionalInside === undefined) {
      const seen = new Set<Shape>();
      this.isConditionalInside = this.reachesConditional(seen);
      // If it is true, it says nothing about the parts of this shape that were seen.
      if (!this.isConditionalInside) for (const shape of seen) shape.isConditionalInside = false;
    }
    return this.isConditionalInside;
  }

  private reachesConditional(seen: Set<Shape>): boolean {
    if (this.dependsOnRelease || this.isConditionalInside) return true;
    if (this.isConditionalInside === false || seen.has(this)) return false;
    seen.add(this);
    const parts = [...this.fields.values(), this.rest, this.items];
    return parts.some((part) => part?.reachesConditional(seen));
  }

  /** The declared fields, by name. */
  get fields(): ReadonlyMap<string, Shape> {
    this.shapeByName ??= shapesOf(this.schema.properties);
    return this.shapeByName;
  }

  /**
   * The declared fields that Go writes even if they are empty, by name; without fields that the newest release no
   * longer has.
   */
  get alwaysWrittenFields(): readonly (readonly [string, Shape])[] {
    this.writtenFields ??= [...this.fields].filter(
      ([, { schema, isAlwaysWritten }]) => isAlwaysWritten && schema["x-until"] === undefined,
    );
    return this.writtenFields;
  }

  /** The shape of undeclared fields; undefined if the schema does not declare one. */
  get rest(): Shape | undefined {
    const { additionalProperties: rest } = this.schema;
    if (typeof rest !== "object") return undefined;
    this.restShape ??= shapeOf(rest);
    return this.restShape;
  }

  /** The shape of the items of a list. */
  get items(): Shape | undefined {
    const { items } = this.schema;
    if (!items) return undefined;
    this.itemShape ??= shapeOf(items);
    return this.itemShape;
  }
}

/** Whether Go holds the values in a struct, which `omitempty` never omits. */
function isGoStruct({ of, isStruct, schema }: Pick<Shape, "of" | "isStruct" | "schema">): boolean {
  if (schema["x-omits-zero"]) return false;
  if (of === "string") return structFormats.has(schema.format ?? "");
  return isStruct || of === "x-quantity" || of === "x-int-or-string";
}

const structFormats: ReadonlySet<string> = new Set(["rfc3339-time", "rfc3339-micro-time", "go-duration"]);

const shapes = new WeakMap<FieldSchema, Shape>();

/** Returns the shape of a schema; the same one for each call. */
export function shapeOf(schema: FieldSchema): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const shape = new Shape(schema);
  shapes.set(schema, shape);
  return shape;
}

function shapesOf(properties: FieldSchema["properties"]): ReadonlyMap<string, Shape> {
  return new Map(Object.entries(properties ?? {}).map(([name, schema]) => [name, shapeOf(schema)]));
}
