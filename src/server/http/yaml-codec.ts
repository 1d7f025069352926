/**
 * `application/yaml`, for people. It is encoded from the JSON form, so that both have the same content.
 *
 * @module
 */
import { formatFlow, formatYaml, formatYamlItem } from "../../json/format-yaml.ts";
import { sortKeys } from "../../patch/key-order.ts";
import { encodeText } from "../request/own-pages.ts";
import { listOf, type ObjectType } from "../request/served-resource.ts";
import { isLarge } from "../request/size.ts";
import { readYamlBody } from "./body-text.ts";
import { asListItem, type Codec, type RunEncoder } from "./codec.ts";
import { PartBuffer } from "./parts.ts";

const itemsKey = encodeText("items:\n");
const noItems = encodeText("items: []\n");

/**
 * Formats a value with sorted keys, as Go does. Large values are written as JSON, which is also YAML and takes a
 * fraction of the time.
 */
const toYaml = (value: unknown): string => (isLarge(value) ? `${formatFlow(value)}\n` : formatYaml(sortKeys(value)));

const toBytes = (value: unknown): Uint8Array => encodeText(toYaml(value));

/** Formats a value as a list item. */
export const yamlItem = (value: unknown): string =>
  isLarge(value) ? `- ${formatFlow(value)}\n` : formatYamlItem(sortKeys(value));

function startRun(shape: ObjectType): RunEncoder {
  const parts = new PartBuffer();
  return {
    add: (object) => parts.add(yamlItem(asListItem(shape, object))),
    finish: () => parts.takeAll(),
  };
}

export const yamlCodec: Codec = {
  mediaType: "application/yaml",
  applyMediaType: "application/apply-patch+yaml",
  isText: true,
  isSelfDescribing: true,
  decode: (body, { kind }) => readYamlBody(body, kind),
  encodeObject: (object, { apiVersion, kind }) => toBytes({ apiVersion, kind, ...object }),
  startRun,
  encodeList: (metadata, runs, shape) => [
    toBytes({ apiVersion: shape.apiVersion }),
    ...(runs.length > 0 ? [itemsKey, ...runs.flat()] : [noItems]),
    toBytes({ kind: listOf(shape).kind, metadata }),
  ],
  encodeValue: toBytes,
};
