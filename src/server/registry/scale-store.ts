/**
 * The subresource `scale`: the actual and the wanted number of replicas of a workload as a Scale, which is a view of
 * the workload itself.
 *
 * @module
 */
import { cloneJson } from "../../json/clone-json.ts";
import type { Column, ScaleView } from "../../kind/kind.ts";
import { entriesAfterScale, type ReplicasLocation, scaleEntries } from "../../patch/apply/scale.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest, internalError, invalid, notFound } from "../request/failures.ts";
import type { ServedKind, ServedResource } from "../request/served-resource.ts";
import { entriesOf, type Forms, setEntries, trackFields } from "./fields.ts";
import type { ObjectName } from "./keys.ts";
import { formatTime } from "./object-meta.ts";
import type { AdmissionAttributes, RegistryParts, WriteContext } from "./parts.ts";
import { ResourceStore } from "./resource-store.ts";
import { assertSameUid, type UpdateRequest, type UpdateResult } from "./update.ts";
import type { VersionConversion } from "./version-conversion.ts";

/** The kind Scale. */
export interface ScaleForm {
  /** Returns a new value for each caller. */
  kind(): ServedKind;
  /** The view for kinds that do not define one. */
  readonly view: ScaleView;
  readonly columns: readonly Column<object>[];
}

export class ScaleStore extends ResourceStore {
  readonly workload: ServedResource;
  override readonly resource: ServedResource;
  private readonly view: ScaleView;

  constructor(workload: ServedResource, form: ScaleForm, parts: RegistryParts, conversion?: VersionConversion) {
    super(workload, parts, { conversion });
    this.workload = workload;
    this.view = workload.traits.scale ?? form.view;
    const { resource, traits, isNamespaced, storePath } = workload;
    const shown = { ...traits, columns: form.columns };
    this.resource = Object.assign(form.kind(), { resource, traits: shown, isNamespaced, storePath });
  }

  override async get(target: ObjectName, resourceVersion?: number): Promise<ApiObject> {
    const workload = await super.get(target, resourceVersion);
    if (!this.hasReplicas(workload)) throw internalError(`the spec replicas field ${this.quotedPath} does not exist`);
    return this.scaleOf(workload);
  }

  private hasReplicas(workload: ApiObject): boolean {
    return this.view.hasReplicas?.(workload) ?? true;
  }

  private get quotedPath(): string {
    return JSON.stringify(`.${this.view.replicasPath.join(".")}`);
  }

  /** Replaces only the number of replicas of the workload. */
  override async update(request: UpdateRequest, write: WriteContext): Promise<UpdateResult> {
    const change = async (current: ApiObject | undefined) => {
      if (!current) throw notFound(this.workload, request.target.name);
      const hasReplicas = this.hasReplicas(current);
      const before = { ...this.scaleOf(current), ...(hasReplicas ? {} : { spec: { replicas: noReplicas } }) };
      setEntries(before, scaleEntries(entriesOf(current) ?? [], this.replicas.paths));
      const scale = await request.change(cloneJson(before));
      if (!hasReplicas && replicasOf(scale) === noReplicas) {
        throw badRequest(`the spec replicas field ${this.quotedPath} cannot be empty`);
      }
      if (!request.keepsOwners) this.track(before, scale, write);
      const seen = this.scaleAttributes(request, write);
      await this.parts.admission.mutate({ ...seen, oldObject: before, object: scale });
      if (!this.workload.definition.isCustom) assertCount(scale, request.target.name);
      await this.validate(scale, request, write);
      assertSameUid(scale, current, { resource: this.workload, isDryRun: write.isDryRun });
      const { uid } = scale.metadata;
      const { resourceVersion: read, ...metadata } = current.metadata;
      // An update of a custom resource needs a resource version, but an update of its scale does not.
      const resourceVersion = scale.metadata.resourceVersion || (this.workload.definition.isCustom ? read : "");
      const given = { ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) };
      const object = { ...this.view.withScale(current, scale), metadata: { ...metadata, ...given } };
      setEntries(object, entriesAfterScale(entriesOf(current) ?? [], entriesOf(scale) ?? [], this.replicas));
      return object;
    };
    const admission = {
      mutate: async () => {},
      approve: ({ oldObject, object }: AdmissionAttributes) =>
        this.parts.admission.approve({
          ...this.scaleAttributes(request, write),
          ...(oldObject ? { oldObject: this.scaleOf(oldObject) } : {}),
          ...(object ? { object: this.scaleOf(object) } : {}),
        }),
    };
    const own = { subresource: "", change, keepsOwners: true, isDetached: false, admission };
    const { object } = await super.update({ ...request, ...own }, write);
    return { object: this.scaleOf(object), isCreated: false };
  }

  /** Returns the attributes with the Scale for admission. */
  private scaleAttributes({ target }: UpdateRequest, write: WriteContext): AdmissionAttributes {
    const { workload: resource, resource: form } = this;
    return { operation: "UPDATE", resource, subresource: "scale", target, ...write, form };
  }

  override get forms(): Forms {
    return new Map([[this.resource.apiVersion, this.resource]]);
  }

  private track(before: ApiObject, scale: ApiObject, { fieldManager: manager }: WriteContext): void {
    const { resource: written, forms } = this;
    const now = formatTime(this.parts.nowMs());
    trackFields(before, scale, { forms, stored: written, written, subresource: "scale", manager, now });
  }

  private get replicas(): ReplicasLocation {
    const ofForm = ({ definition }: ServedKind) =>
      (definition.resource?.scale ?? this.view).replicasPath.map((name) => `f:${name}`);
    const paths = new Map([...this.parts.forms].map(([version, form]) => [version, ofForm(form)]));
    return { paths, apiVersion: this.workload.apiVersion };
  }

  private async validate(object: ApiObject, { target }: UpdateRequest, write: WriteContext): Promise<void> {
    const { parts, resource } = this;
    await parts.admission.validate({ operation: "UPDATE", resource, subresource: "", target, object, ...write });
  }

  /** Returns the Scale of a workload without managed fields, which only the change of an update sees. */
  private scaleOf(workload: ApiObject): ApiObject {
    const { name = "", namespace, uid = "", resourceVersion = "", creationTimestamp = "" } = workload.metadata;
    return {
      metadata: { name, ...(namespace && { namespace }), uid, resourceVersion, creationTimestamp },
      ...this.view.scaleOf(workload),
    };
  }
}

/**
 * Checks the number of replicas. Only for built-in kinds, whose error names the Scale: for custom resources, the
 * validation of the object itself reports the error.
 *
 * @throws {StatusError} Invalid
 */
function assertCount(scale: ApiObject, name: string): void {
  const replicas = replicasOf(scale);
  if (replicas >= 0) return;
  const message = `Invalid value: ${replicas}: must be greater than or equal to 0`;
  throw invalid({ group: "autoscaling", kind: "Scale", name }, [
    { reason: "FieldValueInvalid", message, field: "spec.replicas" },
  ]);
}

/**
 * Number of replicas in the Scale of a workload without replicas. If it is unchanged after a patch, the patch sets no
 * replicas either.
 */
const noReplicas = -(2 ** 31);

const replicasOf = ({ spec }: ApiObject): number => (spec as { readonly replicas?: number } | undefined)?.replicas ?? 0;
