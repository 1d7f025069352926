/**
 * New objects as the API server hands them to validating admission: with what it makes up, in the form in which Go writes
 * them.
 *
 * @module
 */

import type { UserInfo } from "../access/user.ts";
import type { Service } from "../api/types/core-v1.ts";
import type { ObjectMeta } from "../api/types/meta-v1.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Kind } from "../kind/kind.ts";
import { madeName, startMetadata } from "../kind/new-metadata.ts";
import type { RuleContext } from "../rule/context.ts";
import { dropDisabledFields, gatesOff } from "../schema/disabled-fields.ts";
import { sentValue } from "../schema/go-values.ts";
import { addToNew } from "./additions.ts";

/** Values that the API server makes up for a new object, the same in every run. */
const made = { uid: "00000000-0000-4000-8000-000000000000", creationTimestamp: "2026-01-01T00:00:00Z" };
const madeSuffix = "x7k2m";
const madeAddress = "10.96.0.10";

interface Creation {
  readonly kind: Kind;
  /** Empty for what belongs to no namespace. */
  readonly namespace: string;
  readonly context: RuleContext;
  readonly user: UserInfo;
}

/** @param object - decoded, with defaults; it is not changed */
export function createdObject(
  object: Readonly<Record<string, unknown>>,
  { kind, namespace, context, user }: Creation,
): Readonly<Record<string, unknown>> {
  const schema = kind.versions.find(({ name }) => name === context.version)?.schema ?? {};
  const copy: Record<string, unknown> = structuredClone(object);
  copy["metadata"] = metadataOf(copy, namespace);
  dropDisabledFields(copy, schema, gatesOff(schema, context.isEnabled, undefined));
  addToNew(kind, copy, {
    user,
    nameSuffix: madeSuffix,
    now: made.creationTimestamp,
  });
  if (kind.group === "" && kind.kind === "Service") giveAddress(copy);
  kind.resource?.prepareForCreate?.(copy, context);
  return sentValue(copy, schema) as Record<string, unknown>;
}

function metadataOf(object: Readonly<Record<string, unknown>>, namespace: string): ObjectMeta {
  const metadata: ObjectMeta = isPlainObject(object["metadata"]) ? object["metadata"] : {};
  startMetadata(metadata, made);
  metadata.namespace = namespace;
  if (!metadata.name) metadata.name = madeName(metadata.generateName ?? "", madeSuffix);
  return metadata;
}

function giveAddress(service: Service): void {
  const { spec } = service;
  if (!spec || spec.type === "ExternalName") return;
  spec.clusterIP ||= madeAddress;
  if (!spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP];
  if (!spec.ipFamilies?.length) spec.ipFamilies = ["IPv4"];
  spec.ipFamilyPolicy ??= "SingleStack";
}
