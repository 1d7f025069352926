/**
 * What the API server itself adds to new objects: its default admission plugins, and what it knows of who sent them and when.
 *
 * @module
 */
import type { UserInfo } from "../access/user.ts";
import type { DeviceTaint, DeviceTaintRule, ResourceSlice } from "../api/types/resource-v1.ts";
import type { Kind } from "../kind/kind.ts";
import { admitNode, admitPod, protectWhileUsed } from "../kinds/core/default-admission.ts";

export interface AdditionSource {
  readonly user: UserInfo;
  /** Behind the names that are made up. */
  readonly nameSuffix: string;
  /** RFC 3339, in whole seconds. */
  readonly now: string;
  /** Whether volumes and claims are kept while they are in use, by somebody who lets them go then. */
  readonly protectsStorage: boolean;
}

/** @param object - decoded, with defaults; is changed */
export function addToNew({ group, kind }: Kind<never>, object: object, source: AdditionSource): void {
  additions.get(`${group.split(".")[0]}/${kind}`)?.(object as never, source);
}

type Addition = (object: never, source: AdditionSource) => void;

const protection =
  (finalizer: string): Addition =>
  (object, { protectsStorage }) => {
    if (protectsStorage) protectWhileUsed(object, finalizer);
  };

/** By the first part of the group and the kind. */
const additions: ReadonlyMap<string, Addition> = new Map<string, Addition>([
  ["/Pod", (object, { nameSuffix }) => admitPod(object, nameSuffix)],
  ["/Node", (object) => admitNode(object)],
  ["/PersistentVolume", protection("kubernetes.io/pv-protection")],
  ["/PersistentVolumeClaim", protection("kubernetes.io/pvc-protection")],
  ["storage/VolumeAttributesClass", protection("kubernetes.io/vac-protection")],
  ["certificates/CertificateSigningRequest", nameRequester],
  ["resource/DeviceTaintRule", ({ spec }: DeviceTaintRule, { now }) => addTimes([spec?.taint], now)],
  [
    "resource/ResourceSlice",
    ({ spec }: ResourceSlice, { now }) =>
      addTimes(
        spec?.devices?.flatMap(({ taints }) => taints),
        now,
      ),
  ],
]);

function nameRequester(request: { spec?: object }, { user }: AdditionSource): void {
  const { username, uid, groups, extra } = user;
  request.spec = { ...request.spec, username, uid, groups, extra };
}

function addTimes(taints: readonly (DeviceTaint | undefined)[] = [], now: string): void {
  for (const taint of taints) if (taint) taint.timeAdded ??= now;
}
