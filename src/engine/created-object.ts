/**
 * Converts new objects to the form in which kube-apiserver passes them to admission: with the values that it generates,
 * and serialized as by Go.
 *
 * @module
 */

import type { UserInfo } from "../access/user.ts";
import type { Service } from "../api/types/core-v1.ts";
import type { ObjectMeta } from "../api/types/meta-v1.ts";
import { cloneJson } from "../json/clone-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Kind } from "../kind/kind.ts";
import { clearSystemMetadata, generatedNameOf, initializeMetadata } from "../kind/new-metadata.ts";
import type { RuleContext } from "../rule/context.ts";
import { createGateLookup, dropDisabledFields } from "../schema/disabled-fields.ts";
import { sentValue } from "../schema/go-values.ts";
import { addToNew } from "./added-fields.ts";

/** Values that kube-apiserver would generate for a new object; constants, so that every run has the same result. */
const generatedMetadata = { uid: "00000000-0000-4000-8000-000000000000", creationTimestamp: "2026-01-01T00:00:00Z" };
const generatedSuffix = "x7k2m";
const generatedClusterIp = "10.96.0.10";

export interface Creation {
  readonly kind: Kind;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly context: RuleContext;
  readonly user: UserInfo;
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns the object as validating admission sees it.
 *
 * @param object - decoded, with defaults; it is not changed
 */
export function createdObject(object: JsonObject, creation: Creation): JsonObject {
  const copy = startedObject(object, creation);
  completeObject(copy, creation);
  return serialized(copy, creation);
}

/** Returns the object as mutating admission sees it: a generated name is still missing. */
export const newObject = (object: JsonObject, creation: Creation): JsonObject =>
  serialized(startedObject(object, creation), creation);

/** Completes an object after mutating admission. Returns it as validating admission sees it. */
export function completedObject(object: JsonObject, creation: Creation): JsonObject {
  const copy = cloneJson(object);
  completeObject(copy, creation);
  return serialized(copy, creation);
}

/**
 * Returns a manifest as the stored object. Keeps its status and, if they are set, its uid, timestamps and generation.
 */
export function storedObject(object: JsonObject, creation: Creation): JsonObject {
  const created = createdObject(object, creation);
  const { uid, creationTimestamp, generation, deletionTimestamp } = metadataOf(object);
  const given = Object.entries({ uid, creationTimestamp, generation, deletionTimestamp });
  const kept = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const metadata = { ...metadataOf(created), ...kept };
  return serialized({ ...created, metadata, ...("status" in object && { status: object["status"] }) }, creation);
}

function startedObject(object: JsonObject, { kind, namespace, context, user }: Creation): Record<string, unknown> {
  const copy: Record<string, unknown> = cloneJson(object);
  copy["metadata"] = { ...metadataOf(copy), namespace };
  const schema = schemaOf({ kind, context });
  dropDisabledFields(copy, schema, createGateLookup(schema, context.isEnabled, undefined));
  // Some defaults depend on the time of the write.
  kind.applyDefaults?.(copy, { ...context, now: generatedMetadata.creationTimestamp });
  addToNew(kind, copy, { user, nameSuffix: generatedSuffix });
  return copy;
}

/** Sets the fields that kube-apiserver sets after mutating admission. Changes the object. */
function completeObject(object: JsonObject, { kind, context }: Creation): void {
  const metadata = metadataOf(object);
  clearSystemMetadata(metadata);
  initializeMetadata(metadata, generatedMetadata);
  if (!metadata.name) metadata.name = generatedNameOf(metadata.generateName ?? "", generatedSuffix);
  if (kind.group === "" && kind.kind === "Service") assignClusterIp(object);
  kind.resource?.prepareForCreate?.(object, context);
}

const schemaOf = ({ kind, context }: Pick<Creation, "kind" | "context">) =>
  kind.versions.find(({ name }) => name === context.version)?.schema ?? {};

const serialized = (object: JsonObject, creation: Creation): JsonObject => sentValue(object, schemaOf(creation));

const metadataOf = ({ metadata }: { readonly metadata?: unknown }): ObjectMeta =>
  isPlainObject(metadata) ? metadata : {};

function assignClusterIp(service: Service): void {
  const { spec } = service;
  if (!spec || spec.type === "ExternalName") return;
  spec.clusterIP ||= generatedClusterIp;
  if (!spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP];
  if (!spec.ipFamilies?.length) spec.ipFamilies = ["IPv4"];
  spec.ipFamilyPolicy ??= "SingleStack";
}
