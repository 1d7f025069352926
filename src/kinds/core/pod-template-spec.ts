/**
 * The pod that a workload makes copies of.
 *
 * @module
 */
import { field, type Static, struct } from "../../schema/fields.ts";
import { objectMeta } from "../meta/object-meta.ts";
import { podSpec } from "./pod-spec.ts";

export const podTemplateSpec = struct({
  metadata: field(objectMeta, { "x-proto": 1, description: "Labels and annotations of the pods." }),
  spec: field(podSpec, { "x-proto": 2, description: "What the pods are." }),
});
export type PodTemplateSpec = Static<typeof podTemplateSpec>;
