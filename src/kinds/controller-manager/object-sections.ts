/**
 * Sections of the controllers that look after objects of any kind: namespaces, quotas, garbage, policies.
 *
 * @module
 */
import { duration, flag, list, struct, text } from "../../schema/fields.ts";
import { count, section } from "./section.ts";

export const garbageCollectorController = section({
  name: "GarbageCollectorController",
  description: "Deletes objects whose owners are gone.",
  fields: {
    EnableGarbageCollector: flag({
      description: "Whether it does; must be the same as the API server's flag.",
      "x-pointer": true,
    }),
    ConcurrentGCSyncs: count("objects"),
    GCIgnoredResources: list(
      struct({
        Group: text({ description: "API group; empty for the core group." }),
        Resource: text({ description: "Name of the resource in the plural." }),
      }),
      { description: "Resources that it leaves alone." },
    ),
  },
  defaults: {
    EnableGarbageCollector: true,
    ConcurrentGCSyncs: 20,
    GCIgnoredResources: [
      { Group: "", Resource: "events" },
      { Group: "events.k8s.io", Resource: "events" },
    ],
  },
});

export const namespaceController = section({
  name: "NamespaceController",
  description: "Empties namespaces that are deleted.",
  fields: {
    NamespaceSyncPeriod: duration({ description: "Time between two looks at all namespaces." }),
    ConcurrentNamespaceSyncs: count("namespaces"),
  },
  defaults: { NamespaceSyncPeriod: "5m0s", ConcurrentNamespaceSyncs: 10 },
});

export const resourceQuotaController = section({
  name: "ResourceQuotaController",
  description: "Counts what quotas limit.",
  fields: {
    ResourceQuotaSyncPeriod: duration({ description: "Time between two counts." }),
    ConcurrentResourceQuotaSyncs: count("quotas"),
  },
  defaults: { ResourceQuotaSyncPeriod: "5m0s", ConcurrentResourceQuotaSyncs: 5 },
});

export const validatingAdmissionPolicyStatusController = section({
  name: "ValidatingAdmissionPolicyStatusController",
  description: "Type-checks validating admission policies.",
  fields: { ConcurrentPolicySyncs: count("policies") },
  defaults: { ConcurrentPolicySyncs: 5 },
  bounds: { ConcurrentPolicySyncs: { min: 1 } },
});

export const deprecatedController = section({
  name: "DeprecatedController",
  description: "Options that are gone; no field is left.",
  fields: {},
});
