/**
 * Parses feature gates in the format of the components' `--feature-gates` flag.
 *
 * @module
 */
import { setMember } from "../json/member.ts";
import { parseGoBoolean } from "../text/go-boolean.ts";
import { UsageError } from "./exit.ts";

/** @throws {UsageError} if an entry is not `Name=bool` */
export function parseFeatureGates(text: string): Record<string, boolean> {
  const gates: Record<string, boolean> = {};
  for (const entry of text.split(",").filter((part) => part.trim() !== "")) {
    const [name = "", value, ...rest] = entry.trim().split("=");
    const state = rest.length > 0 || value === undefined ? undefined : parseGoBoolean(value.trim());
    if (state === undefined) throw new UsageError(`feature gates must be written A=true,B=false; got "${entry}"`);
    setMember(gates, name, state);
  }
  return gates;
}
