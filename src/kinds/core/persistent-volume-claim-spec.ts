/**
 * What a claim asks for; a pod holds one in an ephemeral volume.
 *
 * @module
 */
import { field, list, quantityMap, type Static, struct, text } from "../../schema/fields.ts";
import { labelSelector } from "../meta/label-selector.ts";
import { objectMeta } from "../meta/object-meta.ts";

const typedObjectReference = struct({
  apiGroup: text({
    "x-proto": 1,
    "x-always": true,
    "x-pointer": true,
    description: "Group of the object; absent for the core group.",
  }),
  kind: text({ "x-proto": 2, "x-required": true, description: "Kind of the object." }),
  name: text({ "x-proto": 3, "x-required": true, description: "Name of the object." }),
  namespace: text({
    "x-proto": 4,
    "x-pointer": true,
    description: "Its namespace; default the claim's.",
  }),
});

const typedLocalObjectReference = struct({
  apiGroup: text({
    "x-proto": 1,
    "x-always": true,
    "x-pointer": true,
    description: "Group of the object; absent for the core group.",
  }),
  kind: text({ "x-proto": 2, "x-required": true, description: "Kind of the object." }),
  name: text({ "x-proto": 3, "x-required": true, description: "Name of the object." }),
});

const volumeResourceRequirements = struct({
  limits: quantityMap({ "x-proto": 1, description: "The most there may be." }),
  requests: quantityMap({ "x-proto": 2, description: "What there must be at least." }),
});

const persistentVolumeClaimSpec = struct({
  accessModes: list(text({ enum: ["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"] }), {
    "x-proto": 1,
    "x-list-type": "atomic",
    description: "How the volume may be mounted.",
  }),
  selector: field(labelSelector, { "x-proto": 4, "x-pointer": true, description: "Volumes to choose from." }),
  resources: field(volumeResourceRequirements, {
    "x-proto": 2,
    description: "How much storage is asked for.",
  }),
  volumeName: text({ "x-proto": 3, description: "The volume that the claim is bound to." }),
  storageClassName: text({
    "x-proto": 5,
    "x-pointer": true,
    description: "The class; empty for none, absent for the default.",
  }),
  volumeMode: text({
    "x-proto": 6,
    "x-pointer": true,
    enum: ["Block", "Filesystem"],
    description: "Default `Filesystem`.",
  }),
  dataSource: field(typedLocalObjectReference, {
    "x-proto": 7,
    "x-pointer": true,
    description: "A snapshot or claim to start from.",
  }),
  dataSourceRef: field(typedObjectReference, {
    "x-proto": 8,
    "x-pointer": true,
    description: "An object to start from, of any kind.",
  }),
  volumeAttributesClassName: text({
    "x-proto": 9,
    "x-pointer": true,
    "x-gate": "VolumeAttributesClass",
    description: "Class of attributes that may change.",
  }),
});
export type PersistentVolumeClaimSpec = Static<typeof persistentVolumeClaimSpec>;

export const persistentVolumeClaimTemplate = struct({
  metadata: field(objectMeta, { "x-proto": 1, description: "Labels and annotations of the claim." }),
  spec: field(persistentVolumeClaimSpec, { "x-proto": 2, "x-required": true, description: "What the claim asks for." }),
});
export type PersistentVolumeClaimTemplate = Static<typeof persistentVolumeClaimTemplate>;
