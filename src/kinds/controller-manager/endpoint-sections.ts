/**
 * Sections of the controllers of services and their endpoints.
 *
 * @module
 */
import { duration, int32 } from "../../schema/fields.ts";
import { count, section } from "./section.ts";

const syncs = { min: 1, max: 50 } as const;
const endpoints = { min: 1, max: 1000 } as const;
const batchPeriod = (object: string) =>
  duration({ description: `How long changes are gathered before ${object} is updated; 0s: not at all.` });

export const endpointController = section({
  name: "EndpointController",
  description: "The controller of Endpoints.",
  fields: {
    ConcurrentEndpointSyncs: count("services"),
    EndpointUpdatesBatchPeriod: batchPeriod("an Endpoints object"),
  },
  defaults: { ConcurrentEndpointSyncs: 5, EndpointUpdatesBatchPeriod: "0s" },
});

export const endpointSliceController = section({
  name: "EndpointSliceController",
  description: "The controller of endpoint slices.",
  fields: {
    ConcurrentServiceEndpointSyncs: count("services"),
    MaxEndpointsPerSlice: int32({ description: "Most endpoints in a slice." }),
    EndpointUpdatesBatchPeriod: batchPeriod("a slice"),
  },
  defaults: { ConcurrentServiceEndpointSyncs: 5, MaxEndpointsPerSlice: 100, EndpointUpdatesBatchPeriod: "0s" },
  bounds: { ConcurrentServiceEndpointSyncs: syncs, MaxEndpointsPerSlice: endpoints },
});

export const endpointSliceMirroringController = section({
  name: "EndpointSliceMirroringController",
  description: "Mirrors Endpoints that users write to endpoint slices.",
  fields: {
    MirroringConcurrentServiceEndpointSyncs: count("services"),
    MirroringMaxEndpointsPerSubset: int32({ description: "Most endpoints that are mirrored of a subset." }),
    MirroringEndpointUpdatesBatchPeriod: batchPeriod("a slice"),
  },
  defaults: {
    MirroringConcurrentServiceEndpointSyncs: 5,
    MirroringMaxEndpointsPerSubset: 1000,
    MirroringEndpointUpdatesBatchPeriod: "0s",
  },
  bounds: { MirroringConcurrentServiceEndpointSyncs: syncs, MirroringMaxEndpointsPerSubset: endpoints },
});

export const serviceController = section({
  name: "ServiceController",
  description: "The controller of load balancers, where a cloud provider has one.",
  fields: { ConcurrentServiceSyncs: count("services") },
  defaults: { ConcurrentServiceSyncs: 1 },
});
