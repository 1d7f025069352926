/**
 * Reads, patches and vets objects: small ones at once, large ones on threads, so that no request waits for another's object.
 *
 * @module
 */
import type { KindVersion } from "../../kind/kind.ts";
import type { ReadSchemas } from "../../kinds/apiextensions/custom-kind.ts";
import type { Candidate, ValidateObject } from "../admission/engine-validation.ts";
import { type ApplyOptions, readApply } from "../handlers/apply-object.ts";
import { type ReadOptions, readObjectBody } from "../handlers/decode-object.ts";
import { readPatch } from "../handlers/patch-object.ts";
import type { Codec } from "../http/codec.ts";
import { ConversionNeeded, type Conversions, converting } from "../registry/conversions.ts";
import {
  cloneWithEntries,
  type Entries,
  entriesOf,
  type Forms,
  setEntries,
  shareEntries,
  type TrackFields,
  trackFields,
  withoutEntries,
} from "../registry/fields.ts";
import type { ApiObject } from "../request/api-object.ts";
import {
  objectInTwo,
  objectOfParts,
  objectParts,
  type Parts,
  partsToVet,
  readEntries,
  withoutOwnedFields,
} from "../request/object-json.ts";
import { noteFloats } from "../request/sent-floats.ts";
import type { ObjectType, ServedKind } from "../request/served-resource.ts";
import { isLarge, maxInlineBytes, noteLeastSize } from "../request/size.ts";
import { StatusError } from "../request/status.ts";
import { inTurns, nextTurn } from "../request/turns.ts";
import { type ObjectTask, shapeKey, type Task, type TaskResult } from "./task.ts";
import type { VettingThreads } from "./threads.ts";

/** A patch as it came. */
export interface PatchBody {
  /** Its media type. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** A configuration to apply as it came. */
export interface Configuration {
  readonly codec: Codec;
  readonly body: Uint8Array;
}

/** The endpoint that a configuration is applied to. */
export interface AppliedTo {
  readonly resource: ServedKind;
  readonly forms: Forms;
}

/** From the object as it is, if there is one, to the object as it is to be, which shares nothing with it. */
export type ApplyTo = (current: ApiObject | undefined) => Promise<ApiObject>;

/** From the object as it is to the object as it is to be, which shares nothing with it. */
export type ApplyPatch = (current: ApiObject) => Promise<ApiObject>;

const partsOf = (object: ApiObject | undefined): Parts | undefined => object && objectParts(object);

/** The key by which a thread finds the shape. */
const named = (shape: ObjectType): Pick<ObjectTask, "shape" | "definedBy"> => ({
  shape: shapeKey(shape),
  ...(shape.definedBy ? { definedBy: shape.definedBy } : {}),
});

export class Vetting {
  private readonly validateHere: ValidateObject;
  private readonly threads: VettingThreads | undefined;

  /** By their kinds, where that is done or begun. */
  private readonly prepared = new WeakMap<KindVersion, Promise<void>>();
  private readonly target: string;

  /** @param threads - absent: everything is done at once */
  constructor(validate: ValidateObject, target: string, threads?: VettingThreads) {
    this.validateHere = validate;
    this.target = target;
    this.threads = threads;
  }

  /** Of a large definition; undefined of others, whose schemas are read in no time. @throws {StatusError} when they take too much */
  async readSchemas(definition: ApiObject): Promise<ReadSchemas | undefined> {
    const { threads } = this;
    if (!threads || !isLarge(definition)) return undefined;
    return (await this.done(threads, { name: "schemas", definition: objectParts(definition) })).schemas;
  }

  /** @throws {StatusError} for a body that is no such object */
  async read(body: Uint8Array, codec: Codec, shape: ObjectType, options: ReadOptions): Promise<ApiObject> {
    const { threads } = this;
    if (!threads || body.length <= maxInlineBytes) return readObjectBody(body, codec, shape, options);
    const { fieldValidation, otherVersions = [], warn } = options;
    const { mediaType } = codec;
    const task = { name: "read", ...named(shape), body, mediaType, otherVersions, fieldValidation } as const;
    return this.object(threads, task, warn);
  }

  /**
   * @param options - how the patched object is read
   * @throws {StatusError} for an invalid patch, and then for one that does not fit
   */
  patch({ type, body }: PatchBody, resource: ObjectType, options: ReadOptions): ApplyPatch {
    const { threads } = this;
    const apply = threads && body.length > maxInlineBytes ? undefined : readPatch(type, body, resource);
    return async (current) => {
      if (apply && !(threads && isLarge(current))) {
        const object = apply(cloneWithEntries(current), options);
        shareEntries(object, current);
        return object;
      }
      if (!threads) throw new Error("a patch is applied on a thread where there are threads");
      const { fieldValidation, warn } = options;
      const work = { type, body, current: objectParts(current), fieldValidation };
      return this.object(threads, { name: "patch", ...named(resource), ...work }, warn, entriesOf(current));
    };
  }

  /**
   * @param endpoint - what the configuration is of
   * @throws {StatusError} once applied, for a body that is no configuration, and then for one that cannot be applied
   */
  apply({ codec, body }: Configuration, { resource, forms }: AppliedTo, options: ApplyOptions): ApplyTo {
    const { threads } = this;
    const isInline = !threads || body.length <= maxInlineBytes;
    let ready: ReturnType<typeof readApply> | undefined;
    const applyTo = async (current: ApiObject | undefined, conversions: Conversions): Promise<ApiObject> => {
      if (!threads || (isInline && !isLarge(current))) {
        // Not before: an object that does not exist comes first.
        ready ??= readApply(codec.decode(body, resource), resource, forms);
        return ready(current && cloneWithEntries(current), { ...options, conversions });
      }
      const { warn, ...rest } = options;
      const { mediaType } = codec;
      const work = { body, mediaType, current: partsOf(current), options: { ...rest, conversions } };
      const task = { name: "apply", ...named(resource), ...work } as const;
      return this.object(threads, task, warn);
    };
    return async (current) => converting(resource.convert, forms, (conversions) => applyTo(current, conversions));
  }

  /** Gives the object the entries that it has by this write. */
  readonly track: TrackFields = (live, object, tracking) =>
    converting(tracking.stored.convert, tracking.forms, (conversions) =>
      this.trackWith(live, object, { ...tracking, conversions }),
    );

  private readonly trackWith: TrackFields = (live, object, tracking) => {
    const { threads } = this;
    if (!threads || !(isLarge(object) || isLarge(live))) return trackFields(live, object, tracking);
    const { stored, written, forms: _known, ...rest } = tracking;
    const shapes = { ...named(stored), written: shapeKey(written) };
    const keepsEntries = live !== undefined && entriesOf(object) === entriesOf(live);
    const parts = objectInTwo(keepsEntries ? withoutEntries(object) : object);
    const task = {
      name: "track",
      ...shapes,
      live: partsOf(live),
      object: parts,
      keepsEntries,
      tracking: rest,
    } as const;
    return this.tracked(threads, task).then((entries) => setEntries(object, entries));
  };

  private async tracked(threads: VettingThreads, task: Task): Promise<Entries> {
    const { entries } = await this.done(threads, task);
    if (!entries) throw new Error("the thread tracked nothing");
    await nextTurn();
    const read = readEntries(entries) as Entries;
    await nextTurn();
    return read;
  }

  /** Throws the StatusError that refuses; a promise when that is known later only. */
  validate(candidate: Candidate): void | Promise<void> {
    const { threads } = this;
    const { resource, object, oldObject, floats, subresource, target, warn } = candidate;
    if (!threads || !(isLarge(object) || isLarge(oldObject))) {
      const preparing = this.prepare(resource);
      return preparing ? preparing.then(() => this.validateHere(candidate)) : this.validateHere(candidate);
    }
    const { name } = target;
    const task = {
      name: "validate",
      ...named(resource),
      // A new object may still get another name.
      object: oldObject ? partsToVet(object) : objectInTwo(withoutOwnedFields(object)),
      oldObject: partsOf(oldObject),
      floats,
      subresource,
      target: { name },
    } as const;
    return this.done(threads, task).then(({ warnings }) => warnings.forEach(warn));
  }

  /** Undefined where nothing is to be prepared, or all is. */
  private prepare({ definition, kindVersion, version }: ServedKind): Promise<void> | undefined {
    if (!definition.prepare) return undefined;
    const begun = this.prepared.get(kindVersion);
    if (begun) return begun === ready ? undefined : begun;
    const steps = definition.prepare({ version, target: this.target });
    const preparing = inTurns(steps[Symbol.iterator]()).then(() => void this.prepared.set(kindVersion, ready));
    this.prepared.set(kindVersion, preparing);
    return preparing;
  }

  /** @param entries - of owners, for an object that keeps them */
  private async object(
    threads: VettingThreads,
    task: Task,
    warn: (text: string) => void,
    entries?: Entries,
  ): Promise<ApiObject> {
    const { json, bytes = 0, floats, keepsEntries = false, warnings } = await this.done(threads, task);
    if (!json) throw new Error("the thread read no object");
    await nextTurn();
    const object = objectOfParts([json]);
    noteLeastSize(object, bytes);
    noteFloats(object, floats);
    if (keepsEntries) setEntries(object, entries);
    warnings.forEach(warn);
    await nextTurn();
    return object;
  }

  private async done(threads: VettingThreads, task: Task): Promise<Done> {
    const result = await threads.run(task);
    if (result.outcome === "asks") throw new ConversionNeeded(result.conversion);
    if (result.outcome === "failed") throw new Error(result.error);
    if (result.outcome === "done") return result;
    const { code = 0, reason = "", message = "", details } = result.status;
    const { refused } = result;
    throw new StatusError(code, reason, message, { ...(details && { details }), ...(refused && { refused }) });
  }
}

type Done = Extract<TaskResult, { readonly outcome: "done" }>;

const ready = Promise.resolve();
