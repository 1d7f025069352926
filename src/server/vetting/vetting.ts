/**
 * Decodes, patches and validates objects: small ones directly, large ones on threads, so that no request waits for the
 * object of another.
 *
 * @module
 */
import type { KindVersion } from "../../kind/kind.ts";
import type { SchemaByVersion } from "../../kinds/apiextensions/custom-kind.ts";
import type { Candidate, ValidateObject } from "../admission/engine-validation.ts";
import { type ApplyOptions, readApply } from "../handlers/apply-object.ts";
import { type ReadOptions, readObjectBody } from "../handlers/decode-object.ts";
import { readPatch } from "../handlers/patch-object.ts";
import type { Codec } from "../http/codec.ts";
import { ConversionNeeded, type Conversions, runWithConversions } from "../registry/conversions.ts";
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
  type JsonParts,
  objectInTwoParts,
  objectParts,
  parseObjectParts,
  readEntries,
  vettingParts,
  withoutOwnedFields,
} from "../request/object-json.ts";
import { noteFloats } from "../request/sent-floats.ts";
import type { ObjectType, ServedKind } from "../request/served-resource.ts";
import { isLarge, maxInlineBytes, noteLeastSize } from "../request/size.ts";
import { StatusError } from "../request/status.ts";
import { nextTurn, runInTurns } from "../request/turns.ts";
import { type ObjectTask, shapeKey, type Task, type TaskResult } from "./task.ts";
import type { VettingThreads } from "./threads.ts";

/** A patch as received. */
export interface PatchBody {
  /** Media type of the patch. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** A configuration for server-side apply as received. */
export interface Configuration {
  readonly codec: Codec;
  readonly body: Uint8Array;
}

/** The endpoint that a configuration is applied at. */
export interface AppliedTo {
  readonly resource: ServedKind;
  readonly forms: Forms;
}

/** Returns the wanted object for the current one, if it exists. The result shares nothing with the current object. */
export type ApplyTo = (current: ApiObject | undefined) => Promise<ApiObject>;

/** Returns the wanted object for the current one. The result shares nothing with the current object. */
export type ApplyPatch = (current: ApiObject) => Promise<ApiObject>;

const partsOf = (object: ApiObject | undefined): JsonParts | undefined => object && objectParts(object);

/** Returns the key by which a thread finds the shape. */
const shapeFields = (shape: ObjectType): Pick<ObjectTask, "shape" | "definedBy"> => ({
  shape: shapeKey(shape),
  ...(shape.definedBy ? { definedBy: shape.definedBy } : {}),
});

export class Vetting {
  private readonly validateHere: ValidateObject;
  private readonly threads: VettingThreads | undefined;

  /** Running and finished preparations of kinds. */
  private readonly prepared = new WeakMap<KindVersion, Promise<void>>();
  private readonly target: string;

  /** @param threads - absent: all work runs on the main thread */
  constructor(validate: ValidateObject, target: string, threads?: VettingThreads) {
    this.validateHere = validate;
    this.target = target;
    this.threads = threads;
  }

  /**
   * Reads the schemas of a large definition on a thread; undefined for smaller definitions, whose schemas are read
   * quickly.
   *
   * @throws {StatusError} if the task exceeds a limit
   */
  async readSchemas(definition: ApiObject): Promise<SchemaByVersion | undefined> {
    const { threads } = this;
    if (!threads || !isLarge(definition)) return undefined;
    return (await this.runTask(threads, { name: "schemas", definition: objectParts(definition) })).schemas;
  }

  /**
   * Decodes an object.
   *
   * @throws {StatusError} if the body is not an object of the shape
   */
  async read(body: Uint8Array, codec: Codec, shape: ObjectType, options: ReadOptions): Promise<ApiObject> {
    const { threads } = this;
    if (!threads || body.length <= maxInlineBytes) return readObjectBody(body, codec, shape, options);
    const { fieldValidation, otherVersions = [], warn } = options;
    const { mediaType } = codec;
    const task = { name: "read", ...shapeFields(shape), body, mediaType, otherVersions, fieldValidation } as const;
    return this.runObjectTask(threads, task, warn);
  }

  /**
   * Prepares a patch.
   *
   * @param options - how the patched object is decoded
   * @throws {StatusError} for an invalid patch; the returned function throws it for a patch that does not fit the
   *   object
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
      return this.runObjectTask(
        threads,
        { name: "patch", ...shapeFields(resource), ...work },
        warn,
        entriesOf(current),
      );
    };
  }

  /**
   * Prepares a server-side apply.
   *
   * @param endpoint - the resource of the configuration, and its forms
   * @throws {StatusError} from the returned function: first for a body that is not a configuration, then for one that
   *   cannot be applied
   */
  apply({ codec, body }: Configuration, { resource, forms }: AppliedTo, options: ApplyOptions): ApplyTo {
    const { threads } = this;
    const isInline = !threads || body.length <= maxInlineBytes;
    let ready: ReturnType<typeof readApply> | undefined;
    const applyTo = async (current: ApiObject | undefined, conversions: Conversions): Promise<ApiObject> => {
      if (!threads || (isInline && !isLarge(current))) {
        // Decoded only now: the error for an object that does not exist comes first.
        ready ??= readApply(codec.decode(body, resource), resource, forms);
        return ready(current && cloneWithEntries(current), { ...options, conversions });
      }
      const { warn, ...rest } = options;
      const { mediaType } = codec;
      const work = { body, mediaType, current: partsOf(current), options: { ...rest, conversions } };
      const task = { name: "apply", ...shapeFields(resource), ...work } as const;
      return this.runObjectTask(threads, task, warn);
    };
    return async (current) =>
      runWithConversions(resource.convert, forms, (conversions) => applyTo(current, conversions));
  }

  /** Sets the managed fields that an object has after a write. */
  readonly track: TrackFields = (live, object, tracking) =>
    runWithConversions(tracking.stored.convert, tracking.forms, (conversions) =>
      this.trackWith(live, object, { ...tracking, conversions }),
    );

  private readonly trackWith: TrackFields = (live, object, tracking) => {
    const { threads } = this;
    if (!threads || !(isLarge(object) || isLarge(live))) return trackFields(live, object, tracking);
    const { stored, written, forms: _known, ...rest } = tracking;
    const shapes = { ...shapeFields(stored), written: shapeKey(written) };
    const keepsEntries = live !== undefined && entriesOf(object) === entriesOf(live);
    const parts = objectInTwoParts(keepsEntries ? withoutEntries(object) : object);
    const task = {
      name: "track",
      ...shapes,
      live: partsOf(live),
      object: parts,
      keepsEntries,
      tracking: rest,
    } as const;
    return this.trackOnThread(threads, task).then((entries) => setEntries(object, entries));
  };

  private async trackOnThread(threads: VettingThreads, task: Task): Promise<Entries> {
    const { entries } = await this.runTask(threads, task);
    if (!entries) throw new Error("the thread tracked nothing");
    await nextTurn();
    const read = readEntries(entries) as Entries;
    await nextTurn();
    return read;
  }

  /**
   * Validates an object. Throws a StatusError to reject it, or returns a promise if the result is not available
   * synchronously.
   */
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
      ...shapeFields(resource),
      // The encoded bytes of an updated object are kept for the store; a new object may still get another name.
      object: oldObject ? vettingParts(object) : objectInTwoParts(withoutOwnedFields(object)),
      oldObject: partsOf(oldObject),
      floats,
      subresource,
      target: { name },
    } as const;
    return this.runTask(threads, task).then(({ warnings }) => warnings.forEach(warn));
  }

  /** Prepares the rules of a kind; undefined if there is nothing to prepare, or the preparation is finished. */
  private prepare({ definition, kindVersion, version }: ServedKind): Promise<void> | undefined {
    if (!definition.prepare) return undefined;
    const begun = this.prepared.get(kindVersion);
    if (begun) return begun === ready ? undefined : begun;
    const steps = definition.prepare({ version, target: this.target });
    const preparing = runInTurns(steps[Symbol.iterator]()).then(() => void this.prepared.set(kindVersion, ready));
    this.prepared.set(kindVersion, preparing);
    return preparing;
  }

  /**
   * Runs a task that returns an object.
   *
   * @param entries - managed fields of the object, if the task leaves them unchanged
   */
  private async runObjectTask(
    threads: VettingThreads,
    task: Task,
    warn: (text: string) => void,
    entries?: Entries,
  ): Promise<ApiObject> {
    const { json, bytes = 0, floats, keepsEntries = false, warnings } = await this.runTask(threads, task);
    if (!json) throw new Error("the thread read no object");
    await nextTurn();
    const object = parseObjectParts([json]);
    noteLeastSize(object, bytes);
    noteFloats(object, floats);
    if (keepsEntries) setEntries(object, entries);
    warnings.forEach(warn);
    await nextTurn();
    return object;
  }

  private async runTask(threads: VettingThreads, task: Task): Promise<Done> {
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
