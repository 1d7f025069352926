/**
 * The store of a resource whose objects are stored in the form of another resource: in another version or another
 * group.
 *
 * @module
 */
import type { ApiList, ApiObject } from "../request/api-object.ts";
import { fromStoredVersion, type ServedResource, toStoredVersion } from "../request/served-resource.ts";
import type { DeleteRequest, DeleteResult } from "./delete.ts";
import type { ObjectName } from "./keys.ts";
import type { ListRequest } from "./list.ts";
import type { RegistryParts, WriteContext } from "./parts.ts";
import { ResourceStore } from "./resource-store.ts";
import type { Selection } from "./selection.ts";
import type { UpdateRequest, UpdateResult } from "./update.ts";
import type { RunningWatch, WatchRequest, WatchSink } from "./watch.ts";

type Run = readonly ApiObject[];

export class ConvertedStore extends ResourceStore {
  /**
   * Converted objects by the stored object, so that a stored object always has the same converted object, to which
   * callers can attach results.
   */
  private readonly objects = new WeakMap<ApiObject, ApiObject>();
  private readonly runs = new WeakMap<Run, Run>();
  /** The resource in the form that clients see. */
  override readonly resource: ServedResource;

  constructor(resource: ServedResource, stored: ServedResource, parts: RegistryParts) {
    super(stored, parts, { called: resource });
    this.resource = resource;
  }

  override async get(target: ObjectName, resourceVersion?: number): Promise<ApiObject> {
    return this.servedObject(await super.get(target, resourceVersion));
  }

  override async list(request: ListRequest): Promise<ApiList> {
    const list = await super.list({ ...request, selection: this.toStoredSelection(request.selection) });
    const { items, runs = [items], ...others } = list;
    return { ...others, items: this.servedRun(items), runs: runs.map((run) => this.servedRun(run)) };
  }

  override watch(request: WatchRequest, sink: WatchSink): Promise<RunningWatch> {
    return super.watch(
      { ...request, selection: this.toStoredSelection(request.selection) },
      {
        news: (watch) => sink.news(watch),
        state: (objects) => sink.state(this.servedRun(objects)),
        change: ({ type, object }) => sink.change({ type, object: this.servedObject(object) }),
        initialEnd: (revision) => sink.initialEnd(revision),
        fail: (error) => sink.fail(error),
        end: () => sink.end(),
      },
    );
  }

  override async create(object: ApiObject, write: WriteContext): Promise<ApiObject> {
    return this.servedObject(
      await super.create(toStoredVersion(this.resource, object), { ...write, form: this.resource }),
    );
  }

  override async update(request: UpdateRequest, write: WriteContext): Promise<UpdateResult> {
    const change: UpdateRequest["change"] = async (current) =>
      toStoredVersion(this.resource, await request.change(current && this.fromStored(current)));
    const result = await super.update({ ...request, change }, { ...write, form: this.resource });
    return { ...result, object: this.servedObject(result.object) };
  }

  override async delete(request: DeleteRequest, write: WriteContext): Promise<DeleteResult> {
    const result = await super.delete(request, { ...write, form: this.resource });
    return { ...result, object: this.servedObject(result.object) };
  }

  private toStoredSelection(selection: Selection): Selection {
    return { ...selection, matches: (object) => selection.matches(this.servedObject(object)) };
  }

  private fromStored(object: ApiObject): ApiObject {
    return { ...fromStoredVersion(this.resource, object) };
  }

  private servedObject(object: ApiObject): ApiObject {
    const known = this.objects.get(object);
    if (known) return known;
    const made = this.fromStored(object);
    this.objects.set(object, made);
    return made;
  }

  private servedRun(run: Run): Run {
    const known = this.runs.get(run);
    if (known) return known;
    const made = run.map((object) => this.servedObject(object));
    this.runs.set(run, made);
    return made;
  }
}
