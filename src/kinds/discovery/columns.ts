/**
 * Table columns of endpoint slices.
 *
 * @module
 */
import type { EndpointSlice } from "../../api/types/discovery-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { ageColumn, column, listCell, nameColumn, unsetCell } from "../meta/columns.ts";

export const endpointSliceColumns: readonly Column<object>[] = [
  nameColumn,
  column<EndpointSlice>("AddressType", "The type of its addresses.", ({ addressType }) => addressType ?? ""),
  column<EndpointSlice>("Ports", "Their ports.", ({ ports }) =>
    listCell(
      (ports ?? []).map(({ port, name }) => String(port ?? name ?? "*")),
      unsetCell,
    ),
  ),
  column<EndpointSlice>("Endpoints", "Their addresses.", ({ endpoints }) =>
    listCell(
      (endpoints ?? []).flatMap(({ addresses }) => addresses ?? []),
      unsetCell,
    ),
  ),
  ageColumn,
];
