/**
 * TracingConfiguration of apiserver.config: where the API server sends the spans of its requests.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { type Static, struct, text } from "../../schema/fields.ts";
import { tracingFields, tracingRules } from "../component/tracing.ts";

const schema = struct({ apiVersion: text(), kind: text(), ...tracingFields }, { $id: "TracingConfiguration" });

export type TracingConfiguration = Static<typeof schema>;

export const tracingConfiguration: Kind<TracingConfiguration> = {
  kind: "TracingConfiguration",
  group: "apiserver.config.<domain>",
  versions: [
    { name: "v1", schema, since: "1.34" },
    { name: "v1beta1", schema },
    { name: "v1alpha1", schema },
    { name: "v1beta1", group: "apiserver.<domain>", exceptIn: "k8s.io", schema },
    { name: "v1alpha1", group: "apiserver.<domain>", exceptIn: "k8s.io", schema },
  ],
  description: "Where the API server sends the spans of its requests, and how many of them.",
  loader: {
    flag: "--tracing-config-file",
    emptyFile: "empty-object",
    unknownFields: "error",
    mayOmit: "both",
  },
  rules: tracingRules,
};
