/**
 * v1 ServiceAccount: the identity that pods act under.
 *
 * @module
 */
import type { ServiceAccount } from "../../api/types/core-v1.ts";
import { kind } from "../kind.ts";
import { ageColumn, nameColumn } from "../meta/columns.ts";

/** Of its secrets an account holds the names; they are in its own namespace. */
function keepSecretNames(object: ServiceAccount): void {
  if (object.secrets) object.secrets = object.secrets.map(({ name = "" }) => ({ name }));
}

export const serviceAccount = kind("core/v1.ServiceAccount", {
  resource: {
    columns: [nameColumn, ageColumn],
    prepareForCreate: keepSecretNames,
    prepareForUpdate: keepSecretNames,
  },
});
