/**
 * Aggregated group versions: forwards their requests to other servers while the APIService is available, and includes
 * their resources in discovery.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import type { APIService, APIServiceCondition } from "../../api/types/apiregistration-v1.ts";
import { localCondition } from "../../kinds/apiregistration/api-service.ts";
import type { Controller, ControllerOptions } from "../controllers/controller.ts";
import { changeIfSame, ignoreRaces } from "../controllers/ignore-races.ts";
import { WorkQueue } from "../controllers/work-queue.ts";
import type { ApiGroup } from "../discovery/documents.ts";
import { prioritiesOf } from "../discovery/group-priorities.ts";
import type { Exchange, Handler } from "../http/exchange.ts";
import { sendText } from "../http/plain-text.ts";
import type { CacheEvent } from "../registry/cache-event.ts";
import { formatTime } from "../registry/object-meta.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import { unavailable } from "../request/failures.ts";
import { type ServiceStores, serviceLabel } from "../webhook/service-address.ts";
import { type AvailableCondition, availabilityOf } from "./availability.ts";
import { type Backend, type BackendClient, backendOf } from "./backend.ts";
import { proxy } from "./proxy.ts";
import { type RemoteDocuments, readDocuments } from "./remote-documents.ts";

/** Interval at which the availability and the documents of each backend are checked. */
const checkMs = 30_000;
const serviceUnavailable = 503;

export interface AggregationOptions extends ControllerOptions {
  readonly services: ServiceStores["store"];
  readonly client: BackendClient;
  readonly nowMs: () => number;
  /** Whether group versions of this server have APIServices, too. */
  readonly hasOwnServices: boolean;
}

/** A group version that another server serves. */
export interface RemoteGroup extends ApiGroup {
  readonly documents?: RemoteDocuments;
}

export class Aggregation implements Controller {
  private readonly store: ResourceStore;
  private readonly options: AggregationOptions;
  private readonly queue: WorkQueue;
  private readonly backends = new WeakMap<ApiObject, { readonly backend: Backend | undefined }>();
  private readonly documents = new Map<string, RemoteDocuments>();
  /** APIServices with a backend, by name; most APIServices are served by this server itself. */
  private readonly remote = new Map<string, ApiObject>();
  private readonly readers = new Set<() => void>();
  private readonly stops: (() => void)[];

  /** @param store - the store of APIServices */
  constructor(store: ResourceStore, options: AggregationOptions) {
    this.store = store;
    this.options = options;
    this.queue = new WorkQueue((name) => this.check(name), options.log);
    const checkRemote = () => {
      for (const name of this.remote.keys()) this.queue.add(name);
    };
    // Unref'd, since a server that fails to listen exits without calling `stop`.
    const timer = setInterval(checkRemote, checkMs).unref();
    const reset = () => {
      // Includes APIServices that no longer exist.
      for (const name of this.documents.keys()) this.queue.add(name);
      this.readAll();
      this.notifyReaders();
    };
    this.stops = [
      () => clearInterval(timer),
      store.subscribe({ change: (event) => this.changed(event), reset }),
      this.followServices("", "services"),
      this.followServices("discovery.<domain>", "endpointslices"),
    ];
    this.readAll();
  }

  private readAll(): void {
    this.remote.clear();
    for (const object of this.store.cached()) this.updateRemoteServices(object);
  }

  private updateRemoteServices(object: ApiObject): void {
    const { name = "" } = object.metadata;
    if (this.backendOf(object)) this.remote.set(name, object);
    else this.remote.delete(name);
    this.queue.add(name);
  }

  private changed({ object, previous }: Pick<CacheEvent, "object" | "previous">): void {
    const { name = "" } = (object ?? previous)?.metadata ?? {};
    const wasRemote = this.remote.has(name);
    if (object) this.updateRemoteServices(object);
    else {
      this.remote.delete(name);
      this.queue.add(name);
    }
    if (wasRemote || this.remote.has(name) || !object || !previous) this.notifyReaders();
  }

  /** Whether `/apis` lists a group version of this server. It is no longer listed once its APIService is deleted. */
  isListed({ group, version }: ApiGroup): boolean {
    if (!this.options.hasOwnServices || prioritiesOf(group, version) === undefined) return true;
    return this.store.cachedObject({ namespace: "", name: `${version}.${group}` }) !== undefined;
  }

  /**
   * Returns the handler that forwards a request to the backend that serves its path; undefined for paths of this
   * server.
   */
  handlerFor({ info: { path } }: Exchange): Handler | undefined {
    if (this.remote.size === 0) return undefined;
    const parts = path.split("/").filter((part) => part !== "");
    const [prefix, group = "", version = ""] = parts[0] === "openapi" && parts[1] === "v3" ? parts.slice(2) : parts;
    if (prefix !== "apis" || version === "" || parts.some((part) => part === "." || part === "..")) return undefined;
    const object = this.remote.get(`${version}.${group}`);
    const backend = object && this.backendOf(object);
    if (!object || !backend) return undefined;
    if (conditionOf(object)?.status !== "True") {
      return async (exchange) => sendText(exchange, serviceUnavailable, "service unavailable");
    }
    return (exchange) => proxy(exchange, backend, this.options.client);
  }

  /** Returns all aggregated group versions, in no particular order. */
  groups(): readonly RemoteGroup[] {
    return [...this.remote.values()].flatMap((object) => {
      const backend = this.backendOf(object);
      if (!backend) return [];
      const { group, version, groupPriority, versionPriority, name } = backend;
      const documents = conditionOf(object)?.status === "True" ? this.documents.get(name) : undefined;
      return {
        group,
        version,
        resources: documents?.resources ?? [],
        remote: { groupPriority, versionPriority, isStale: documents === undefined },
        ...(documents ? { documents } : {}),
      };
    });
  }

  /**
   * Subscribes to changes of the groups.
   *
   * @param read - called when the groups, or the set of listed groups, may have changed
   */
  subscribe(read: () => void): void {
    this.readers.add(read);
  }

  stop(): void {
    for (const stop of this.stops) stop();
    this.queue.stop();
  }

  private notifyReaders(): void {
    for (const read of this.readers) read();
  }

  private backendOf(object: ApiObject): Backend | undefined {
    const known = this.backends.get(object) ?? { backend: backendOf(object as APIService) };
    this.backends.set(object, known);
    return known.backend;
  }

  /** Checks the backends of a service again when the service or its endpoints change. */
  private followServices(group: string, resource: string): () => void {
    const add = (changed?: ApiObject) => {
      for (const object of this.remote.values()) {
        const backend = this.backendOf(object);
        if (backend && (!changed || isSameService(changed, backend))) this.queue.add(backend.name);
      }
    };
    const store = this.options.services(group, resource);
    return store?.subscribe({ change: ({ change: { object } }) => add(object), reset: () => add() }) ?? (() => {});
  }

  private async check(name: string): Promise<void> {
    const object = this.store.cachedObject({ namespace: "", name });
    const backend = object && this.backendOf(object);
    if (!backend) this.forget(name);
    if (!object) return;
    const { client, services } = this.options;
    const available = backend ? await availabilityOf(backend, client, services) : localCondition;
    if (backend && available.status === "True") await this.readDocuments(backend);
    await this.updateCondition(object, available);
    // Throws to make the queue retry, with a delay that grows with each failure.
    if (available.reason === "FailedDiscoveryCheck") throw unavailable(available.message);
  }

  private async readDocuments(backend: Backend): Promise<void> {
    const documents = await readDocuments(backend, this.options.client);
    if (!documents) return this.forget(backend.name);
    if (isDeepStrictEqual(documents, this.documents.get(backend.name))) return;
    this.documents.set(backend.name, documents);
    this.notifyReaders();
  }

  private forget(name: string): void {
    if (this.documents.delete(name)) this.notifyReaders();
  }

  private async updateCondition(object: ApiObject, available: AvailableCondition): Promise<void> {
    const { status, reason, message, lastTransitionTime = "" } = conditionOf(object) ?? {};
    if (isDeepStrictEqual({ status, reason, message }, available)) return;
    const isSame = status === available.status && lastTransitionTime !== "";
    const time = isSame ? lastTransitionTime : formatTime(this.options.nowMs());
    const condition: APIServiceCondition = { type: "Available", ...available, lastTransitionTime: time };
    const change = changeIfSame(object, (current) => {
      const others = conditionsOf(current).filter(({ type }) => type !== "Available");
      return { ...current, status: { conditions: [...others, condition] } };
    });
    const target = { namespace: "", name: object.metadata.name ?? "" };
    await ignoreRaces(
      this.store.update({ target, subresource: "status", change, isRepeatable: true }, this.options.write),
    );
  }
}

const conditionsOf = (object: ApiObject): readonly APIServiceCondition[] =>
  (object as APIService).status?.conditions ?? [];

const conditionOf = (object: ApiObject): APIServiceCondition | undefined =>
  conditionsOf(object).find(({ type }) => type === "Available");

/**
 * Whether the changed object belongs to the service of a backend.
 *
 * @param changed - a Service or an EndpointSlice
 */
function isSameService({ metadata }: ApiObject, { service }: Backend): boolean {
  const name = metadata.labels?.[serviceLabel] ?? metadata.name;
  return metadata.namespace === service.namespace && name === service.name;
}
