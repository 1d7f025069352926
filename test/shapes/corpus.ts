/**
 * Real texts for each grammar: the fixtures and the values of their fields.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import { decodeStrictly } from "../../src/schema/decode.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { readSource } from "../../src/source/read-source.ts";
import { encodeMessage, isMessage } from "../../src/wire/message.ts";
import { pemBlocks } from "../../src/x509/pem.ts";

const root = join(import.meta.dirname, "../..");
/** The maximum length of texts, in characters. Longer ones take time and contain no syntax that shorter ones lack. */
const maxLength = 4_000;

export const yamlTexts: readonly string[] = readdirSync(join(root, "fixtures"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".yaml"))
  .sort()
  .map((name) => readFileSync(join(root, "fixtures", name), "utf8"))
  .filter((text) => text.length <= maxLength);

/** The plain values of all documents. */
export const objects: readonly Readonly<Record<string, unknown>>[] = yamlTexts.flatMap((text) =>
  readSource("a.yaml", text).documents.flatMap(({ value }) => (isPlainObject(value) ? [value] : [])),
);

const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? Number(each) : each));

export const jsonTexts: readonly string[] = objects.map(jsonText);

/** Returns the distinct texts in fields whose names match. */
function textsOf(name: RegExp): readonly string[] {
  const found = new Set<string>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === "string" && name.test(key)) found.add(value);
    else if (Array.isArray(value)) for (const item of value) visit(item, key);
    else if (isPlainObject(value)) for (const [inner, item] of Object.entries(value)) visit(item, inner);
  };
  for (const object of objects) visit(object, "");
  return [...found].filter((text) => text.length > 0 && text.length <= maxLength);
}

export const expressions: readonly string[] = textsOf(/expression$|^rule$/i);
export const patterns: readonly string[] = [
  ...textsOf(/^pattern$/),
  "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
  "^(?i:prod|stage)-\\d{1,3}$",
  "(?P<year>\\d{4})-(?P<month>\\d{2})",
];
export const commandLines: readonly string[] = textsOf(/^(?:command|args)$/);
export const images: readonly string[] = textsOf(/^image$/);
export const addresses: readonly string[] = textsOf(/ip|cidr|address/i);
export const quantities: readonly string[] = textsOf(/^(?:cpu|memory|storage|hugepages.*)$/);
export const urls: readonly string[] = textsOf(/url|server|issuer/i);
export const schedules: readonly string[] = textsOf(/^schedule$/);
export const times: readonly string[] = textsOf(/time/i);
export const names: readonly string[] = textsOf(/^name$/);

const pages = [...yamlTexts, readFileSync(join(root, "docs/rules/cluster-trust-bundle/certificates.md"), "utf8")];

/** PEM in base64, as texts and in fields of bytes. */
const pemTexts = [
  ...pages.map((text) => text.replace(/^ +/gm, "")),
  ...textsOf(/data$/i).map((text) => Buffer.from(text, "base64").toString("latin1")),
];

const blocks = new Map(
  [...pemTexts, ...textsOf(/^request$/).map((text) => Buffer.from(text, "base64").toString("latin1"))]
    .flatMap(pemBlocks)
    .filter(({ bytes }) => bytes.length > 0)
    .map(({ type, bytes }) => [Buffer.from(bytes).toString("base64"), { type, bytes }] as const),
);
const blocksOf = (wanted: string): readonly Uint8Array[] =>
  [...blocks.values()].filter(({ type }) => type === wanted).map(({ bytes }) => bytes);

export const certificates: readonly Uint8Array[] = blocksOf("CERTIFICATE");
export const certificateRequests: readonly Uint8Array[] = blocksOf("CERTIFICATE REQUEST");

/**
 * The protobuf messages of the objects by the schema of their kind. Objects that are not valid for their kind are left
 * out.
 */
export const messages: readonly (readonly [FieldSchema, readonly Uint8Array[]])[] = builtInKinds.flatMap((kind) => {
  const schema = kind.versions[0]?.schema;
  if (!schema || !isMessage(schema)) return [];
  const bytes = objects
    .filter(({ kind: name, apiVersion }) => name === kind.kind && String(apiVersion).startsWith(kind.group))
    .flatMap((object) => {
      const { object: held, errors } = decodeStrictly(object, schema);
      return errors.length === 0 && isPlainObject(held) ? [encodeMessage(held, schema)] : [];
    });
  return bytes.length > 0 ? [[schema, bytes] as const] : [];
});
