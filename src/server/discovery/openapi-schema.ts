/**
 * Converts the schemas of kinds to OpenAPI, with the `x-kubernetes-` extensions that clients read.
 *
 * @module
 */
import { describeType } from "../../api/descriptions.ts";
import { setMember } from "../../json/member.ts";
import { withoutUndefined } from "../../json/without-undefined.ts";
import { fieldDescription } from "../../kind/field-documentation.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import {
  freeSchema,
  freeType,
  innerKindNote,
  isSchemaOfDefinition,
  publishedField,
  unionNote,
} from "./openapi-type-facts.ts";

/** Schemas by their component names. */
export type SchemaComponents = Record<string, object>;

/** The differences between the versions of OpenAPI. */
export interface SchemaDialect {
  readonly version: 2 | 3;
  /** The prefix of references to named schemas. */
  readonly referencePrefix: string;
  /** A reference, with notes about the field that contains it. */
  refer(reference: string, notes: object): object;
  /** Whether the document publishes the defaults of fields. */
  readonly hasDefaults: boolean;
  /** A value that may be of several types. */
  either(types: readonly string[], format?: string): object;
}

export const openApi3: SchemaDialect = {
  version: 3,
  referencePrefix: "#/components/schemas/",
  // A reference must not have other members beside it.
  refer: ($ref, notes) => (Object.keys(notes).length > 0 ? { ...notes, allOf: [{ $ref }] } : { $ref }),
  hasDefaults: true,
  either: (types, format) => ({ ...(format ? { format } : {}), oneOf: types.map((type) => ({ type })) }),
};

/** OpenAPI v2 has no `oneOf`: a value of several types is a string with a format that clients know. */
export const openApi2: SchemaDialect = {
  version: 2,
  referencePrefix: "#/definitions/",
  refer: ($ref, notes) => ({ ...notes, $ref }),
  hasDefaults: false,
  either: (_types, format) => ({ type: "string", ...(format ? { format } : {}) }),
};

/** Converts schemas. Named types become components that other schemas refer to. */
export class OpenApiSchemas {
  readonly components: SchemaComponents = {};
  /** The release whose types are described: `1.37`. */
  readonly release: string;
  private readonly dialect: SchemaDialect;

  constructor(dialect: SchemaDialect, release: string) {
    this.dialect = dialect;
    this.release = release;
  }

  get version(): SchemaDialect["version"] {
    return this.dialect.version;
  }

  /** Adds the schema of a kind as a component. */
  addKind(name: string, schema: FieldSchema, extensions: object): void {
    const notes = { ...listNotes(schema), ...unionNote(schema), ...extensions };
    const type = schema["x-type"];
    const description = schema.description ?? (type === undefined ? undefined : describeType(type));
    setMember(this.components, name, { ...descriptionNote(description), ...this.shape(schema), ...notes });
  }

  /**
   * Returns the schema of a value, with notes about the field that contains it.
   *
   * @param owner - the type that has the field
   */
  convert(schema: FieldSchema, notes: object = descriptionNote(schema.description), owner?: string): object {
    if (schema["x-raw"]) return this.freeFormSchema(schema, notes, owner);
    const name = nameOf(schema);
    if (name === undefined) return { ...notes, ...this.shape(schema, owner), ...listNotes(schema) };
    if (!Object.hasOwn(this.components, name)) {
      // Adds the name first, because a type may contain itself.
      setMember(this.components, name, {});
      setMember(this.components, name, {
        ...innerKindNote(schema),
        ...this.shape(schema),
        ...mapNote(schema),
        ...unionNote(schema),
      });
    }
    return this.reference(name, { ...notes, ...withoutAtomic(listNotes(schema)) });
  }

  /** The schema of a value that may be any JSON. */
  private freeFormSchema(schema: FieldSchema, notes: object, owner: string | undefined): object {
    if (isSchemaOfDefinition(schema, owner)) return this.convert(typeSchema("apiextensions/v1.JSONSchemaProps"), notes);
    const type = freeType(schema, owner);
    const name = componentName(type);
    if (!Object.hasOwn(this.components, name)) setMember(this.components, name, freeSchema(type));
    return this.reference(name, notes);
  }

  /** A reference to a component. */
  reference(name: string, notes: object = {}): object {
    return this.dialect.refer(this.dialect.referencePrefix + name, notes);
  }

  /**
   * Returns the schema of a field.
   *
   * @param owner - the type that has the field
   */
  field(field: FieldSchema, description = field.description, owner?: string): object {
    const notes = { ...descriptionNote(description), ...(this.dialect.hasDefaults ? defaultNote(field) : {}) };
    return this.convert(field, notes, owner);
  }

  private shape(schema: FieldSchema, owner?: string): object {
    const special = this.specialShape(schema);
    if (special) return special;
    switch (schema.type) {
      case "array":
        return { type: "array", items: this.convert(schema.items ?? {}, undefined, owner) };
      case "object":
        return this.objectShape(schema, owner);
      case "string":
        return { type: "string", ...stringFormat(schema.format), ...enumNote(schema.enum) };
      default:
        return schema.type ? { type: schema.type, ...(schema.type === "number" ? { format: "double" } : {}) } : {};
    }
  }

  private specialShape(schema: FieldSchema): object | undefined {
    if (schema["x-int"]) return { type: "integer", format: `int${schema["x-int"]}` };
    if (schema["x-uint"]) return { type: "integer", format: `int${schema["x-uint"]}`, minimum: 0 };
    if (schema["x-int-or-string"]) return this.dialect.either(["integer", "string"], "int-or-string");
    if (schema["x-quantity"]) return this.dialect.either(["string", "number"]);
    return schema["x-duration-or-nanos"] ? this.dialect.either(["string", "integer"]) : undefined;
  }

  private objectShape(schema: FieldSchema, owner?: string): object {
    const { properties, additionalProperties, "x-type": type } = schema;
    const fieldEntries = Object.entries(properties ?? {});
    const fields = fieldEntries.map(
      ([name, field]) =>
        [name, this.field(publishedField(type, name, field), fieldDescription(schema, name, field), type)] as const,
    );
    const required = fieldEntries.filter(([, field]) => field["x-required"] && !field["x-type-optional"]);
    return {
      type: "object",
      ...(fields.length > 0 ? { properties: Object.fromEntries(fields) } : {}),
      ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
      ...(typeof additionalProperties === "object"
        ? { additionalProperties: this.convert(additionalProperties, undefined, owner) }
        : {}),
    };
  }
}

const zeroByType: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["string", ""],
  ["integer", 0],
  ["number", 0],
  ["boolean", false],
]);

/**
 * The default to publish: the declared default, or else Go's zero value if the field is always written. Fields that are
 * nil when absent have no default.
 */
function defaultNote(field: FieldSchema): object {
  if (field["x-default"] !== undefined) return { default: field["x-default"] };
  if (field["x-pointer"] || field["x-raw"] || field.format === "base64") return {};
  if (field.type === "object") return field.properties ? { default: {} } : {};
  const isWritten = field["x-always"] ?? field["x-required"] ?? false;
  const zero = field["x-int"] ? 0 : zeroByType.get(field.type ?? "");
  return isWritten && zero !== undefined && nameOf(field) === undefined ? { default: zero } : {};
}

const enumNote = (values: readonly string[] | undefined): object => (values ? { enum: values.toSorted() } : {});

const descriptionNote = (description: string | undefined): object => (description === undefined ? {} : { description });

const typeByFormat: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "rfc3339-time": "meta/v1.Time",
    "rfc3339-micro-time": "meta/v1.MicroTime",
  }),
);

/** The component that a field refers to; undefined if its type has no name. */
function nameOf(schema: FieldSchema): string | undefined {
  if (schema["x-int-or-string"]) return "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
  if (schema["x-quantity"]) return "io.k8s.apimachinery.pkg.api.resource.Quantity";
  const named = schema.type === "object" && schema.properties ? schema["x-type"] : undefined;
  const type = named ?? typeByFormat.get(schema.format ?? "");
  return type === undefined ? undefined : componentName(type);
}

/** Converts the name of a type, `core/v1.PodSpec`, to the name of its component, `io.k8s.api.core.v1.PodSpec`. */
export function componentName(type: string): string {
  const [home = ""] = type.split("/", 1);
  return (prefixByPackage.get(home) ?? "io.k8s.api.") + type.replace("/", ".");
}

/** Go packages of the types that are not in k8s.io/api. */
const prefixByPackage: ReadonlyMap<string, string> = new Map([
  ["meta", "io.k8s.apimachinery.pkg.apis."],
  ["runtime.RawExtension", "io.k8s.apimachinery.pkg."],
  ["version.Info", "io.k8s.apimachinery.pkg."],
  ["apiextensions", "io.k8s.apiextensions-apiserver.pkg.apis."],
  ["apiregistration", "io.k8s.kube-aggregator.pkg.apis."],
]);

const formats: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "rfc3339-time": "date-time",
    "rfc3339-micro-time": "date-time",
    base64: "byte",
  }),
);

function stringFormat(format: string | undefined): { format?: string } {
  const known = format === undefined ? undefined : formats.get(format);
  return known === undefined ? {} : { format: known };
}

const mapType = "x-kubernetes-map-type";

const mapNote = ({ "x-map-type": type }: FieldSchema): object => (type === undefined ? {} : { [mapType]: type });

/** Drops the map type `atomic` from a reference: the component of the named type already has it. */
const withoutAtomic = (notes: object): object =>
  Object.fromEntries(Object.entries(notes).filter(([name, value]) => name !== mapType || value !== "atomic"));

function listNotes(schema: FieldSchema): object {
  return withoutUndefined({
    "x-kubernetes-list-type": schema["x-list-type"],
    "x-kubernetes-list-map-keys": schema["x-list-map-keys"],
    "x-kubernetes-map-type": schema["x-map-type"],
    "x-kubernetes-patch-strategy": schema["x-patch-strategy"],
    "x-kubernetes-patch-merge-key": schema["x-patch-merge-key"],
  });
}
