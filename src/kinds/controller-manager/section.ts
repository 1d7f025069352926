/**
 * The contract of a section of KubeControllerManagerConfiguration: its fields, their defaults and the rules of the options
 * that the section stands for. A section may be vetted as a document of its own.
 *
 * @module
 */
import type * as Type from "typebox";
import { memberOf } from "../../json/member.ts";
import type { Kind } from "../../kind/kind.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { int32, type Static, struct, text } from "../../schema/fields.ts";
import { type Defaults, fillDefaults } from "../component/fill-defaults.ts";

/** Bounds of a whole number, both included. */
interface Bounds {
  readonly min: number;
  readonly max?: number;
}

export interface Section {
  /** The field that holds it, `EndpointController`. */
  readonly name: string;
  readonly description: string;
  /** First release that has the section. */
  readonly since?: string;
  readonly schema: Type.TObject;
  /** What the options of the context's release start from. */
  defaultsFor(context: RuleContext): Defaults<object>;
  /** Paths are from the section. */
  readonly rules: readonly Rule<object>[];
}

/** A section as it is written down; `P` is its fields. */
interface SectionParts<P extends Type.TProperties> extends Pick<Section, "name" | "description" | "since"> {
  readonly fields: P;
  readonly defaults?: Defaults<Shape<P>> | ((context: RuleContext) => Defaults<Shape<P>>);
  /** Whole numbers that the component checks, by field. */
  readonly bounds?: Readonly<Record<string, Bounds>>;
  readonly rules?: readonly Rule<Shape<P>>[];
}

type Shape<P extends Type.TProperties> = Static<ReturnType<typeof struct<P>>>;

export function section<P extends Type.TProperties>(parts: SectionParts<P>): Section {
  const { name, description, since, fields, bounds, rules = [], defaults = {} } = parts;
  const notes = { description, ...(since ? { "x-since": since } : {}) };
  return {
    name,
    description,
    ...(since ? { since } : {}),
    schema: struct(fields, notes) as Type.TObject,
    defaultsFor: (context) => (typeof defaults === "function" ? defaults(context) : defaults),
    rules: [...(bounds ? [boundsRule(bounds)] : []), ...(rules as readonly Rule<object>[])],
  };
}

/** A number of objects that are synchronised at a time. */
export const count = (what: string) => int32({ description: `How many ${what} are synchronised at a time.` });

function boundsRule(bounds: Readonly<Record<string, Bounds>>): Rule<object> {
  return rule<Readonly<Record<string, number | undefined>>>(
    {
      id: "controller-manager/bounds",
      severity: "error",
      summary: "counts are within the controller manager's bounds",
    },
    (object, place) => {
      for (const [name, { min, max }] of Object.entries(bounds)) {
        const value = memberOf(object, name) ?? 0;
        if (value >= min && (max === undefined || value <= max)) continue;
        const range = max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
        place.at(name).say(`must be ${range}; got ${value}`, { value });
      }
    },
  );
}

/** What reads the section as a file: nothing but this program, for parts that are kept apart. */
export const sectionLoader = {
  flag: "--kind",
  emptyFile: "empty-object",
  unknownFields: "error",
  mayOmit: "both",
} as const;

/** A field whose name is that of a resource: there it is no other name of the section. */
const resourceName = "ReplicationController";

/** The section as a kind of its own, by the name of its type; the field's name stands for it too. */
export function sectionKind(section: Section): Kind {
  const { name, description, since, rules } = section;
  const kind = name.endsWith("Configuration") ? name : `${name}Configuration`;
  const schema = struct({ apiVersion: text(), kind: text(), ...section.schema.properties }, { $id: kind });
  return {
    kind,
    ...(kind === name || name === resourceName ? {} : { aliases: [name] }),
    group: "kubecontrollermanager.config.<domain>",
    versions: [{ name: "v1alpha1", schema: schema as FieldSchema, ...(since ? { since } : {}) }],
    description: `A section of KubeControllerManagerConfiguration. ${description}`,
    rules: rules as readonly Rule[],
    applyDefaults: (object, context) => fillDefaults(object as object, section.defaultsFor(context)),
    loader: sectionLoader,
  };
}
