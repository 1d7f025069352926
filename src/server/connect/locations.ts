/**
 * Finds the backends of forwarded requests by their objects, and holds the transport to them.
 *
 * @module
 */
import type { Node, Pod, Service } from "../../api/types/core-v1.ts";
import type { ObjectName } from "../registry/keys.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { notFound, type ResourceName } from "../request/failures.ts";
import { undefinedIfNotFound } from "../request/status.ts";
import { slicesOf } from "../webhook/service-address.ts";
import type { RemoteLocation } from "./location.ts";
import { defaultAddressTypes, kubeletLocation } from "./node-location.ts";
import type { ServiceSources } from "./service-location.ts";
import { type KubeletTrust, Transport } from "./transport.ts";

/** How the server finds kubelets, and how both sides authenticate. */
export interface KubeletSettings extends KubeletTrust {
  /** Types of node addresses in order of preference; default: those of kube-apiserver. */
  readonly addressTypes?: readonly string[];
}

export interface LocationSources {
  /**
   * Returns the store of a resource, by the name of the group in the domain k8s.io; undefined if the target does not
   * have the resource.
   */
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

  /** Whether connecting by GET also requires the permission to create. */
  get requiresCreatePermission(): boolean {
    return this.sources.isEnabled("AuthorizePodWebsocketUpgradeCreatePermission");
  }

  /** Whether clients can request single streams of a log. */
  get allowsStreamParameter(): boolean {
    return this.sources.isEnabled("PodLogsQuerySplitStreams");
  }

  /**
   * @param requestedResource - the resource of the request; kube-apiserver names it in the error for a missing node
   * @throws {StatusError} NotFound
   */
  async kubeletOf(name: string, requestedResource: ResourceName): Promise<RemoteLocation> {
    const nodes = this.sources.store("", "nodes");
    const node = nodes && (await undefinedIfNotFound(nodes.get({ namespace: "", name })));
    if (!node) throw notFound(requestedResource, name);
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
