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
const scaled = { apiVersion: "autoscaling/v1" };
const time = "2026-01-01T00:00:00Z";

test.each([
  {
    what: "who owns the number alone",
    entries: [entry("a", { "f:spec": { "f:other": {} } }), entry("b", replicas, { time })],
    expected: [entry("b", replicas, { ...scaled, time })],
  },
  {
    what: "with their subresource",
    entries: [entry("a", replicas), entry("b", replicas, { subresource: "scale" })],
    expected: [entry("a", replicas, scaled), entry("b", replicas, { ...scaled, subresource: "scale" })],
  },
  {
    what: "by the path of each version",
    entries: [entry("a", { "f:spec": { "f:the-replicas": {}, "f:x": {} } }, { apiVersion: "apps/v1beta1" })],
    expected: [entry("a", replicas, scaled)],
  },
  {
    what: "none of a version without scale, or that nobody knows",
    entries: [entry("a", replicas, { apiVersion: "apps/v1alpha1" }), entry("b", replicas, { apiVersion: "apps/v9" })],
    expected: [],
  },
])("managed fields of a scale: $what", ({ entries, expected }) => {
  expect(scaleEntries(entries, paths)).toEqual(expected);
});

test.each([
  {
    what: "unchanged",
    entries: [entry("a", { "f:spec": { "f:replicas": {}, "f:other": {} } }, { time })],
    scale: [entry("a", replicas, { ...scaled, time })],
    expected: [entry("a", { "f:spec": { "f:replicas": {}, "f:other": {} } }, { time })],
  },
  {
    what: "the number taken by another",
    entries: [entry("a", { "f:spec": { "f:replicas": {}, "f:other": {} } }, { time }), entry("b", replicas)],
    scale: [entry("c", replicas, { ...scaled, subresource: "scale", time })],
    expected: [entry("c", replicas, { subresource: "scale" }), entry("a", { "f:spec": { "f:other": {} } }, { time })],
  },
  {
    what: "who updates has another identity in the scale",
    entries: [entry("a", replicas, { operation: "Update", time })],
    scale: [entry("a", replicas, { ...scaled, operation: "Update", time })],
    expected: [entry("a", replicas, { operation: "Update" })],
  },
  {
    what: "owners of versions without scale stay, of versions that nobody knows go",
    entries: [entry("a", replicas, { apiVersion: "apps/v1alpha1" }), entry("b", replicas, { apiVersion: "apps/v9" })],
    scale: [entry("c", { "f:metadata": {} }, scaled)],
    expected: [entry("a", replicas, { apiVersion: "apps/v1alpha1" })],
  },
])("managed fields of an object after an update of its scale: $what", ({ entries, scale, expected }) => {
  expect(entriesAfterScale(entries, scale, { paths, apiVersion: "apps/v1" })).toEqual(expected);
});
