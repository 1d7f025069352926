/**
 * Formats tables of text.
 *
 * @module
 */
import { visible } from "../report/visible.ts";

/**
 * Returns a line for each row. Columns are as wide as their widest cell and separated by two spaces; lines have no
 * trailing spaces.
 */
export function tableLines(table: readonly (readonly string[])[]): readonly string[] {
  const rows = table.map((cells) => cells.map(visible));
  const widths: number[] = [];
  for (const cells of rows) {
    for (const [column, { length }] of cells.entries()) widths[column] = Math.max(widths[column] ?? 0, length);
  }
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
