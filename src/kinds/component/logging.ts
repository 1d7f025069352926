/**
 * The `logging` section of several configurations: how a component writes its log.
 *
 * @module
 */
import type { LoggingConfiguration } from "../../api/types/logging-v1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { nanosOf } from "../../text/duration.ts";
import { parseQuantity, quantityValue } from "../../text/quantity.ts";

const formats = ["text", "json"] as const;
const maxVerbosity = 2 ** 31 - 1;

/** Sets the defaults that every component sets. */
export function applyLoggingDefaults(logging: LoggingConfiguration): void {
  logging.format ||= "text";
  if (frequencyNanos(logging.flushFrequency) === 0n) logging.flushFrequency = "5s";
  logging.verbosity ??= 0;
}

/** Returns the frequency in nanoseconds; 0 if it is absent, or not a duration, which the schema reports. */
function frequencyNanos(frequency: string | number | bigint | undefined): bigint {
  return typeof frequency === "string" ? (nanosOf(frequency) ?? 0n) : BigInt(frequency ?? 0);
}

/** Components before 1.35 do not validate this, but then fail to start their timer. */
const flushFrequency = rule<LoggingConfiguration>(
  { id: "logging/flush-frequency", severity: "error", summary: "`flushFrequency` is above zero" },
  ({ flushFrequency }, place) => {
    if (flushFrequency === undefined || frequencyNanos(flushFrequency) > 0n) return;
    const got = typeof flushFrequency === "string" ? `"${flushFrequency}"` : `${flushFrequency}`;
    place.at("flushFrequency").say(`must be above 0; got ${got}`, { help: "omit the field for the default of 5s" });
  },
);

const format = rule<LoggingConfiguration>(
  { id: "logging/format", severity: "error", summary: "the component supports the log format" },
  ({ format: found = "" }, place, visit) => {
    const at = place.at("format");
    if (!formats.some((known) => known === found)) {
      at.say(`must be "text" or "json"; got "${found}"`, { value: found });
    } else if (found === "json" && !visit.isEnabled("LoggingBetaOptions")) {
      at.say("json needs the feature gate LoggingBetaOptions, which is off", { cause: "forbidden" });
    }
  },
);

const verbosity = rule<LoggingConfiguration>(
  { id: "logging/verbosity", severity: "error", summary: "`verbosity` is at most 2147483647" },
  ({ verbosity: own = 0, vmodule = [] }, place) => {
    const message = (value: number) => `must be at most ${maxVerbosity}; got ${value}`;
    if (own > maxVerbosity) place.at("verbosity").say(message(own), { value: own });
    for (const [index, item] of vmodule.entries()) {
      const value = item.verbosity ?? 0;
      if (value > maxVerbosity) place.at("vmodule", index).say(`verbosity ${message(value)}`, { value });
    }
  },
);

const vmodule = rule<LoggingConfiguration>(
  {
    id: "logging/vmodule",
    severity: "error",
    summary: "`vmodule` needs the text format; its patterns contain no `=` or `,`",
  },
  ({ format: found = "", vmodule: items = [] }, place) => {
    if (items.length > 0 && found !== "" && found !== "text") {
      const message = `may only be set with the text format; the format is "${found}"`;
      place.at("vmodule").say(message, { atKey: true, cause: "forbidden" });
    }
    for (const [index, { filePattern = "" }] of items.entries()) {
      const at = place.at("vmodule", index);
      if (filePattern === "") at.required("`filePattern` must be set");
      if (/[=,]/.test(filePattern)) {
        const message = `\`filePattern\` must not contain \`=\` or a comma; got "${filePattern}"`;
        at.say(message, { help: "list one item for each pattern", value: filePattern });
      }
    }
  },
);

const alphaOptions = rule<LoggingConfiguration>(
  {
    id: "logging/alpha-options",
    severity: "error",
    cause: "forbidden",
    summary: "splitStream and infoBufferSize need the feature gate LoggingAlphaOptions",
  },
  ({ options = {} }, place, visit) => {
    if (visit.isEnabled("LoggingAlphaOptions")) return;
    const message = "needs the feature gate LoggingAlphaOptions, which is off";
    for (const name of formats) {
      const { splitStream = false, infoBufferSize = "0" } = options[name] ?? {};
      if (splitStream) place.at("options", name, "splitStream").say(message);
      if (isNonZeroSize(infoBufferSize)) place.at("options", name, "infoBufferSize").say(message);
    }
  },
);

function isNonZeroSize(size: string): boolean {
  const parsed = parseQuantity(size);
  return parsed.ok && quantityValue(parsed.value) !== 0n;
}

/** Paths are relative to the struct that contains the fields. */
export const loggingRules: readonly Rule<LoggingConfiguration>[] = [
  flushFrequency,
  format,
  verbosity,
  vmodule,
  alphaOptions,
];
