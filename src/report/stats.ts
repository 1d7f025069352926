/**
 * Formats the times of a run as tables, for users who look for the cause of a slow run.
 *
 * @part stats
 * @module
 */
import type { RunStats, Timed } from "../diagnostic/diagnostic.ts";
import { visible } from "./visible.ts";

/** Maximum number of rows of a table; an additional row contains the sum of the rest. */
const maxRows = 15;

/** Returns three tables: steps, kinds and rules, each with the longest first. */
export function statsText(stats: RunStats, durationMs: number): string {
  const measuredMs = stats.steps.reduce((sum, step) => sum + step.durationMs, 0);
  const rest = { name: "everything else", runs: 1, durationMs: Math.max(0, durationMs - measuredMs) };
  const table = (title: string, unit: string, parts: readonly Timed[]) =>
    parts.length === 0 ? [] : [[], [title, "ms", "share", unit, "us each"], ...rowsOf(parts, durationMs)];
  const rows = [
    ...table("time by step", "times", [...stats.steps, rest]),
    ...table("time by kind", "objects", stats.kinds),
    ...table("time by rule", "times", stats.rules),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return cells.join("  ").trimEnd();
  });
  return `${lines.join("\n")}\n`;
}

function rowsOf(parts: readonly Timed[], totalMs: number): readonly (readonly string[])[] {
  const last = parts.length > maxRows ? [summed(parts.slice(maxRows))] : [];
  return [...parts.slice(0, maxRows), ...last].map(({ name, runs, durationMs }) => [
    `  ${visible(name)}`,
    durationMs.toFixed(1),
    totalMs > 0 ? `${Math.round((100 * durationMs) / totalMs)} %` : "",
    String(runs),
    ((1000 * durationMs) / runs).toFixed(0),
  ]);
}

function summed(parts: readonly Timed[]): Timed {
  const total = (field: "runs" | "durationMs") => parts.reduce((sum, part) => sum + part[field], 0);
  return { name: `${parts.length} more`, runs: total("runs"), durationMs: total("durationMs") };
}
