/**
 * `application/yaml`: for people. Encoded from the JSON form, so that both say the same.
 *
 * @module
 */
import { type ScalarTag, Schema, stringify, type Tags } from "yaml";
import { formatJson } from "../../json/format-json.ts";
import { encodeText, joinBytes } from "../request/own-pages.ts";
import { listOf, type ObjectType } from "../request/served-resource.ts";
import { isLarge } from "../request/size.ts";
import { readYamlBody } from "./body-text.ts";
import { type Codec, listedIn, type Run } from "./codec.ts";
import { jsonCodec } from "./json-codec.ts";
import { Parts } from "./parts.ts";

const decoder = new TextDecoder();
const separator = encodeText("---\n");
const itemsKey = encodeText("items:\n");
const noItems = encodeText("items: []\n");

/**
 * Characters that YAML 1.1 takes for a line break, for no character or for the mark that begins a file; the library
 * writes it as it is.
 */
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
const toYaml = (value: unknown): string => (isLarge(value) ? formatJson(value) : stringify(value, format));

const toBytes = (value: unknown): Uint8Array => encodeText(toYaml(value));

/** As it is below a key or in a list: lines but the first are indented, empty ones aside. */
const indented = (item: string): string => `${item.trimEnd().replace(/\n(?=[^\n])/g, "\n  ")}\n`;

/** As it is in a list. */
export const yamlItem = (value: unknown): string => `- ${indented(toYaml(value))}`;

function startRun(shape: ObjectType): Run {
  const parts = new Parts();
  return {
    add: (object) => parts.add(yamlItem(listedIn(shape, object))),
    finish: () => parts.takeAll(),
  };
}

export const yamlCodec: Codec = {
  mediaType: "application/yaml",
  streamMediaType: "application/yaml",
  applyMediaType: "application/apply-patch+yaml",
  isText: true,
  isSelfDescribing: true,
  decode: (body, { kind }) => readYamlBody(body, kind),
  encodeObject: (object, shape) =>
    isLarge(object)
      ? jsonCodec.encodeObject(object, shape)
      : encodeText(toYaml({ apiVersion: shape.apiVersion, kind: shape.kind }) + toYaml(object)),
  startRun,
  encodeList: (metadata, runs, shape) => [
    toBytes({ apiVersion: shape.apiVersion }),
    ...(runs.length > 0 ? [itemsKey, ...runs.flat()] : [noItems]),
    toBytes({ kind: listOf(shape).kind, metadata }),
  ],
  encodeValue: toBytes,
  frame: (type, object) =>
    joinBytes([separator, encodeText(`object:\n  ${indented(decoder.decode(object))}type: ${type}\n`)]),
};
