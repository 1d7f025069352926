/**
 * Table columns of CustomResourceDefinitions.
 *
 * @module
 */
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import type { Column } from "../../kind/kind.ts";
import { column, nameColumn, wideColumn } from "../meta/columns.ts";
import { isTrue } from "./definition-status.ts";

type Value = (definition: CustomResourceDefinition) => string;

/** Lists the served versions, for example `v1(storage),v2`. */
const versionsCell: Value = ({ spec }) =>
  (spec?.versions ?? [])
    .flatMap(({ name = "", served, storage }) => (served ? `${name}${storage ? "(storage)" : ""}` : []))
    .sort()
    .join(",");

const text = (name: string, description: string, value: Value) => column(name, description, value);

export const definitionColumns: readonly Column<object>[] = [
  nameColumn,
  text("Scope", "Whether its objects are in namespaces.", ({ spec }) => spec?.scope ?? ""),
  text("Versions", "The versions that are served, and which one is stored.", versionsCell),
  column<CustomResourceDefinition>(
    "Created At",
    "When the definition was created.",
    ({ metadata }) => metadata?.creationTimestamp ?? "",
    "date",
  ),
  wideColumn(text("Group", "The group of its objects.", ({ spec }) => spec?.group ?? "")),
  wideColumn(text("Kind", "The kind of its objects.", ({ spec }) => spec?.names?.kind ?? "")),
  wideColumn(
    text("ShortNames", "Short names of the resource.", ({ spec }) => (spec?.names?.shortNames ?? []).join(",")),
  ),
  wideColumn(
    column<CustomResourceDefinition>(
      "Established",
      "Whether its objects are served.",
      (definition) => isTrue(definition, "Established"),
      "boolean",
    ),
  ),
];
