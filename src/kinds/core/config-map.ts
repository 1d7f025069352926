/**
 * v1 ConfigMap: non-confidential configuration data.
 *
 * @module
 */
import type { ConfigMap } from "../../api/types/core-v1.ts";
import { rule } from "../../rule/rule.ts";
import { utf8Length } from "../../text/utf8.ts";
import { kind } from "../kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import { immutableFields, markedImmutableError } from "../meta/object-meta-update-rules.ts";
import { base64Bytes, checkKeys, maxDataBytes, sameData, totalBytes } from "./data-keys.ts";

const keys = rule<ConfigMap>(
  {
    id: "config-map/keys",
    severity: "error",
    summary: "keys of `data` and `binaryData` are file names, and no key is in both",
  },
  ({ data, binaryData }, place) => {
    checkKeys(data, place.at("data"));
    if (!binaryData) return;
    checkKeys(binaryData, place.at("binaryData"));
    for (const key in data) {
      if (!Object.hasOwn(binaryData, key)) continue;
      place.at("data", key).invalid("must not be in `binaryData` too", key, {
        atKey: true,
        see: { path: ["binaryData", key], message: "the other" },
      });
    }
  },
);

const size = rule<ConfigMap>(
  { id: "config-map/size", severity: "error", cause: "too-long", summary: "a ConfigMap holds at most 1 MiB" },
  ({ data, binaryData }, place) => {
    const bytes = totalBytes(data, utf8Length) + totalBytes(binaryData, base64Bytes);
    if (bytes <= maxDataBytes) return;
    place.say(`values must have at most ${maxDataBytes} bytes in total; got ${bytes}`, {
      cause: "too-long",
      field: ["[]"],
      after: [],
      help: "split it, or keep large files in a volume",
    });
  },
);

const immutable = immutableFields<ConfigMap>(
  { id: "config-map/immutable", summary: "an immutable ConfigMap does not change" },
  ["immutable", "data", "binaryData"],
  { applies: (stored) => stored.immutable === true, equal: sameData, serverError: markedImmutableError },
);

export const configMap = kind("core/v1.ConfigMap", {
  rules: [keys, size, immutable],
  resource: {
    columns: [
      nameColumn,
      {
        name: "Data",
        type: "string",
        description: "Number of keys.",
        value: ({ data = {}, binaryData = {} }) => Object.keys(data).length + Object.keys(binaryData).length,
      },
      ageColumn,
    ],
  },
});
