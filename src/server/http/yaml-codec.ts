/**
 * `application/yaml`: for people. Encoded from the JSON form, so that both say the same.
 *
 * @module
 */
import { stringify } from "yaml";
import { readYamlBody } from "./body-text.ts";
import type { Codec } from "./codec.ts";

const encoder = new TextEncoder();
const separator = encoder.encode("---\n");
const itemsKey = encoder.encode("items:\n");
const noItems = encoder.encode("items: []\n");

/** Long lines stay whole. */
const noFolding = { lineWidth: 0 } as const;
const toYaml = (value: unknown): Uint8Array => encoder.encode(stringify(value, { ...noFolding, version: "1.1" }));
const fromItem = (item: Uint8Array): Record<string, unknown> =>
  readYamlBody(item, "item").value as Record<string, unknown>;

export const yamlCodec: Codec = {
  mediaType: "application/yaml",
  streamMediaType: "application/yaml",
  isSelfDescribing: true,
  decode: (body, { kind }) => readYamlBody(body, kind),
  encodeItem: (object) => toYaml(object),
  wrapItem: (item, { kind, apiVersion }) => toYaml({ apiVersion, kind, ...fromItem(item) }),
  encodeRun: (items) => toYaml(items.map(fromItem)),
  encodeList: (metadata, runs, { kind, apiVersion }) => [
    toYaml({ apiVersion }),
    ...(runs.length > 0 ? [itemsKey, ...runs] : [noItems]),
    toYaml({ kind: `${kind}List`, metadata }),
  ],
  encodeValue: (value) => toYaml(value),
  frame: (type, object) => Buffer.concat([separator, toYaml({ object: fromItem(object), type })]),
};
