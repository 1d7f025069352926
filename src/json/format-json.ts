/**
 * Formats values as JSON. Writes a bigint as a number, so that 64-bit integers stay exact. The content of a string or a
 * name is never mistaken for one.
 *
 * @module
 */

/** @param indent - spaces for each level; 0 for a single line */
export function formatJson(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? "null";
  } catch (error) {
    // JSON.stringify throws for a bigint, which is rare.
    if (error instanceof TypeError) return formatExact(value, " ".repeat(indent), indent > 0 ? "\n" : "");
    throw error;
  }
}

/** @param line - the line break and indentation before a closing bracket; empty for single-line text */
function formatExact(value: unknown, step: string, line: string): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = line + step;
  if (Array.isArray(value))
    return enclosed(
      "[]",
      value.map((item) => inner + formatExact(item, step, inner)),
      line,
    );
  const colon = line === "" ? ":" : ": ";
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  const texts = members.map(([name, item]) => inner + JSON.stringify(name) + colon + formatExact(item, step, inner));
  return enclosed("{}", texts, line);
}

const enclosed = (brackets: string, parts: readonly string[], line: string): string =>
  parts.length === 0 ? brackets : brackets.charAt(0) + parts.join(",") + line + brackets.charAt(1);
