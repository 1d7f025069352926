/**
 * The number of replicas that a workload has and is to have, as a Scale: a view of the workload itself.
 *
 * @module
 */
import { entriesAfterScale, type ReplicasOf, scaleEntries } from "../../patch/apply/scale.ts";
import type { ApiObject } from "../request/api-object.ts";
import { notFound } from "../request/failures.ts";
import type { ServedKind, ServedResource } from "../request/served-resource.ts";
import { entriesOf, type Forms, setEntries, trackFields } from "./fields.ts";
import type { ObjectName } from "./keys.ts";
import { formatTime } from "./object-meta.ts";
import type { RegistryParts, WriteContext } from "./parts.ts";
import { ResourceStore } from "./resource-store.ts";
import { assertSameUid, type UpdateRequest, type UpdateResult } from "./update.ts";

/** What a Scale is. */
export interface ScaleForm {
  /** Made anew for each caller. */
  kind(): ServedKind;
  /** The Scale of a workload, without metadata. */
  scaleOf(workload: object): object;
  withScale(workload: ApiObject, scale: object): ApiObject;
}

const replicasPath = ["f:spec", "f:replicas"];

export class ScaleStore extends ResourceStore {
  readonly workload: ServedResource;
  override readonly resource: ServedResource;
  private readonly form: ScaleForm;

  constructor(workload: ServedResource, form: ScaleForm, parts: RegistryParts) {
    super(workload, parts);
    this.workload = workload;
    this.form = form;
    const { resource, traits, isNamespaced } = workload;
    this.resource = Object.assign(form.kind(), { resource, traits, isNamespaced });
  }

  override async get(target: ObjectName, resourceVersion?: number): Promise<ApiObject> {
    return this.scaleOf(await super.get(target, resourceVersion));
  }

  /** Replaces the number of replicas alone; the rest of the workload is as it is. */
  override async update(request: UpdateRequest, write: WriteContext): Promise<UpdateResult> {
    const change = async (current: ApiObject | undefined) => {
      if (!current) throw notFound(this.workload, request.target.name);
      const before = this.scaleOf(current);
      const scale = await request.change(structuredClone(before));
      if (!request.keepsOwners) this.track(before, scale, write);
      await this.validate(scale, request, write);
      assertSameUid(this.workload, scale, current);
      const { uid, resourceVersion } = scale.metadata;
      const { resourceVersion: _read, ...metadata } = current.metadata;
      const given = { ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) };
      const object = { ...this.form.withScale(current, scale), metadata: { ...metadata, ...given } };
      setEntries(object, entriesAfterScale(entriesOf(current) ?? [], entriesOf(scale) ?? [], this.replicas));
      return object;
    };
    const own = { subresource: "", change, keepsOwners: true, isDetached: false };
    const { object } = await super.update({ ...request, ...own }, write);
    return { object: this.scaleOf(object), isCreated: false };
  }

  override get forms(): Forms {
    return new Map([[this.resource.apiVersion, this.resource]]);
  }

  private track(before: ApiObject, scale: ApiObject, { fieldManager: manager }: WriteContext): void {
    const { resource: written, forms } = this;
    const now = formatTime(this.parts.nowMs());
    trackFields(before, scale, { forms, stored: written, written, subresource: "scale", manager, now });
  }

  private get replicas(): ReplicasOf {
    const paths = new Map([...this.parts.forms.keys()].map((version) => [version, replicasPath]));
    return { paths, apiVersion: this.workload.apiVersion };
  }

  private async validate(object: ApiObject, { target }: UpdateRequest, write: WriteContext): Promise<void> {
    const { parts, resource } = this;
    await parts.admission.validate({ operation: "UPDATE", resource, subresource: "", target, object, ...write });
  }

  private scaleOf(workload: ApiObject): ApiObject {
    const { name = "", namespace = "", uid = "", resourceVersion = "", creationTimestamp = "" } = workload.metadata;
    const scale = {
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      ...this.form.scaleOf(workload),
    };
    setEntries(scale, scaleEntries(entriesOf(workload) ?? [], this.replicas.paths));
    return scale;
  }
}
