/**
 * TracingConfiguration of apiserver.config: the collector to which kube-apiserver sends the spans of its requests.
 *
 * @module
 */
import { tracingRules } from "../component/tracing.ts";
import { kind } from "../kind.ts";
import { ownGroupVersions } from "./own-group.ts";

export const tracingConfiguration = kind("apiserver/v1.TracingConfiguration", {
  moreVersions: ownGroupVersions,
  loader: {
    flag: "--tracing-config-file",
    emptyFile: "empty-object",
    unknownFields: "error",
    strictSince: "1.32",
    mayOmit: "both",
  },
  rules: tracingRules,
});
