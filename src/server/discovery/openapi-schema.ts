/**
 * Schemas of kinds as OpenAPI has them, with the extensions that clients read.
 *
 * @module
 */
import type { FieldSchema } from "../../schema/decode-schema.ts";

/** Schemas by the name that references use. */
export type SchemaComponents = Record<string, object>;

/** Converts schemas; types with a name of their own become components that others refer to. */
export class OpenApiSchemas {
  readonly components: SchemaComponents = {};

  /** The schema of a kind as a component. */
  addKind(name: string, schema: FieldSchema, extensions: object): void {
    this.components[name] = { ...this.convert(schema, true), ...extensions };
  }

  /** @param isTop - convert it in place, even if it has a name */
  private convert(schema: FieldSchema, isTop = false): object {
    const type = schema["x-type"];
    const described = schema.description === undefined ? {} : { description: schema.description };
    if (type === undefined || isTop) return { ...described, ...this.shape(schema), ...listNotes(schema) };
    const name = componentName(type);
    if (!(name in this.components)) {
      // Entered first: a type may hold itself.
      this.components[name] = {};
      this.components[name] = this.shape(schema);
    }
    return { ...described, allOf: [{ $ref: `#/components/schemas/${name}` }], default: {}, ...listNotes(schema) };
  }

  private shape(schema: FieldSchema): object {
    const special = specialShape(schema);
    if (special) return special;
    switch (schema.type) {
      case "array":
        return { type: "array", items: this.convert(schema.items ?? {}) };
      case "object":
        return this.objectShape(schema);
      case "string":
        return { type: "string", ...stringFormat(schema.format), ...(schema.enum ? { enum: schema.enum } : {}) };
      default:
        return schema.type ? { type: schema.type, ...(schema.type === "number" ? { format: "double" } : {}) } : {};
    }
  }

  private objectShape({ properties, additionalProperties }: FieldSchema): object {
    const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, this.convert(field)] as const);
    const required = Object.entries(properties ?? {}).filter(([, field]) => field["x-required"]);
    return {
      type: "object",
      ...(properties ? { properties: Object.fromEntries(fields) } : {}),
      ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
      ...(typeof additionalProperties === "object" ? { additionalProperties: this.convert(additionalProperties) } : {}),
    };
  }
}

/** `core/v1.PodSpec` to `io.k8s.api.core.v1.PodSpec`. */
export function componentName(type: string): string {
  const apiMachinery = type.startsWith("meta/") ? "io.k8s.apimachinery.pkg.apis." : "io.k8s.api.";
  return apiMachinery + type.replace("/", ".");
}

function specialShape(schema: FieldSchema): object | undefined {
  if (schema["x-raw"]) return { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  if (schema["x-int"]) return { type: "integer", format: `int${schema["x-int"]}` };
  if (schema["x-uint"]) return { type: "integer", format: `int${schema["x-uint"]}`, minimum: 0 };
  if (schema["x-int-or-string"]) {
    return { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] };
  }
  if (schema["x-quantity"]) return { oneOf: [{ type: "string" }, { type: "number" }] };
  return schema["x-duration-or-nanos"] ? { oneOf: [{ type: "string" }, { type: "integer" }] } : undefined;
}

const formats: Readonly<Record<string, string>> = {
  "rfc3339-time": "date-time",
  "rfc3339-micro-time": "date-time",
  base64: "byte",
};

function stringFormat(format: string | undefined): { format?: string } {
  const known = format === undefined ? undefined : formats[format];
  return known === undefined ? {} : { format: known };
}

function listNotes(schema: FieldSchema): object {
  const notes = {
    "x-kubernetes-list-type": schema["x-list-type"],
    "x-kubernetes-list-map-keys": schema["x-list-map-keys"],
    "x-kubernetes-patch-strategy": schema["x-patch-strategy"],
    "x-kubernetes-patch-merge-key": schema["x-patch-merge-key"],
  };
  return Object.fromEntries(Object.entries(notes).filter(([, value]) => value !== undefined));
}
