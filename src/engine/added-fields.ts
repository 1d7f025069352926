/**
 * Adds the fields that kube-apiserver itself adds to new objects: those of its default admission plugins, and the user
 * who created the object.
 *
 * @module
 */
import type { UserInfo } from "../access/user.ts";
import type { Kind } from "../kind/kind.ts";
import { addNotReadyTaint, addProtectionFinalizer, admitPod } from "../kinds/core/default-admission.ts";

export interface AdditionSource {
  readonly user: UserInfo;
  /** The suffix of generated names. */
  readonly nameSuffix: string;
}

type AnyKind = Pick<Kind, "group" | "kind">;

/** Adds all of these fields. @param object - decoded, with defaults; is changed */
export function addToNew(kind: AnyKind, object: object, source: AdditionSource): void {
  if (kind.group === "" && kind.kind === "Pod") admitPod(object, source.nameSuffix);
  if (kind.group === "" && kind.kind === "Node") addNotReadyTaint(object);
  addProtection(kind, object);
  noteRequester(kind, object, source.user);
}

/** Adds the finalizers of the admission plugin StorageObjectInUseProtection. */
export function addProtection(kind: AnyKind, object: object): void {
  const finalizer = protections.get(keyOf(kind));
  if (finalizer !== undefined) addProtectionFinalizer(object, finalizer);
}

/** Records the user who creates the object, for kinds that have such fields. */
export function noteRequester(kind: AnyKind, object: object, { username, uid, groups, extra }: UserInfo): void {
  if (keyOf(kind) !== "certificates/CertificateSigningRequest") return;
  const request: { spec?: object } = object;
  request.spec = { ...request.spec, username, uid, groups, extra };
}

/** Returns the first part of the group, and the kind. */
const keyOf = ({ group, kind }: AnyKind): string => `${group.split(".")[0]}/${kind}`;

const protections: ReadonlyMap<string, string> = new Map([
  ["/PersistentVolume", "kubernetes.io/pv-protection"],
  ["/PersistentVolumeClaim", "kubernetes.io/pvc-protection"],
  ["storage/VolumeAttributesClass", "kubernetes.io/vac-protection"],
]);
