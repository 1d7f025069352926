/**
 * Columns of text.
 *
 * @module
 */
import { visible } from "../report/visible.ts";

/** Rows as lines, each column as wide as its widest cell; two blanks between columns, none at the end. */
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
