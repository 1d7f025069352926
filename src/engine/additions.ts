/**
 * Fields that the API server itself adds to new objects: those of its default admission plugins, and those that record
 * who sent the object and when.
 *
 * @module
 */
import type { UserInfo } from "../access/user.ts";
import type { DeviceTaint, DeviceTaintRule, ResourceSlice } from "../api/types/resource-v1.ts";
import type { Kind } from "../kind/kind.ts";
import { admitNode, admitPod, protectWhileUsed } from "../kinds/core/default-admission.ts";

/** The facts that the server knows about a request. */
export interface RequestFacts {
  readonly user: UserInfo;
  /** RFC 3339, in whole seconds. */
  readonly now: string;
}

export interface AdditionSource extends RequestFacts {
  /** The suffix of generated names. */
  readonly nameSuffix: string;
}

type AnyKind = Pick<Kind<never>, "group" | "kind">;

/** Adds all of these fields. @param object - decoded, with defaults; is changed */
export function addToNew(kind: AnyKind, object: object, source: AdditionSource): void {
  if (kind.group === "" && kind.kind === "Pod") admitPod(object, source.nameSuffix);
  if (kind.group === "" && kind.kind === "Node") admitNode(object);
  addProtection(kind, object);
  noteRequest(kind, object, source);
}

/** The finalizers that StorageObjectInUseProtection adds. */
export function addProtection(kind: AnyKind, object: object): void {
  const finalizer = protections.get(keyOf(kind));
  if (finalizer !== undefined) protectWhileUsed(object, finalizer);
}

/** The parts of a request that kinds store in the object that it created. */
export function noteRequest(kind: AnyKind, object: object, facts: RequestFacts): void {
  if (keyOf(kind) === "certificates/CertificateSigningRequest") nameRequester(object, facts);
  noteTimes(kind, object, facts.now);
}

/** Sets times of the write that the client left out, also in an update. */
export function noteTimes(kind: AnyKind, object: object, now: string): void {
  addTimes(taintsByKind.get(keyOf(kind))?.(object as never), now);
}

/** The first part of the group, and the kind. */
const keyOf = ({ group, kind }: AnyKind): string => `${group.split(".")[0]}/${kind}`;

const protections: ReadonlyMap<string, string> = new Map([
  ["/PersistentVolume", "kubernetes.io/pv-protection"],
  ["/PersistentVolumeClaim", "kubernetes.io/pvc-protection"],
  ["storage/VolumeAttributesClass", "kubernetes.io/vac-protection"],
]);

type TaintsOf = (object: never) => readonly (DeviceTaint | undefined)[] | undefined;

const taintsByKind: ReadonlyMap<string, TaintsOf> = new Map<string, TaintsOf>([
  ["resource/DeviceTaintRule", ({ spec }: DeviceTaintRule) => [spec?.taint]],
  ["resource/ResourceSlice", ({ spec }: ResourceSlice) => spec?.devices?.flatMap(({ taints }) => taints)],
]);

function nameRequester(request: { spec?: object }, { user }: RequestFacts): void {
  const { username, uid, groups, extra } = user;
  request.spec = { ...request.spec, username, uid, groups, extra };
}

function addTimes(taints: readonly (DeviceTaint | undefined)[] = [], now: string): void {
  for (const taint of taints) if (taint) taint.timeAdded ??= now;
}
