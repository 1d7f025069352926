/**
 * LoggingConfiguration: how a component writes its log, as a file of its own.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { type Static, struct, text } from "../../schema/fields.ts";
import { applyLoggingDefaults, loggingFields, loggingRules } from "./logging.ts";

const schema = struct({ apiVersion: text(), kind: text(), ...loggingFields }, { $id: "LoggingConfiguration" });

export const loggingConfiguration: Kind<Static<typeof schema>> = {
  kind: "LoggingConfiguration",
  group: "logging.<domain>",
  versions: [{ name: "v1", schema }],
  description: "How a component writes its log. A part of other configurations, here as a file of its own.",
  rules: loggingRules,
  applyDefaults: applyLoggingDefaults,
  loader: { flag: "logging", emptyFile: "empty-object", unknownFields: "error", mayOmit: "both" },
};
