/**
 * Reads TAP version 14, as strictly as a consumer may.
 *
 * @module
 */
import { parse } from "yaml";

interface Finding {
  readonly severity: string;
  readonly rule: string;
  readonly message: string;
}

/**
 * Returns the numbers of the test points and the findings below them.
 *
 * @throws {Error} if a line is not TAP
 */
export function readTap(text: string): { readonly points: readonly number[]; readonly findings: readonly Finding[] } {
  const lines = text.split("\n");
  if (lines[0] !== "TAP version 14" || !/^1\.\.\d+$/.test(lines[1] ?? "")) throw new Error("no head of TAP 14");
  const points: number[] = [];
  const findings: Finding[] = [];
  let block: string[] | undefined;
  for (const line of lines.slice(2, -1)) {
    const point = /^(?:not )?ok (\d+) - /.exec(line);
    if (block && line === "  ...") {
      findings.push(...parse(block.join("\n")).findings);
      block = undefined;
    } else if (block) block.push(line.slice(2));
    else if (line === "  ---") block = [];
    else if (point) points.push(Number(point[1]));
    else throw new Error(`no TAP: ${line}`);
  }
  return { points, findings };
}
