import { expect, test } from "vitest";
import type { ManagedFieldsEntry } from "../../../src/patch/apply/owners.ts";
import { entriesAfterScale, type ReplicasPaths, scaleEntries } from "../../../src/patch/apply/scale.ts";

const paths: ReplicasPaths = new Map([
  ["apps/v1", ["f:spec", "f:replicas"]],
  ["apps/v1beta1", ["f:spec", "f:the-replicas"]],
  ["apps/v1alpha1", undefined],
]);

const replicas = { "f:spec": { "f:replicas": {} } };

const entry = (manager: string, fieldsV1: object, more: ManagedFieldsEntry = {}): ManagedFieldsEntry => ({
  manager,
  operation: "Apply",
  apiVersion: "apps/v1",
  fieldsType: "FieldsV1",
  fieldsV1,
  ...more,
});
const scaleObject = { apiVersion: "autoscaling/v1" };
const time = "2026-01-01T00:00:00Z";

test.each([
  {
    what: "the manager of the replicas alone",
    entries: [entry("a", { "f:spec": { "f:other": {} } }), entry("b", replicas, { time })],
    expected: [entry("b", replicas, { ...scaleObject, time })],
  },
  {
    what: "managers with their subresource",
    entries: [entry("a", replicas), entry("b", replicas, { subresource: "scale" })],
    expected: [entry("a", replicas, scaleObject), entry("b", replicas, { ...scaleObject, subresource: "scale" })],
  },
  {
    what: "the path of the replicas in each version",
    entries: [entry("a", { "f:spec": { "f:the-replicas": {}, "f:x": {} } }, { apiVersion: "apps/v1beta1" })],
    expected: [entry("a", replicas, scaleObject)],
  },
  {
    what: "no managers of unknown versions or versions without a scale",
    entries: [entry("a", replicas, { apiVersion: "apps/v1alpha1" }), entry("b", replicas, { apiVersion: "apps/v9" })],
    expected: [],
  },
])("managed fields of a scale: $what", ({ entries, expected }) => {
  expect(scaleEntries(entries, paths)).toEqual(expected);
});

test.each([
  {
    what: "unchanged replicas",
    entries: [entry("a", { "f:spec": { "f:replicas": {}, "f:other": {} } }, { time })],
    scale: [entry("a", replicas, { ...scaleObject, time })],
    expected: [entry("a", { "f:spec": { "f:replicas": {}, "f:other": {} } }, { time })],
  },
  {
    what: "replicas that another manager takes over",
    entries: [entry("a", { "f:spec": { "f:replicas": {}, "f:other": {} } }, { time }), entry("b", replicas)],
    scale: [entry("c", replicas, { ...scaleObject, subresource: "scale", time })],
    expected: [entry("c", replicas, { subresource: "scale" }), entry("a", { "f:spec": { "f:other": {} } }, { time })],
  },
  {
    what: "an update with another manager name in the scale",
    entries: [entry("a", replicas, { operation: "Update", time })],
    scale: [entry("a", replicas, { ...scaleObject, operation: "Update", time })],
    expected: [entry("a", replicas, { operation: "Update" })],
  },
  {
    what: "managers of versions without a scale stay, those of unknown versions are dropped",
    entries: [entry("a", replicas, { apiVersion: "apps/v1alpha1" }), entry("b", replicas, { apiVersion: "apps/v9" })],
    scale: [entry("c", { "f:metadata": {} }, scaleObject)],
    expected: [entry("a", replicas, { apiVersion: "apps/v1alpha1" })],
  },
])("managed fields of an object after an update of its scale: $what", ({ entries, scale, expected }) => {
  expect(entriesAfterScale(entries, scale, { paths, apiVersion: "apps/v1" })).toEqual(expected);
});
