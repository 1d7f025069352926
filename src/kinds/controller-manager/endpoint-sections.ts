/**
 * Sections of the controllers for services and endpoints.
 *
 * @module
 */
import { section } from "./section.ts";

const concurrentSyncsBounds = { min: 1, max: 50 } as const;
const endpoints = { min: 1, max: 1000 } as const;

export const endpointController = section("EndpointController", {
  defaults: { ConcurrentEndpointSyncs: 5, EndpointUpdatesBatchPeriod: "0s" },
});

export const endpointSliceController = section("EndpointSliceController", {
  defaults: { ConcurrentServiceEndpointSyncs: 5, MaxEndpointsPerSlice: 100, EndpointUpdatesBatchPeriod: "0s" },
  bounds: { ConcurrentServiceEndpointSyncs: concurrentSyncsBounds, MaxEndpointsPerSlice: endpoints },
});

export const endpointSliceMirroringController = section("EndpointSliceMirroringController", {
  defaults: {
    MirroringConcurrentServiceEndpointSyncs: 5,
    MirroringMaxEndpointsPerSubset: 1000,
    MirroringEndpointUpdatesBatchPeriod: "0s",
  },
  bounds: { MirroringConcurrentServiceEndpointSyncs: concurrentSyncsBounds, MirroringMaxEndpointsPerSubset: endpoints },
});

export const serviceController = section("ServiceController", {
  defaults: { ConcurrentServiceSyncs: 1 },
});
