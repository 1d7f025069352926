/**
 * coordination.k8s.io/v1 Lease: who holds a role, and until when.
 *
 * @module
 */
import { domainPlaceholder, type Kind } from "../../kind/kind.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";
import type { ObjectMeta } from "../meta/object-meta.ts";

interface Lease {
  metadata?: ObjectMeta;
  spec?: { holderIdentity?: string };
}

export const lease: Kind<Lease> = kindFromTable<Lease>(`coordination.${domainPlaceholder}`, "Lease", {
  resource: {
    columns: [
      nameColumn,
      {
        name: "Holder",
        type: "string",
        description: "Who holds it.",
        value: ({ spec }) => spec?.holderIdentity ?? "",
      },
      ageColumn,
    ],
    createOnUpdate: true,
    needsResourceVersion: true,
  },
});
