/**
 * A schema as walks over values want it: what they would ask of it again at every value is answered once.
 *
 * @module
 */
import type { FieldSchema } from "./decode-schema.ts";

/** The values that a schema is about; `any` when it says nothing. */
type ShapeOf = "raw" | ScalarKeyword | NonNullable<FieldSchema["type"]> | "any";

type ScalarKeyword = "x-int" | "x-uint" | "x-int-or-string" | "x-duration-or-nanos" | "x-quantity";

const scalarKeywords = ["x-int", "x-uint", "x-int-or-string", "x-duration-or-nanos", "x-quantity"] as const;

const plainTypes: { readonly [K in ShapeOf]?: Shape["plainType"] } = {
  string: "string",
  boolean: "boolean",
  number: "number",
  "x-int-or-string": "string",
};

/** The shape of one schema; those of its parts are made when they are first met, since a schema may hold itself. */
export class Shape {
  readonly of: ShapeOf;
  readonly schema: FieldSchema;
  /** Whether not every release has the field, or not with every value, or not without a feature gate. */
  readonly dependsOnRelease: boolean;
  /** Any text will do. */
  readonly isOpenText: boolean;
  /**
   * The result of `typeof` for the values that are taken as they are, in every release; undefined where that does not
   * decide.
   */
  readonly plainType: "string" | "boolean" | "number" | undefined;
  /** Whole numbers of 32 bits are taken as they are as well, in every release. */
  readonly takesInt: boolean;
  /** No fields apart from the declared ones are allowed. */
  readonly isClosed: boolean;
  /** Go tells the zero value from absence. */
  readonly isPointer: boolean;
  /** A map of declared fields, not one of any names. */
  readonly isStruct: boolean;
  /** Go writes the field although it is empty. */
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

  /** Whether the shape, or one inside of it, depends on the release. */
  get holdsConditional(): boolean {
    if (this.isConditionalInside === undefined) {
      const seen = new Set<Shape>();
      this.isConditionalInside = this.reachesConditional(seen);
      // Of those that hold this shape as well nothing is known where it is true.
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

  /** The declared fields that are written whatever they hold, by name; what the newest release no longer has is not. */
  get written(): readonly (readonly [string, Shape])[] {
    this.writtenFields ??= [...this.fields].filter(
      ([, { schema, isAlwaysWritten }]) => isAlwaysWritten && schema["x-until"] === undefined,
    );
    return this.writtenFields;
  }

  /** The schema of fields apart from the declared ones; undefined when nothing is said of them. */
  get rest(): Shape | undefined {
    const { additionalProperties: rest } = this.schema;
    if (typeof rest !== "object") return undefined;
    this.restShape ??= shapeOf(rest);
    return this.restShape;
  }

  /** The schema of the items of a list. */
  get items(): Shape | undefined {
    const { items } = this.schema;
    if (!items) return undefined;
    this.itemShape ??= shapeOf(items);
    return this.itemShape;
  }
}

/** Values that Go holds in a struct, which is never empty to it. */
function isGoStruct({ of, isStruct, schema }: Pick<Shape, "of" | "isStruct" | "schema">): boolean {
  if (schema["x-omits-zero"]) return false;
  if (of === "string") return structFormats.has(schema.format ?? "");
  return isStruct || of === "x-quantity" || of === "x-int-or-string";
}

const structFormats: ReadonlySet<string> = new Set(["rfc3339-time", "rfc3339-micro-time", "go-duration"]);

const shapes = new WeakMap<FieldSchema, Shape>();

/** The shape of a schema; always the same one. */
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
