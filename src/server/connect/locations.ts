/**
 * The objects by which the server finds what runs somewhere, and the connections to it.
 *
 * @module
 */
import type { Node, Pod, Service } from "../../api/types/core-v1.ts";
import type { ObjectName } from "../registry/keys.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { notFound, type ResourceName } from "../request/failures.ts";
import { orUndefined } from "../request/status.ts";
import { slicesOf } from "../webhook/service-address.ts";
import type { RemoteLocation } from "./location.ts";
import { defaultAddressTypes, kubeletLocation } from "./node-location.ts";
import type { ServiceSources } from "./service-location.ts";
import { type KubeletTrust, Transport } from "./transport.ts";

/** How the server finds kubelets, and how they know each other. */
export interface KubeletSettings extends KubeletTrust {
  /** Types of the addresses of a node, the best first; default: kube-apiserver's. */
  readonly addressTypes?: readonly string[];
}

export interface LocationSources {
  /** By the name of a group in the domain k8s.io; undefined for a resource that the target does not have. */
  store(group: string, resource: string): ResourceStore | undefined;
  /** Whether a feature gate is on. */
  isEnabled(gate: string): boolean;
}

export class Locations {
  readonly transport: Transport;
  private readonly sources: LocationSources;
  private readonly addressTypes: readonly string[];

  constructor(sources: LocationSources, { addressTypes = defaultAddressTypes, ...trust }: KubeletSettings) {
    this.sources = sources;
    this.addressTypes = addressTypes;
    this.transport = new Transport(trust);
  }

  /** Whether who connects by GET must also be allowed to create. */
  get mustCreate(): boolean {
    return this.sources.isEnabled("AuthorizePodWebsocketUpgradeCreatePermission");
  }

  /** Whether the streams of a log can be had by themselves. */
  get splitsStreams(): boolean {
    return this.sources.isEnabled("PodLogsQuerySplitStreams");
  }

  /**
   * @param asked - the resource of the request, which kube-apiserver names in place of a missing node
   * @throws {StatusError} NotFound
   */
  async kubeletOf(name: string, asked: ResourceName): Promise<RemoteLocation> {
    const nodes = this.sources.store("", "nodes");
    const node = nodes && (await orUndefined(nodes.get({ namespace: "", name })));
    if (!node) throw notFound(asked, name);
    return kubeletLocation(node as Node, this.addressTypes);
  }

  /** @param services - the store of services */
  serviceSources(services: ResourceStore, target: ObjectName): ServiceSources {
    const { namespace, name } = target;
    const { sources } = this;
    return {
      namespace,
      service: async () => (await services.get(target)) as Service,
      slices: () => slicesOf((group, resource) => sources.store(group, resource), { namespace, name, port: 0 }),
      pod: (pod) => sources.store("", "pods")?.cachedObject({ namespace, name: pod }) as Pod | undefined,
    };
  }
}
