/**
 * The stores of custom resources whose objects may be kept in another version, and are converted by asking a webhook.
 *
 * @module
 */
import { cloneJson } from "../../json/clone-json.ts";
import { clearSystemMetadata } from "../../kind/new-metadata.ts";
import { keepMetadata } from "../../kind/replacement.ts";
import type { ApiList, ApiObject } from "../request/api-object.ts";
import { internalError } from "../request/failures.ts";
import type { ConvertObjects, ServedResource } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import { writtenForm } from "../request/written-form.ts";
import type { DeleteRequest, DeleteResult } from "./delete.ts";
import { entriesOf, setEntries, trackFields } from "./fields.ts";
import type { ObjectName } from "./keys.ts";
import type { ListRequest } from "./list.ts";
import { generateName } from "./object-meta.ts";
import type { AdmissionAttributes, RegistryParts, StoreParts, WriteContext } from "./parts.ts";
import { ResourceStore } from "./resource-store.ts";
import { trackWrite } from "./strategy.ts";
import type { UpdateRequest, UpdateResult } from "./update.ts";
import type { RunningWatch, WatchRequest, WatchSink } from "./watch.ts";

/** Of the version in which new objects are stored; earlier ones may be in others. */
export class StorageVersionStore extends ResourceStore {
  /** Results made of an object can be kept with it, so one object that is stored is asked about once. */
  private readonly objects = new WeakMap<ApiObject, Promise<ApiObject>>();
  /** Of the version that clients see. */
  override readonly resource: ServedResource;
  protected readonly convert: ConvertObjects;

  constructor(
    resource: ServedResource,
    stored: ServedResource,
    parts: RegistryParts & { readonly convert: ConvertObjects },
  ) {
    super(stored, parts);
    this.resource = resource;
    this.convert = parts.convert;
  }

  override async get(target: ObjectName, resourceVersion?: number): Promise<ApiObject> {
    return this.seenOne(await super.get(target, resourceVersion));
  }

  /** Fields that a selector names are those of the version that is stored. */
  override async list(request: ListRequest): Promise<ApiList> {
    const list = await super.list(request);
    const { runs: _stored, items, ...others } = list;
    if (items.every((object) => this.isOwn(object))) return list;
    return { ...others, items: await this.seen(items) };
  }

  override async watch(request: WatchRequest, sink: WatchSink): Promise<RunningWatch> {
    const turns = new Turns(sink);
    const running = await super.watch(request, {
      state: async (objects) => sink.state(await this.seen(objects)),
      change: ({ type, object }) =>
        turns.add(object, async () => sink.change({ type, object: await this.seenOne(object) })),
      initialEnd: (revision) => turns.add(undefined, () => sink.initialEnd(revision)),
      fail: (error) => turns.add(undefined, () => sink.fail(error)),
      end: () => turns.add(undefined, () => sink.end()),
    });
    return {
      get revision() {
        return turns.sent ?? running.revision;
      },
      stop: () => running.stop(),
    };
  }

  protected async seenOne(object: ApiObject): Promise<ApiObject> {
    return (await this.seen([object]))[0] as ApiObject;
  }

  /** All of a version that are not known yet are asked about at once. */
  private async seen(objects: readonly ApiObject[]): Promise<readonly ApiObject[]> {
    const unknown = objects.filter((object) => !this.isOwn(object) && !this.objects.has(object));
    for (const form of new Set(unknown.map((object) => this.formOf(object)))) {
      const asked = unknown.filter((object) => this.formOf(object) === form);
      const converted = this.convert(asked, form, this.resource);
      for (const [index, object] of asked.entries()) {
        // Defaults are those of the version that is stored.
        const made = converted.then((all) => readAs(all[index] as ApiObject, this.resource), unreadable);
        this.objects.set(object, made);
        // A failed question is asked again.
        made.catch(() => this.objects.delete(object));
      }
    }
    return Promise.all(objects.map((object) => this.objects.get(object) ?? object));
  }

  private formOf(object: ApiObject): ServedResource {
    return writtenForm(object) ?? this.parts.resource;
  }

  private isOwn(object: ApiObject): boolean {
    return this.formOf(object) === this.resource;
  }
}

/** Of a version in which no new objects are stored. */
export class WebhookConvertedStore extends StorageVersionStore {
  private readonly tracked: StoreParts;

  constructor(
    resource: ServedResource,
    stored: ServedResource,
    parts: RegistryParts & { readonly convert: ConvertObjects },
  ) {
    // Who owns what is said in the version of the client, before the object is converted.
    super(resource, stored, { ...parts, track: () => {} });
    this.tracked = { ...this.parts, resource, track: parts.track ?? trackFields };
  }

  override async create(object: ApiObject, write: WriteContext): Promise<ApiObject> {
    this.applyDefaults(object);
    const { namespace = "", name = "" } = object.metadata;
    await this.trackOwners({ object, oldObject: undefined, subresource: "" }, write);
    await this.validate({ operation: "CREATE", target: { namespace, name }, object, subresource: "" }, write);
    return this.seenOne(await super.create(await this.toStored(object), { ...write, form: this.resource }));
  }

  override async update(request: UpdateRequest, write: WriteContext): Promise<UpdateResult> {
    const { target, subresource } = request;
    const change: UpdateRequest["change"] = async (current) => {
      const oldObject = current && (await this.seenOne(current));
      const object = await request.change(oldObject && cloneJson(oldObject));
      this.applyDefaults(object);
      if (!request.keepsOwners) {
        await this.trackOwners({ object, oldObject, subresource }, write);
      }
      if (oldObject) await this.validate({ operation: "UPDATE", target, object, oldObject, subresource }, write);
      return this.toStored(object);
    };
    const result = await super.update({ ...request, change, isDetached: true }, { ...write, form: this.resource });
    return { ...result, object: await this.seenOne(result.object) };
  }

  override async delete(request: DeleteRequest, write: WriteContext): Promise<DeleteResult> {
    const result = await super.delete(request, write);
    return { ...result, object: await this.seenOne(result.object) };
  }

  private async trackOwners({ object, oldObject, subresource }: TrackedChange, write: WriteContext): Promise<void> {
    const context = { ...write, form: this.resource };
    if (oldObject) return trackWrite(this.tracked, { object, oldObject, subresource }, context);
    const metadata = { ...object.metadata };
    clearSystemMetadata(metadata);
    const made = { ...object, metadata };
    await trackWrite(this.tracked, { object: made, subresource }, context);
    setEntries(object, entriesOf(made));
  }

  /** The rules of its own version; those of the stored one follow. */
  private async validate(
    attempt: Omit<AdmissionAttributes, "resource" | keyof WriteContext>,
    write: WriteContext,
  ): Promise<void> {
    const { resource, parts } = this;
    const { oldObject } = attempt;
    const object = cloneJson(attempt.object);
    if (object && oldObject) keepMetadata(object.metadata, oldObject.metadata);
    else if (object?.metadata.generateName) object.metadata.name ||= generateName(object.metadata.generateName);
    await parts.admission.validate({ ...attempt, ...(object ? { object } : {}), resource, ...write });
  }

  private applyDefaults(object: ApiObject): void {
    const { definition, version } = this.resource;
    definition.applyDefaults?.(object as never, this.parts.contextFor(version));
  }

  private async toStored(object: ApiObject): Promise<ApiObject> {
    const { resource: stored } = this.parts;
    return (await this.convert([object], this.resource, stored)).map((each) => readAs(each, stored))[0] as ApiObject;
  }
}

interface TrackedChange {
  readonly object: ApiObject;
  /** Undefined for a new object. */
  readonly oldObject: ApiObject | undefined;
  readonly subresource: string;
}

/** To readers, that is a fault of the store. */
function unreadable(error: unknown): never {
  throw error instanceof StatusError ? internalError(error.message) : error;
}

/** Sends changes in order, however long it takes to convert one of them. */
class Turns {
  /** Up to where everything is sent while something waits. */
  sent: number | undefined;
  private last: Promise<void> = Promise.resolve();
  private count = 0;
  private readonly sink: WatchSink;

  constructor(sink: WatchSink) {
    this.sink = sink;
  }

  add(object: ApiObject | undefined, send: () => Promise<void> | void): void {
    const revision = Number(object?.metadata.resourceVersion);
    if (object) this.sent ??= revision - 1;
    this.count++;
    this.last = this.last
      .then(send)
      .catch((error: unknown) => {
        if (!(error instanceof StatusError)) throw error;
        this.sink.fail(error);
      })
      .finally(() => {
        if (--this.count === 0) this.sent = undefined;
        else if (object) this.sent = revision;
      });
  }
}

/** Without what its version does not know. */
const readAs = (object: ApiObject, { definition, version }: ServedResource): ApiObject =>
  (definition.read?.(object, { version }).object ?? object) as ApiObject;
