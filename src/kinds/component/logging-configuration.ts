/**
 * LoggingConfiguration as a separate file: how a component writes its log.
 *
 * @module
 */
import { kind } from "../kind.ts";
import { applyLoggingDefaults, loggingRules } from "./logging.ts";

export const loggingConfiguration = kind("logging/v1.LoggingConfiguration", {
  group: "logging.<domain>",
  rules: loggingRules,
  applyDefaults: applyLoggingDefaults,
  loader: { flag: "logging", emptyFile: "empty-object", unknownFields: "error", mayOmit: "both" },
});
