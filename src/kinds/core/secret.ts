/**
 * v1 Secret: values that few may read.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { encodeBase64 } from "../../lexical/base64.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";

interface Secret {
  metadata?: ObjectMeta;
  immutable?: boolean;
  type?: string;
  /** In base64. */
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

const encoder = new TextEncoder();

/** `stringData` is only written: the server keeps it as part of `data`. */
function mergeStringData(object: Secret): void {
  const entries = Object.entries(object.stringData ?? {});
  delete object.stringData;
  if (entries.length === 0) return;
  const encoded = entries.map(([key, text]) => [key, encodeBase64(encoder.encode(text))] as const);
  object.data = { ...object.data, ...Object.fromEntries(encoded) };
}

export const secret: Kind<Secret> = kindFromTable<Secret>("", "Secret", {
  sensitive: ["data", "stringData"],
  applyDefaults(object) {
    object.type ||= "Opaque";
  },
  resource: {
    columns: [
      nameColumn,
      { name: "Type", type: "string", description: "What the values are for.", value: ({ type }) => type ?? "" },
      {
        name: "Data",
        type: "string",
        description: "How many keys there are.",
        value: ({ data = {} }) => Object.keys(data).length,
      },
      ageColumn,
    ],
    selectableFields: ({ type }) => ({ type: type ?? "" }),
    prepareForCreate: mergeStringData,
    prepareForUpdate: mergeStringData,
  },
});
