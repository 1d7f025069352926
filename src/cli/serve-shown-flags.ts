/**
 * Returns the flags of `serve` with their values, as kube-apiserver shows its own at `/flagz`. Values of kube-apiserver
 * flags are formatted as Go formats them.
 *
 * @module
 */
import type { Command, Option } from "commander";
import { flagRow } from "../flags/flag.ts";
import { formatDuration, nanosOf } from "../text/duration.ts";

/**
 * @param command - with all its options
 * @returns a function that returns the values of all flags by name, given ones and defaults
 */
export function recordShownFlags(command: Command): () => ReadonlyMap<string, string> {
  const given = new Map<string, string[]>();
  const options = command.options.filter(({ long }) => long);
  for (const option of options) {
    command.on(`option:${option.name()}`, (text: unknown) => {
      const texts = given.get(option.name()) ?? [];
      given.set(option.name(), [...texts, typeof text === "string" ? text : "true"]);
    });
  }
  return () => new Map(options.map((option) => [option.name(), shownValue(option, given.get(option.name()))]));
}

function shownValue(option: Option, given: readonly string[] | undefined): string {
  const row = flagRow("kube-apiserver", option.name());
  const type = row?.type ?? (option.required ? "string" : "bool");
  if (isList(type)) return given ? `[${given.join(",")}]` : (row?.default ?? "[]");
  if (given && isMap(type)) return given.join(",");
  const text = given?.at(-1) ?? ownDefault(option) ?? row?.default;
  if (text === undefined) return zeroOf(type);
  return type === "duration" ? durationText(text) : text;
}

const isList = (type: string): boolean => type.endsWith("Slice") || type.endsWith("Array") || type === "namedCertKey";

/** Whether values of a repeated flag are joined. */
const isMap = (type: string): boolean => /map|^stringToString$/i.test(type);

function ownDefault({ defaultValue, defaultValueDescription }: Option): string | undefined {
  return defaultValueDescription ?? (defaultValue === undefined ? undefined : String(defaultValue));
}

const numbers = /^(?:u?int|float)/;

function zeroOf(type: string): string {
  if (type === "bool" || type === "version") return "false";
  if (type === "duration") return "0s";
  return numbers.test(type) || type === "quantity" || type === "Level" ? "0" : "";
}

/** Formats a duration as Go does: `1m` becomes `1m0s`. */
function durationText(text: string): string {
  const nanos = nanosOf(text);
  return nanos === undefined ? text : formatDuration(nanos);
}
