/**
 * v1 ConfigMap: settings that are not secret.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";

interface ConfigMap {
  metadata?: ObjectMeta;
  immutable?: boolean;
  data?: Record<string, string>;
  /** In base64. */
  binaryData?: Record<string, string>;
}

export const configMap: Kind<ConfigMap> = kindFromTable<ConfigMap>("", "ConfigMap", {
  resource: {
    columns: [
      nameColumn,
      {
        name: "Data",
        type: "string",
        description: "How many keys there are.",
        value: ({ data = {}, binaryData = {} }) => Object.keys(data).length + Object.keys(binaryData).length,
      },
      ageColumn,
    ],
  },
});
