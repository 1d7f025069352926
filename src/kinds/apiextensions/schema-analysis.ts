/**
 * Finds all faults in the schemas of a definition once, for all rules that report them. The stages are decoding,
 * keywords, structure, defaults and validation rules; faults in one stage may keep later ones from running.
 *
 * @module
 */
import type { JSONSchemaProps } from "../../api/types/apiextensions-v1.ts";
import { startsWithPath } from "../../diagnostic/path.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Finding, moveBelow } from "../../rule/finding.ts";
import type { Visit } from "../../rule/visit.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { groupBy } from "../../text/group-by.ts";
import { readJsonSchema } from "./json-schema-props.ts";
import { noTolerance, openApiFindings, type SchemaTolerance, toleranceOf } from "./open-api-schema.ts";
import { sameValue, uncheckedFormat } from "./open-api-value.ts";
import { type CompiledRule, estimateRules } from "./rule-estimates.ts";
import { defaultFindings } from "./schema-defaults.ts";
import { type LocatedSchema, schemasIn } from "./schema-walk.ts";
import { isConvertible, structuralFindings } from "./structural.ts";

/** The aspects of findings. A separate rule reports each of them. */
export type Aspect =
  | "field"
  | "keyword"
  | "structural"
  | "list-type"
  | "default"
  | "rule"
  | "rule-expression"
  | "rule-cost"
  | "root"
  | "format";

export interface SchemaFinding {
  readonly aspect: Aspect;
  /** Paths are relative to the definition. */
  readonly finding: Finding;
}

/** The fields of a definition that the analysis reads. */
export interface HasVersions {
  readonly spec?: {
    readonly versions?:
      | readonly {
          readonly name?: string;
          readonly schema?: { readonly openAPIV3Schema?: unknown };
          readonly subresources?: { readonly status?: unknown };
        }[]
      | null;
  };
}

interface Analysis {
  readonly findings: readonly SchemaFinding[];
  readonly compiled: readonly CompiledRule[];
}

/**
 * Analyzes the schemas of a definition; rules call it by `visit.once(schemaAnalysis)`. A write of the status cannot
 * change schemas and has no findings.
 */
export function schemaAnalysis(definition: HasVersions, _place: unknown, context: Visit<HasVersions>): Analysis {
  if (context.subresource === "status") return { findings: [], compiled: [] };
  const versions = definition.spec?.versions ?? [];
  const read = versions.map(({ schema }) => readJsonSchema(schema?.openAPIV3Schema));
  const stored = storedSchemas(context.oldObject);
  const isShared = read.length > 1 && read.every(({ schema }) => sameValue(schema, read[0]?.schema));
  const someStatus = versions.some(({ subresources }) => subresources?.status !== undefined);
  const compiled: CompiledRule[] = [];
  const found = versions.flatMap((version, index) => {
    if (version.schema?.openAPIV3Schema === undefined) return [];
    const { schema = {}, findings = [] } = read[index] ?? {};
    const hasStatus = isShared ? someStatus : version.subresources?.status !== undefined;
    const analysis = analyzeSchema(schema, { context, stored, hasStatus, name: version.name ?? "" });
    const base = ["spec", "versions", index, "schema", "openAPIV3Schema"];
    for (const rule of analysis.compiled) compiled.push({ ...rule, path: [...base, ...rule.path] });
    const all = [...findings.map((finding) => ({ aspect: "field" as const, finding })), ...analysis.findings];
    return all.map(({ aspect, finding }) => ({ aspect, finding: moveBelow(base, finding) }));
  });
  return { findings: mergeFormatFindings(found), compiled };
}

/**
 * Merges the warnings about a format into one, as kube-apiserver does, regardless of how many fields and versions use
 * it.
 */
function mergeFormatFindings(found: readonly SchemaFinding[]): readonly SchemaFinding[] {
  const byMessage = groupBy(found, ({ aspect, finding }) => (aspect === "format" ? finding.message : ""));
  if (byMessage.size === (byMessage.has("") ? 1 : 0)) return found;
  const firsts = [...byMessage].flatMap(([message, [first, ...others]]) => {
    if (message === "" || first === undefined) return [];
    const rest = others.length === 0 ? "" : `, here and in ${others.length} other field${others.length > 1 ? "s" : ""}`;
    return [{ ...first, finding: { ...first.finding, message: `${message}${rest}` } }];
  });
  return [...(byMessage.get("") ?? []), ...firsts];
}

/** The schemas of the stored definition. */
interface StoredSchemas {
  readonly byVersion: ReadonlyMap<string, JSONSchemaProps>;
  readonly places: readonly LocatedSchema[];
}

function storedSchemas(definition: HasVersions | undefined): StoredSchemas | undefined {
  if (definition === undefined) return undefined;
  const byVersion = new Map(
    (definition.spec?.versions ?? []).map(({ name = "", schema }) => [
      name,
      readJsonSchema(schema?.openAPIV3Schema).schema,
    ]),
  );
  return { byVersion, places: [...byVersion.values()].flatMap((schema) => [...schemasIn(schema)]) };
}

interface AnalysisContext {
  readonly context: RuleContext;
  readonly stored: StoredSchemas | undefined;
  readonly hasStatus: boolean;
  readonly name: string;
}

/** Analyzes the schema of one version. Paths are relative to the schema. */
function analyzeSchema(schema: JSONSchemaProps, { context, stored, hasStatus, name }: AnalysisContext): Analysis {
  const found: SchemaFinding[] = [];
  const add = (aspect: Aspect, findings: readonly Finding[]) => {
    for (const finding of findings) found.push({ aspect, finding });
  };
  const tolerance: SchemaTolerance = stored ? toleranceOf(stored.places) : noTolerance;
  add("root", rootFindings(schema, hasStatus));
  for (const { aspect, finding } of openApiFindings(schema, tolerance)) found.push({ aspect, finding });
  const blamed = found.flatMap(({ finding }) => (finding.severity === "warning" ? [] : [finding.path]));
  add("format", formatFindings(schema, context));
  if (!isConvertible(schema)) return { findings: found, compiled: [] };
  const structural = structuralFindings(schema);
  add("structural", structural);
  if (structural.length > 0) return { findings: found, compiled: [] };
  const defaults = defaultFindings(schema, context, !hasUnprunedDefaults(stored, context));
  add("default", defaults);
  if (defaults.length > 0) return { findings: found, compiled: [] };
  const storedSchema = stored?.byVersion.get(name);
  const isSameSchema = storedSchema !== undefined && sameValue(storedSchema, schema);
  const { expressions, costs, compiled } = estimateRules(
    schema,
    context,
    { texts: storedTexts(stored), isSameSchema },
    (path) => blamed.every((at) => !startsWithPath(at, path)),
  );
  add("rule-expression", expressions);
  add("rule-cost", costs);
  return { findings: found, compiled };
}

/** The keywords that the root may have if the version has a status subresource. */
const keywordsBesideStatus: ReadonlySet<string> = new Set([
  ...["description", "type", "format", "title", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  ...["maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "multipleOf", "required", "items"],
  ...["properties", "externalDocs", "example", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-validations"],
]);

function rootFindings(schema: JSONSchemaProps, hasStatus: boolean): Finding[] {
  const findings: Finding[] = [];
  if (schema.nullable) {
    const serverText = "nullable cannot be true at the root";
    findings.push({ path: ["nullable"], cause: "forbidden", message: "must not be true at the root", serverText });
  }
  if (!hasStatus) return findings;
  if (schema.type && schema.type !== "object") {
    const message = `must be "object" at the root with a status subresource; got "${schema.type}"`;
    const words = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    findings.push({ path: ["type"], message, serverText: `${showGoValue(schema.type)}: ${words}` });
  }
  const odd = Object.entries(schema).find(
    ([keyword, value]) => !keywordsBesideStatus.has(keyword) && value !== false && value !== "",
  );
  if (odd) {
    const message = `\`${odd[0]}\` must not be set at the root with a status subresource`;
    findings.push({ path: [odd[0]], atKey: true, message, help: "move it into `properties`" });
  }
  return findings;
}

function formatFindings(schema: JSONSchemaProps, context: RuleContext): Finding[] {
  return [...schemasIn(schema)].flatMap(({ schema: each, path }) => {
    const format = uncheckedFormat(each, context);
    const message = `is not checked: the API server does not support format "${format}" for ${each.type ? `type "${each.type}"` : "strings"}`;
    const serverWarning = `unrecognized format ${quoteGo(format ?? "")}`;
    return format === undefined ? [] : [{ path: [...path, "format"], message, value: format, serverWarning }];
  });
}

function hasUnprunedDefaults(stored: StoredSchemas | undefined, context: RuleContext): boolean {
  if (stored === undefined) return false;
  return [...stored.byVersion.values()].some(
    (schema) =>
      isConvertible(schema) &&
      structuralFindings(schema).length === 0 &&
      defaultFindings(schema, context, true).some(({ message }) => message.startsWith("must not have unknown fields")),
  );
}

function storedTexts(stored: StoredSchemas | undefined): ReadonlySet<string> {
  const rules = (stored?.places ?? []).flatMap(({ schema }) => schema["x-kubernetes-validations"] ?? []);
  return new Set(rules.flatMap(({ rule = "", messageExpression = "" }) => [rule, messageExpression]));
}
