/**
 * Type-checks the expressions of a policy against the schemas of the kinds that it matches. Finds fields that a kind
 * lacks, and comparisons with values of a wrong type. kube-apiserver accepts a policy with such faults but lists them
 * in its status.
 *
 * @part policies
 * @module
 */

import type { ValidatingAdmissionPolicy } from "../api/types/admissionregistration-v1.ts";
import type { Environment } from "../cel/environment.ts";
import type { CelIssue } from "../cel/syntax/ast.ts";
import type { CelType } from "../cel/types/types.ts";
import { type AdmissionOptions, admissionEnvironment } from "../cel-kubernetes/admission-environment.ts";
import { policyVariables } from "../cel-kubernetes/policy-variables.ts";
import { declareSchema, type SchemaTypes, type StructuralSchema } from "../cel-kubernetes/schema-types.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { compileOnce } from "../kinds/expression/compilation.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import type { CheckedKind } from "./checked-kind.ts";

type PolicySpec = NonNullable<ValidatingAdmissionPolicy["spec"]>;

/** An expression that does not fit a kind. */
export interface TypeFault {
  /** Path from the root of the policy. */
  readonly path: FieldPath;
  readonly text: string;
  readonly issues: readonly CelIssue[];
}

/** Returns the expressions that do not fit a kind. */
export function typeFaults(spec: PolicySpec, kind: CheckedKind, target: string): readonly TypeFault[] {
  return typeCheck(spec, kind, target)?.faults ?? [];
}

/** @returns undefined for a kind whose schema cannot be declared as CEL types */
export function typeCheck(spec: PolicySpec, { name, schema }: CheckedKind, target: string): TypeCheck | undefined {
  const types = declaredTypes(name.slice(name.lastIndexOf(" ") + 1), schema);
  return types && new TypeCheck(spec, types, target);
}

const typesBySchema = new WeakMap<FieldSchema, { readonly name: string; readonly types: SchemaTypes | undefined }>();

/** Returns the types of a kind, cached for all policies. */
function declaredTypes(name: string, schema: FieldSchema): SchemaTypes | undefined {
  const known = typesBySchema.get(schema);
  if (known?.name === name) return known.types;
  const types = declareSchema(structuralSchema(schema), { name, isResource: true, allowsReservedWords: true });
  typesBySchema.set(schema, { name, types });
  return types;
}

/** The check of one policy against one kind. */
export class TypeCheck {
  readonly faults: TypeFault[] = [];
  private readonly types: SchemaTypes;
  private readonly target: string;
  private readonly params: boolean;
  private readonly hasVariables: boolean;
  /** The variables so far, with their types for this kind. */
  private readonly typedVariables = policyVariables();
  /** The same variables with type `dyn`, for any kind. */
  private readonly untypedVariables = policyVariables();

  constructor(spec: PolicySpec, types: SchemaTypes, target: string) {
    this.types = types;
    this.target = target;
    this.params = spec.paramKind !== undefined;
    this.hasVariables = (spec.variables ?? []).length > 0;
    for (const [index, { name: variable = "", expression }] of (spec.variables ?? []).entries()) {
      const type = this.check(["spec", "variables", index, "expression"], expression);
      this.typedVariables.declare(variable, type ?? { kind: "dyn" });
      this.untypedVariables.declare(variable, { kind: "dyn" });
    }
    for (const [index, { expression, messageExpression }] of (spec.validations ?? []).entries()) {
      const path = ["spec", "validations", index];
      this.check([...path, "expression"], expression);
      this.check([...path, "messageExpression"], messageExpression);
    }
  }

  /** Returns the type of the expression; undefined if it does not compile. */
  private check(path: FieldPath, text: string | undefined): CelType | undefined {
    if (text === undefined || text.trim() === "") return undefined;
    const typed = compileOnce(this.environment({ variables: this.typedVariables, object: this.types }), text);
    if (typed.outputType !== undefined) return typed.outputType;
    // Faults that do not depend on the kind are reported elsewhere.
    if (compileOnce(this.untypedEnvironment(), text).outputType === undefined) return undefined;
    this.faults.push({ path, text, issues: typed.issues });
    return undefined;
  }

  /** Returns an environment with the variables so far, for objects of any kind. */
  untypedEnvironment(): Environment {
    return this.environment({ variables: this.untypedVariables });
  }

  private environment({ variables, ...types }: AdmissionOptions) {
    const declared = this.hasVariables && variables ? { variables } : {};
    return admissionEnvironment(this.target, { ...types, ...declared, params: this.params, reach: "known" });
  }
}

/** The schema for values whose type the field schema does not determine: they have any type. */
const anyTypeSchema: StructuralSchema = { "x-kubernetes-int-or-string": true };

/** @param above - names of the enclosing types, empty strings for types without a name; a type may contain itself */
function structuralSchema(schema: FieldSchema, above: readonly string[] = []): StructuralSchema {
  const { "x-type": name = "" } = schema;
  if (name !== "" && above.includes(name)) return anyTypeSchema;
  const inside = [...above, name];
  if (schema["x-int"] ?? schema["x-uint"]) return { type: "integer" };
  if (schema.type === "array") return { type: "array", items: structuralSchema(schema.items ?? {}, inside) };
  if (schema.type === "object") return objectSchema(schema, inside, above.length === 0);
  if (schema.type === undefined || schema.type === "integer") return anyTypeSchema;
  const format = schema.type === "string" ? formats.get(schema.format ?? "") : undefined;
  return { type: schema.type, ...(format ? { format } : {}) };
}

const formats: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "rfc3339-time": "date-time",
    "rfc3339-micro-time": "date-time",
    base64: "byte",
  }),
);

/** @param isRoot - whether the object is the resource, whose unknown fields expressions cannot rely on */
function objectSchema(
  { properties, additionalProperties: rest }: FieldSchema,
  above: readonly string[],
  isRoot: boolean,
): StructuralSchema {
  if (properties && (isRoot || typeof rest !== "object")) {
    const fields = Object.entries(properties).map(([name, field]) => [name, structuralSchema(field, above)] as const);
    return { type: "object", properties: Object.fromEntries(fields) };
  }
  if (properties) return anyTypeSchema;
  return {
    type: "object",
    additionalProperties: typeof rest === "object" ? structuralSchema(rest, above) : anyTypeSchema,
  };
}
