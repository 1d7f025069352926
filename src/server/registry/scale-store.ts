/**
 * The number of replicas that a workload has and is to have, as a Scale: a view of the workload itself.
 *
 * @module
 */
import { formatLabelSelector, type LabelSelector } from "../../kinds/meta/label-selector.ts";
import type { ApiObject } from "../request/api-object.ts";
import { notFound } from "../request/failures.ts";
import type { ServedKind, ServedResource } from "../request/served-resource.ts";
import type { ObjectName } from "./keys.ts";
import type { RegistryParts, WriteContext } from "./parts.ts";
import { ResourceStore } from "./resource-store.ts";
import type { UpdateRequest, UpdateResult } from "./update.ts";

/** What a workload that can be scaled has. */
interface Workload extends ApiObject {
  readonly spec?: { readonly replicas?: number; readonly selector?: Readonly<Record<string, unknown>> };
  readonly status?: { readonly replicas?: number };
}

export class ScaleStore extends ResourceStore {
  readonly workload: ServedResource;
  override readonly resource: ServedResource;

  /** @param kind - Scale; becomes the store's own */
  constructor(workload: ServedResource, kind: ServedKind, parts: RegistryParts) {
    super(workload, parts);
    this.workload = workload;
    const { resource, traits, isNamespaced } = workload;
    this.resource = Object.assign(kind, { resource, traits, isNamespaced });
  }

  override async get(target: ObjectName, resourceVersion?: number): Promise<ApiObject> {
    return this.scaleOf(await super.get(target, resourceVersion));
  }

  /** Replaces the number of replicas alone; the rest of the workload is as it is. */
  override async update(request: UpdateRequest, write: WriteContext): Promise<UpdateResult> {
    const change: UpdateRequest["change"] = async (current: Workload | undefined) => {
      if (!current) throw notFound(this.workload, request.target.name);
      const scale = await request.change(this.scaleOf(current));
      await this.parts.admission.validate({
        operation: "UPDATE",
        resource: this.resource,
        subresource: "",
        target: request.target,
        object: scale,
        ...write,
      });
      const { replicas = 0 } = (scale["spec"] ?? {}) as { readonly replicas?: number };
      const { uid, resourceVersion } = scale.metadata;
      return {
        ...current,
        metadata: withVersion({ ...current.metadata, ...(uid ? { uid } : {}) }, resourceVersion),
        spec: { ...current.spec, replicas },
      };
    };
    const { object } = await super.update({ ...request, subresource: "", change }, write);
    return { object: this.scaleOf(object), isCreated: false };
  }

  private scaleOf({ metadata, spec = {}, status = {} }: Workload): ApiObject {
    const { name = "", namespace = "", uid = "", resourceVersion = "", creationTimestamp = "" } = metadata;
    const { replicas = 0 } = spec;
    return {
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: replicas === 0 ? {} : { replicas },
      status: { replicas: status.replicas ?? 0, selector: selectorText(spec.selector ?? {}) },
    };
  }
}

/** Replication controllers have labels for a selector. */
function selectorText(selector: Readonly<Record<string, unknown>>): string {
  const isSelector = Object.values(selector).some((value) => typeof value === "object");
  return formatLabelSelector((isSelector ? selector : { matchLabels: selector }) as LabelSelector);
}

function withVersion(metadata: ApiObject["metadata"], resourceVersion: string | undefined): ApiObject["metadata"] {
  const { resourceVersion: _read, ...rest } = metadata;
  return resourceVersion ? { ...rest, resourceVersion } : rest;
}
