/**
 * v1 ServiceAccount: the identity that pods act under.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { Kind } from "../../kind/kind.ts";
import { kindFromTable } from "../builtin/table-kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";

interface ServiceAccount {
  metadata?: ObjectMeta;
  secrets?: { name?: string }[];
}

/** Of its secrets an account holds the names; they are in its own namespace. */
function keepSecretNames(object: ServiceAccount): void {
  if (object.secrets) object.secrets = object.secrets.map(({ name = "" }) => ({ name }));
}

export const serviceAccount: Kind<ServiceAccount> = kindFromTable<ServiceAccount>("", "ServiceAccount", {
  resource: {
    columns: [nameColumn, ageColumn],
    prepareForCreate: keepSecretNames,
    prepareForUpdate: keepSecretNames,
  },
});
