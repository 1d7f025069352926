/**
 * Parses feature gates in the format of the components' `--feature-gates` flag.
 *
 * @module
 */
import { setMember } from "../json/member.ts";
import { UsageError } from "./exit.ts";

const trueTexts: ReadonlySet<string> = new Set(["1", "t", "T", "TRUE", "true", "True"]);
const falseTexts: ReadonlySet<string> = new Set(["0", "f", "F", "FALSE", "false", "False"]);

/** @throws {UsageError} if an entry is not `Name=bool` */
export function parseFeatureGates(text: string): Record<string, boolean> {
  const gates: Record<string, boolean> = {};
  for (const entry of text.split(",").filter((part) => part.trim() !== "")) {
    const [name = "", value, ...rest] = entry.trim().split("=");
    const state = rest.length > 0 || value === undefined ? undefined : parseBoolean(value.trim());
    if (state === undefined) throw new UsageError(`feature gates must be written A=true,B=false; got "${entry}"`);
    setMember(gates, name, state);
  }
  return gates;
}

function parseBoolean(text: string): boolean | undefined {
  return trueTexts.has(text) ? true : falseTexts.has(text) ? false : undefined;
}
