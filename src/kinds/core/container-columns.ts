/**
 * Table columns about the containers of a pod or of a pod template.
 *
 * @module
 */
import type { Container } from "../../api/types/core-v1.ts";
import type { Column } from "../../kind/kind.ts";

/** Returns columns with the names and the images of an object's containers. */
export function containerColumns<T>(
  containersOf: (object: T) => readonly Container[] | null | undefined,
  priority: number,
): readonly Column<T>[] {
  const column = (name: string, description: string, field: "name" | "image"): Column<T> => ({
    name,
    type: "string",
    description,
    priority,
    value: (object) => (containersOf(object) ?? []).map((container) => container[field] ?? "").join(","),
  });
  return [
    column("Containers", "Names of the template's containers.", "name"),
    column("Images", "Images of the template's containers.", "image"),
  ];
}
