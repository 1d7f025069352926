/**
 * Sections of the controllers for objects of any kind: namespaces, quotas, garbage collection, admission policies.
 *
 * @module
 */
import { section } from "./section.ts";

export const garbageCollectorController = section("GarbageCollectorController", {
  defaults: {
    EnableGarbageCollector: true,
    ConcurrentGCSyncs: 20,
    GCIgnoredResources: [
      { Group: "", Resource: "events" },
      { Group: "events.k8s.io", Resource: "events" },
    ],
  },
});

export const namespaceController = section("NamespaceController", {
  defaults: { NamespaceSyncPeriod: "5m0s", ConcurrentNamespaceSyncs: 10 },
});

export const resourceQuotaController = section("ResourceQuotaController", {
  defaults: { ResourceQuotaSyncPeriod: "5m0s", ConcurrentResourceQuotaSyncs: 5 },
});

export const validatingAdmissionPolicyStatusController = section("ValidatingAdmissionPolicyStatusController", {
  defaults: { ConcurrentPolicySyncs: 5 },
  bounds: { ConcurrentPolicySyncs: { min: 1 } },
});

export const deprecatedController = section("DeprecatedController", {});
