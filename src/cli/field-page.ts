/**
 * Formats the documentation of a kind or field as text: its description, its allowed values, its default and an
 * example.
 *
 * @part field-page
 * @module
 */
import { formatYaml } from "../json/format-yaml.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { FieldDocumentation, FieldSummary } from "../kind/field-documentation.ts";
import type { Kind, KindVersion } from "../kind/kind.ts";
import { type Colors, createColors } from "../report/colors.ts";

/** The kind and field to explain. */
export interface ExplainedField {
  readonly kind: Kind;
  readonly version: KindVersion;
  /** Such as `apps/v1`. */
  readonly apiVersion: string;
  readonly path: readonly string[];
}

export interface RenderOptions {
  readonly isColorful: boolean;
  /** Columns to wrap at. */
  readonly width: number;
}

/** Maximum width of prose, even if the terminal is wider. */
const maxWidth = 100;

export function renderField(explained: ExplainedField, field: FieldDocumentation, options: RenderOptions): string {
  const { kind, version, apiVersion, path } = explained;
  const colors = createColors(options.isColorful);
  const width = Math.min(options.width, maxWidth);
  const identity = { apiVersion, kind: kind.kind };
  const example = formatYaml(isPlainObject(field.example) ? { ...identity, ...field.example } : identity).trimEnd();
  const description = path.length === 0 ? kind.description : field.description;
  const facts = factsOf(kind, version, path, field);
  const sections = [
    [`${colors.bold([kind.kind, ...path].join("."))}  ${colors.cyan(`<${field.type}>`)}`, colors.dim(apiVersion)],
    description ? wrap(description, width, "") : [],
    facts.map(([name, text]) => `${colors.dim(name.padEnd(10))}${text}`),
    field.fields.length > 0
      ? [colors.bold("fields"), ...field.fields.flatMap((each) => fieldLines(each, colors, width))]
      : [],
    [colors.bold("example"), ...example.split("\n").map((line) => `  ${line}`)],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** Returns the properties of the field apart from its type, each with a label. */
function factsOf(
  kind: Kind,
  version: KindVersion,
  path: readonly string[],
  { schema, isRequired, defaultValue }: FieldDocumentation,
): readonly (readonly [string, string])[] {
  const since = schema["x-since"] ?? (path.length === 0 ? version.since : undefined);
  const until = schema["x-until"] ?? (path.length === 0 ? version.until : undefined);
  const keys = schema["x-list-map-keys"]?.join(" and ");
  const semantics = { atomic: "replaced as a whole", set: "each item once", map: `one item for each ${keys}` };
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["read by", path.length === 0 ? kind.loader?.flag : undefined],
    ["required", isRequired ? "yes" : undefined],
    ["default", defaultValue === undefined ? undefined : inline(defaultValue)],
    ["values", schema.enum?.join(", ")],
    ["since", since],
    ["until", until],
    ["gate", schema["x-gate"]],
    ["list", schema["x-list-type"] && semantics[schema["x-list-type"]]],
    ["patch", schema["x-patch-merge-key"] && `merged by ${schema["x-patch-merge-key"]}`],
    ["secret", schema["x-sensitive"] ? "its value is never printed" : undefined],
  ];
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined);
}

function fieldLines(field: FieldSummary, colors: Colors, width: number): readonly string[] {
  const required = field.isRequired ? `  ${colors.yellow("required")}` : "";
  const head = `  ${field.name}  ${colors.cyan(`<${field.type}>`)}${required}`;
  return [head, ...(field.description ? wrap(field.description, width, "    ") : [])];
}

/** Formats a value on one line. */
function inline(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function wrap(text: string, width: number, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, indent + line];
}
