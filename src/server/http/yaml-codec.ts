/**
 * `application/yaml`: for people. Encoded from the JSON form, so that both say the same.
 *
 * @module
 */
import { type ScalarTag, Schema, stringify, type Tags } from "yaml";
import { isLarge } from "../request/size.ts";
import { readYamlBody } from "./body-text.ts";
import type { Codec } from "./codec.ts";
import { jsonCodec } from "./json-codec.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const separator = encoder.encode("---\n");
const itemsKey = encoder.encode("items:\n");
const noItems = encoder.encode("items: []\n");

/** What YAML 1.1 takes for a line break, for no character or for the mark that begins a file; the library writes it as it is. */
const needsEscape = /[^\t\n -~\u00a0-\u2027\u202a-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]|\p{Surrogate}/gu;

const escapedText: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  identify: (value) => typeof value === "string" && value.search(needsEscape) >= 0,
  resolve: (text) => text,
  stringify: ({ value }) =>
    JSON.stringify(String(value).replace(/\p{Surrogate}/gu, "\ufffd")).replace(needsEscape, escaped),
};

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A text is a text, also `<<`, which the library takes for a merge key. */
const textTags = (tags: Tags): Tags => [
  escapedText,
  ...tags.map((tag) =>
    typeof tag === "object" && tag.tag.endsWith(":merge") ? { ...tag, identify: () => false } : tag,
  ),
];

/** Quotes all texts that readers of YAML 1.1 or of 1.2 take for something else. */
const schema = new Schema({ schema: "yaml-1.1", compat: "core", customTags: textTags });

/** Long lines stay whole, and an object that is there twice is written twice. */
const format = { schema, version: "1.1", lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Large values are written as JSON, which is YAML, too: the library takes a hundred times as long. */
const toYaml = (value: unknown): Uint8Array =>
  isLarge(value) ? jsonCodec.encodeValue(value as object) : encoder.encode(stringify(value, format));

/** As it stands below a key or in a list: lines but the first are indented, empty ones aside. */
function indented(item: Uint8Array): string {
  return `${decoder
    .decode(item)
    .trimEnd()
    .replace(/\n(?=[^\n])/g, "\n  ")}\n`;
}

export const yamlCodec: Codec = {
  mediaType: "application/yaml",
  streamMediaType: "application/yaml",
  isSelfDescribing: true,
  decode: (body, { kind }) => readYamlBody(body, kind),
  encodeItem: (object) => toYaml(object),
  encodeObject: (object, shape) =>
    isLarge(object)
      ? jsonCodec.encodeObject(object, shape)
      : Buffer.concat([toYaml({ apiVersion: shape.apiVersion, kind: shape.kind }), toYaml(object)]),
  encodeRun: (items) => Buffer.concat(items.map((item) => encoder.encode(`- ${indented(item)}`))),
  encodeList: (metadata, runs, { kind, apiVersion }) => [
    toYaml({ apiVersion }),
    ...(runs.length > 0 ? [itemsKey, ...runs] : [noItems]),
    toYaml({ kind: `${kind}List`, metadata }),
  ],
  encodeValue: (value) => toYaml(value),
  frame: (type, object) => Buffer.concat([separator, encoder.encode(`object:\n  ${indented(object)}type: ${type}\n`)]),
};
