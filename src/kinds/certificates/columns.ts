/**
 * Columns of requests for certificates and of trust bundles.
 *
 * @module
 */
import type { Column } from "../../kind/kind.ts";
import { formatAge } from "../../lexical/age.ts";
import { ageColumn, column, nameColumn, noneCell } from "../meta/columns.ts";

interface Request {
  readonly spec?: { readonly signerName?: string; readonly username?: string; readonly expirationSeconds?: number };
  readonly status?: { readonly certificate?: string; readonly conditions?: readonly { readonly type?: string }[] };
}

function conditionCell({ status }: Request): string {
  const has = (type: string) => status?.conditions?.some((item) => item.type === type) === true;
  const decision = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
  return [decision, ...(has("Failed") ? ["Failed"] : []), ...(status?.certificate ? ["Issued"] : [])].join(",");
}

const signerColumn = column<Request>("SignerName", "Who is to sign.", ({ spec }) => spec?.signerName || noneCell);

export const signingRequestColumns: readonly Column<object>[] = [
  nameColumn,
  ageColumn,
  signerColumn,
  column<Request>("Requestor", "Who asks.", ({ spec }) => spec?.username ?? ""),
  column<Request>("RequestedDuration", "How long it is to be valid.", ({ spec }) =>
    spec?.expirationSeconds === undefined ? noneCell : formatAge(spec.expirationSeconds),
  ),
  column<Request>("Condition", "What came of it.", conditionCell),
];

export const trustBundleColumns: readonly Column<object>[] = [nameColumn, signerColumn];
