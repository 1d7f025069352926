/**
 * Columns of endpoint slices.
 *
 * @module
 */
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, listCell, nameColumn, unsetCell } from "../meta/columns.ts";

interface Slice {
  readonly addressType?: string;
  readonly ports?: readonly { readonly port?: number; readonly name?: string }[];
  readonly endpoints?: readonly { readonly addresses?: readonly string[] }[] | null;
}

export const endpointSliceColumns: readonly Column<object>[] = [
  nameColumn,
  column<Slice>("AddressType", "The sort of its addresses.", ({ addressType }) => addressType ?? ""),
  column<Slice>("Ports", "Their ports.", ({ ports }) =>
    listCell(
      (ports ?? []).map(({ port, name }) => String(port ?? name ?? "*")),
      unsetCell,
    ),
  ),
  column<Slice>("Endpoints", "Their addresses.", ({ endpoints }) =>
    listCell(
      (endpoints ?? []).flatMap(({ addresses = [] }) => addresses),
      unsetCell,
    ),
  ),
  ageColumn,
];
