/**
 * The metadata of every object and of every list. Owns their shape; what the API server checks of it is in
 * `object-meta-rules.ts`.
 *
 * @module
 */
import { flag, int64, list, raw, type Static, stringMap, struct, text, time } from "../../schema/fields.ts";

const ownerReference = struct({
  apiVersion: text({ "x-proto": 5, "x-required": true, description: "Group and version of the owner, `apps/v1`." }),
  kind: text({ "x-proto": 1, "x-required": true, description: "Kind of the owner." }),
  name: text({ "x-proto": 3, "x-required": true, description: "Name of the owner." }),
  uid: text({ "x-proto": 4, "x-required": true, description: "Unique id of the owner." }),
  controller: flag({ "x-proto": 6, "x-pointer": true, description: "This owner is the one that manages the object." }),
  blockOwnerDeletion: flag({
    "x-proto": 7,
    "x-pointer": true,
    description: "Deleting the owner in the foreground waits until this object is gone.",
  }),
});

const managedFieldsEntry = struct({
  manager: text({ "x-proto": 1, description: "Who manages these fields." }),
  operation: text({ "x-proto": 2, description: "How the fields were set: `Apply` or `Update`." }),
  apiVersion: text({ "x-proto": 3, description: "Version of the object that the field names are of." }),
  time: time({ "x-proto": 4, "x-pointer": true, description: "When the entry last changed." }),
  fieldsType: text({ "x-proto": 6, description: "Format of the field set; always `FieldsV1`." }),
  fieldsV1: raw({
    "x-proto": 7,
    "x-pointer": true,
    description: "The fields, as a tree of `f:`, `k:`, `v:` and `i:` keys.",
  }),
  subresource: text({ "x-proto": 8, description: "The subresource that the fields were set through." }),
});

/** What every stored object carries besides its content. */
export const objectMeta = struct(
  {
    name: text({
      "x-proto": 1,
      description: "Name, unique among objects of the resource in a namespace; never changes.",
    }),
    generateName: text({
      "x-proto": 2,
      description: "Start of the name that the server makes up when `name` is absent.",
    }),
    namespace: text({ "x-proto": 3, description: "The namespace that the name is unique in; never changes." }),
    selfLink: text({ "x-proto": 4, description: "No longer filled in." }),
    uid: text({ "x-proto": 5, description: "Unique in time and space; set by the server." }),
    resourceVersion: text({ "x-proto": 6, description: "Changes with every write; opaque. Set by the server." }),
    generation: int64({ "x-proto": 7, description: "Counts changes of the desired state; set by the server." }),
    creationTimestamp: time({
      "x-proto": 8,
      "x-omits-zero": true,
      description: "When the object was created; set by the server.",
    }),
    deletionTimestamp: time({
      "x-proto": 9,
      "x-pointer": true,
      description: "When the object is to be gone; set by the server on a graceful deletion.",
    }),
    deletionGracePeriodSeconds: int64({
      "x-proto": 10,
      "x-pointer": true,
      description: "How long a graceful deletion may take; set by the server.",
    }),
    labels: stringMap({ "x-proto": 11, description: "Short values to select objects by." }),
    annotations: stringMap({
      "x-proto": 12,
      description: "Values that tools keep with the object; not for selecting.",
    }),
    ownerReferences: list(ownerReference, {
      "x-proto": 13,
      "x-list-type": "map",
      "x-list-map-keys": ["uid"],
      "x-patch-strategy": "merge",
      "x-patch-merge-key": "uid",
      description: "Objects this one depends on: when all are gone it is deleted as well.",
    }),
    finalizers: list(text(), {
      "x-proto": 14,
      "x-list-type": "set",
      "x-patch-strategy": "merge",
      description: "Who must still clean up before a deleted object goes.",
    }),
    managedFields: list(managedFieldsEntry, {
      "x-proto": 17,
      "x-list-type": "atomic",
      description: "Which manager owns which fields; kept by the server.",
    }),
  },
  { "x-proto": 1, description: "Name, namespace, labels and what the server keeps with every object." },
);
export type ObjectMeta = Static<typeof objectMeta>;
