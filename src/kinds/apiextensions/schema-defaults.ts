/**
 * Validates the defaults in a schema: each must be a value that kube-apiserver would store unchanged.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { crdEnvironment } from "../../cel-kubernetes/crd-environment.ts";
import type { StructuralSchema } from "../../cel-kubernetes/schema-types.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatPath } from "../../diagnostic/path.ts";
import { cloneJson } from "../../json/clone-json.ts";
import { showGoValue } from "../../json/go-value.ts";
import { memberOf } from "../../json/member.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Finding, moveBelow } from "../../rule/finding.ts";
import type { DecodeError } from "../../schema/decode.ts";
import { decodeFinding } from "../../schema/translate.ts";
import { valueFaults } from "./open-api-value.ts";
import { coerceEmbedded, embeddedFaults, resourceSchema } from "./resource-metadata.ts";
import { prune } from "./resource-value.ts";
import { planRules } from "./rule-program.ts";
import { hasRules, itemsOf } from "./schema-walk.ts";

/** Returns the faults of all defaults, except those under `additionalProperties`. Paths are relative to the schema. */
export function defaultFindings(schema: JSONSchemaProps, context: RuleContext, mustBePruned: boolean): Finding[] {
  const resource = { ...schema, "x-kubernetes-embedded-resource": true };
  return findingsAt({ schema: resource, path: [], isRoot: true, isInMetadata: false }, context, mustBePruned);
}

interface SchemaNode {
  readonly schema: JSONSchemaProps;
  readonly path: FieldPath;
  readonly isRoot: boolean;
  readonly isInMetadata: boolean;
}

const resourceFields: ReadonlySet<string> = new Set(["metadata", "apiVersion", "kind"]);

function findingsAt(node: SchemaNode, context: RuleContext, mustBePruned: boolean): Finding[] {
  const { schema, path } = node;
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const isInMetadata = node.isInMetadata && !isEmbedded;
  const own = schema.default === undefined ? [] : faultsOf(schema, isInMetadata, context, mustBePruned);
  const findings: Finding[] = own.map((finding) => moveUnderDefault(path, finding));
  const next = (inner: JSONSchemaProps, step: FieldPath, inMetadata: boolean) =>
    findings.push(
      ...findingsAt(
        { schema: inner, path: [...path, ...step], isRoot: false, isInMetadata: inMetadata },
        context,
        mustBePruned,
      ),
    );
  const items = itemsOf(schema);
  if (items) next(items, ["items"], isInMetadata);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    next(property, ["properties", name], isInMetadata || (isEmbedded && resourceFields.has(name)));
  }
  return findings;
}

/** Converts a finding in a default to one in the schema. @param path - the path of the schema that has the default */
function moveUnderDefault(path: FieldPath, finding: Finding): Finding {
  const moved = moveBelow([...path, "default"], finding);
  const [first, ...rest] = finding.field ?? [];
  const isStep = typeof first === "string" && /^\.?\[/.test(first);
  return isStep ? { ...moved, field: [...path, `default${first}`, ...rest] } : moved;
}

/**
 * Returns a path in a default as errors of kube-apiserver show it, with map keys in brackets. The schema of
 * CustomResourceDefinitions cannot do this, since it does not know which steps are map keys. Undefined if the path has
 * no map keys.
 */
function bracketMapKeys(path: FieldPath, schema: JSONSchemaProps): FieldPath | undefined {
  const named: (string | number)[] = [];
  let at: JSONSchemaProps | undefined = schema;
  let hasKey = false;
  for (const step of path) {
    const rest: unknown = at?.additionalProperties;
    if (typeof step === "string" && isPlainObject(rest) && !memberOf(at?.properties, step)) {
      hasKey = true;
      const index = typeof named.at(-1) === "number" ? `[${named.pop()}]` : "";
      named.push(`${named.pop() ?? ""}${index}[${step}]`);
      at = rest;
    } else {
      named.push(step);
      at = typeof step === "number" ? itemsOf(at ?? {}) : memberOf(at?.properties, step);
    }
  }
  return hasKey ? named : undefined;
}

/** Returns the faults of the default of one schema. Paths are relative to the default. */
function faultsOf(
  schema: JSONSchemaProps,
  isInMetadata: boolean,
  context: RuleContext,
  mustBePruned: boolean,
): Finding[] {
  const value = cloneJson(schema.default);
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const unknown = mustBePruned && !isInMetadata ? prune(cloneJson(value), schema, isEmbedded) : [];
  const findings: Finding[] = unknown.map((path) => ({
    path,
    field: [],
    atKey: true,
    message: `must not have unknown fields; got \`${formatPath(path)}\``,
    serverText: `${showGoValue(schema.default)}: must not have unknown fields`,
  }));
  // kube-apiserver drops unknown fields of metadata silently.
  const unfit = coerceEmbedded(value, schema).find(({ fault }) => fault !== "unknown-field");
  if (unfit) return [...findings, unfitFinding(unfit, schema)];
  const metadata = isInMetadata ? [] : embeddedFaults(value, schema, context);
  if (metadata.length > 0) return [...findings, ...metadata.map((finding) => nameWholeMap(finding, schema))];
  const faults = valueFaults(value, schema, { reaches: (release) => context.reaches(release), isDefault: true });
  if (faults.length > 0) return [...findings, ...faults.map(separateListIndex)];
  return [...findings, ...ruleFaults(schema, value, context)];
}

/**
 * Returns a finding in a default that is a list with kube-apiserver's field path, in which the index is a separate
 * field.
 */
function separateListIndex(finding: Finding): Finding {
  const [first, ...rest] = finding.field ?? [];
  return typeof first === "string" && first.startsWith("[") ? { ...finding, field: [`.${first}`, ...rest] } : finding;
}

/** Converts a decoding error to a finding. Errors of kube-apiserver name only the whole metadata. */
function unfitFinding(error: DecodeError, schema: JSONSchemaProps): Finding {
  const { message } = decodeFinding(error, resourceSchema);
  const end = error.path.lastIndexOf("metadata");
  if (end < 0) return nameWholeMap({ path: error.path, message }, schema);
  const field = error.path.slice(0, end + 1);
  return { path: error.path, message, field: bracketMapKeys(field, schema) ?? field };
}

/** Returns a finding with kube-apiserver's field path, which names labels and annotations only as a whole. */
function nameWholeMap(finding: Finding, schema: JSONSchemaProps): Finding {
  if (finding.field) return finding;
  const { path } = finding;
  const end = path.lastIndexOf("metadata") + 1;
  const isMap = end > 0 && (path[end] === "labels" || path[end] === "annotations");
  const named = isMap ? path.slice(0, end + 1) : path;
  const field = bracketMapKeys(named, schema) ?? (isMap ? named : undefined);
  return field ? { ...finding, field } : finding;
}

/** Evaluates the validation rules of a default as for an update and as for a creation, since both store defaults. */
function ruleFaults(schema: JSONSchemaProps, value: unknown, context: RuleContext): Finding[] {
  if (!hasRules(schema)) return [];
  if (
    schema["x-kubernetes-validations"]?.length &&
    crdEnvironment(context.target, schema as StructuralSchema) === undefined
  ) {
    return [{ path: [], message: "its rules cannot be checked: the schema has no type that CEL supports" }];
  }
  const program = planRules(schema, context.target, schema["x-kubernetes-embedded-resource"] === true);
  if (program === undefined) return [];
  const updated = program.run(value, value);
  const faults = updated.length > 0 ? updated : program.run(value, undefined);
  return faults.map(({ path, cause, message }) => {
    const field = bracketMapKeys(path, schema);
    return { path, cause, message, ...(field && { field }) };
  });
}
