/**
 * Tracks which objects a node needs: its pods, the objects that they refer to, and other objects bound to the node.
 *
 * @module
 */
import type { PersistentVolume, Pod } from "../../api/types/core-v1.ts";
import type { ApiObject } from "../request/api-object.ts";
import { podReferences } from "./pod-references.ts";
import type { ObjectSource } from "./rbac-source.ts";
import { volumeSecrets } from "./volume-secrets.ts";

/** Returns the source of the objects of a resource; undefined if the resource is not served. */
export type SourceOf = (group: string, resource: string) => ObjectSource | undefined;

/** `RESOURCE/NAMESPACE/NAME` of an object. */
type Key = string;

const keyOf = (resource: string, namespace: string, name: string): Key => `${resource}/${namespace}/${name}`;

/** The part of the graph that comes from one object. */
interface Part {
  /** Name of the node that the object is bound to; empty if it is not bound. */
  readonly node: string;
  /** The object itself, and the objects that the node needs for it. */
  readonly neededKeys: readonly Key[];
  /** Only for a volume: its claim, and its secrets. The nodes that need the claim need the volume, too. */
  readonly volume?: { readonly key: Key; readonly claim: Key; readonly secrets: readonly Key[] };
}

type ReadPart = (object: ApiObject, key: Key) => Part;

const nothing: Part = { node: "", neededKeys: [] };

/** Reads an object that names its node in `spec.nodeName`. */
const boundPart: ReadPart = ({ spec }, key) => {
  const { nodeName = "" } = (spec ?? {}) as { readonly nodeName?: string };
  return { node: nodeName, neededKeys: [key] };
};

const sources: readonly { readonly group: string; readonly resource: string; readonly read: ReadPart }[] = [
  { group: "", resource: "pods", read: podPart },
  { group: "", resource: "persistentvolumes", read: volumePart },
  { group: "storage.<domain>", resource: "volumeattachments", read: boundPart },
  { group: "resource.<domain>", resource: "resourceslices", read: boundPart },
  { group: "certificates.<domain>", resource: "podcertificaterequests", read: boundPart },
];

/** Kubelets create mirror pods themselves, so these pods must not give a kubelet access to other objects. */
const mirrorAnnotation = "kubernetes.io/config.mirror";

function podPart(object: ApiObject, key: Key): Part {
  const pod = object as Pod;
  const { namespace = "", annotations = {} } = object.metadata;
  const isMirror = Object.hasOwn(annotations, mirrorAnnotation);
  const { nodeName: node = "" } = pod.spec ?? {};
  if (node === "") return nothing;
  const references = isMirror ? [] : podReferences(pod);
  return { node, neededKeys: [key, ...references.map(({ resource, name }) => keyOf(resource, namespace, name))] };
}

function volumePart(object: ApiObject, key: Key): Part {
  const volume = object as PersistentVolume;
  const claim = volume.spec?.claimRef;
  if (!claim) return nothing;
  const secrets = volumeSecrets(volume).map(({ namespace, name }) => keyOf("secrets", namespace, name));
  const claimKey = keyOf("persistentvolumeclaims", claim.namespace ?? "", claim.name ?? "");
  return { ...nothing, volume: { key, claim: claimKey, secrets } };
}

export class NodeGraph {
  private readonly sources: readonly { resource: string; read: ReadPart; source: ObjectSource }[];
  /** For each object, the number of objects because of which each node needs it. */
  private readonly needCountsByKey = new Map<Key, Map<string, number>>();
  private readonly claimByVolume = new Map<Key, Key>();
  private readonly volumesBySecret = new Map<Key, Set<Key>>();

  constructor(sourceOf: SourceOf) {
    this.sources = sources.flatMap(({ group, resource, read }) => {
      const source = sourceOf(group, resource);
      return source ? [{ resource, read, source }] : [];
    });
    for (const { resource, read, source } of this.sources) {
      const partOf = (object: ApiObject) => read(object, keyOfObject(resource, object));
      source.subscribe({
        change: ({ object, previous }) => {
          if (previous) this.remove(partOf(previous));
          if (object) this.add(partOf(object));
        },
        reset: () => this.rebuild(),
      });
    }
    this.rebuild();
  }

  /** Whether the node needs the object. */
  isNeeded(node: string, resource: string, { namespace, name }: { namespace: string; name: string }): boolean {
    const key = keyOf(resource, namespace, name);
    if (this.needCountsByKey.get(key)?.has(node)) return true;
    const volumes = resource === "persistentvolumes" ? [key] : [...(this.volumesBySecret.get(key) ?? [])];
    return volumes.some((volume) => this.needCountsByKey.get(this.claimByVolume.get(volume) ?? "")?.has(node));
  }

  private rebuild(): void {
    for (const known of [this.needCountsByKey, this.claimByVolume, this.volumesBySecret]) known.clear();
    for (const { resource, read, source } of this.sources) {
      for (const object of source.cached()) this.add(read(object, keyOfObject(resource, object)));
    }
  }

  private add({ node, neededKeys, volume }: Part): void {
    for (const key of node === "" ? [] : neededKeys) {
      const counts = this.needCountsByKey.get(key) ?? new Map<string, number>();
      this.needCountsByKey.set(key, counts.set(node, (counts.get(node) ?? 0) + 1));
    }
    if (!volume) return;
    this.claimByVolume.set(volume.key, volume.claim);
    for (const secret of volume.secrets) {
      this.volumesBySecret.set(secret, (this.volumesBySecret.get(secret) ?? new Set()).add(volume.key));
    }
  }

  private remove({ node, neededKeys, volume }: Part): void {
    for (const key of node === "" ? [] : neededKeys) this.removeNeed(key, node);
    if (!volume) return;
    this.claimByVolume.delete(volume.key);
    for (const secret of volume.secrets) {
      const volumes = this.volumesBySecret.get(secret);
      volumes?.delete(volume.key);
      if (volumes?.size === 0) this.volumesBySecret.delete(secret);
    }
  }

  private removeNeed(key: Key, node: string): void {
    const counts = this.needCountsByKey.get(key);
    const left = (counts?.get(node) ?? 0) - 1;
    if (left > 0) counts?.set(node, left);
    else counts?.delete(node);
    if (counts?.size === 0) this.needCountsByKey.delete(key);
  }
}

const keyOfObject = (resource: string, { metadata: { namespace = "", name = "" } }: ApiObject): Key =>
  keyOf(resource, namespace, name);
