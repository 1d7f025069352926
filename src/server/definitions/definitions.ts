/**
 * Serves the resources of CustomResourceDefinitions: accepts their names, establishes them, and deletes their objects
 * when a definition is deleted.
 *
 * @module
 */
import type { CustomResourceDefinition, CustomResourceDefinitionStatus } from "../../api/types/apiextensions-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import type { SchemaByVersion } from "../../kinds/apiextensions/custom-kind.ts";
import {
  acceptedStatus,
  cleanupFinalizer,
  isTrue,
  terminatingCondition,
  withCondition,
} from "../../kinds/apiextensions/definition-status.ts";
import { NameRegister } from "../../kinds/apiextensions/taken-names.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import type { Controller, ControllerOptions } from "../controllers/controller.ts";
import { changeIfSame, ignoreRaces } from "../controllers/ignore-races.ts";
import { WorkQueue } from "../controllers/work-queue.ts";
import { stackOf } from "../http/log.ts";
import { formatTime } from "../registry/object-meta.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { wholeScope } from "../registry/selection.ts";
import type { ApiObject } from "../request/api-object.ts";
import { undefinedIfNotFound } from "../request/status.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import type { WebhookClient } from "../webhook/webhook-client.ts";
import { conversionBy } from "./conversion-webhook.ts";
import { type ContextOf, definedResources } from "./defined-resources.ts";

export interface DefinitionOptions extends ControllerOptions {
  readonly groupDomain: string;
  readonly contextOf: ContextOf;
  /**
   * Reads the schemas of a large definition on another thread; undefined for a small definition.
   *
   * @throws {StatusError} if that takes too much time or memory
   */
  readonly readSchemas: (definition: ApiObject) => Promise<SchemaByVersion | undefined>;
  readonly nowMs: () => number;
  /** Client for calls of conversion webhooks. */
  readonly webhooks: WebhookClient;
}

/** Starts the controller. Resolves once all existing definitions are served. */
export async function startDefinitions(options: DefinitionOptions): Promise<RunningDefinitions> {
  const store = options.registry.store(`apiextensions.${options.groupDomain}`, "customresourcedefinitions");
  if (!store) throw new Error("customresourcedefinitions are not served");
  const definitions = new Definitions(store, options);
  await definitions.serveAll();
  return { stop: definitions.start(), idle: () => definitions.idle() };
}

export interface RunningDefinitions extends Controller {
  /** Resolves once all definitions in the cache are served. */
  idle(): Promise<void>;
}

/**
 * While the objects of a definition are deleted: the interval at which the remaining ones are counted, and the time
 * after which the deletion starts over.
 */
const pollMs = 200;
const maxPollMs = 60_000;

class Definitions {
  private readonly store: ResourceStore;
  private readonly options: DefinitionOptions;
  /** Definitions as they were last written; the cache may lag behind. */
  private readonly known = new Map<string, CustomResourceDefinition>();
  /** The names that definitions have been granted. */
  private readonly names = new NameRegister();
  /** Definitions whose names conflict with those of others. */
  private readonly conflictingNames = new Set<string>();
  /** The served state of each definition, as a comparable text. */
  private readonly servedState = new Map<string, string>();
  /** Handles one definition at a time, since names are granted to one after the other. */
  private readonly namingQueue: WorkQueue;
  private readonly deletionQueue: WorkQueue;
  private isStopped = false;

  constructor(store: ResourceStore, options: DefinitionOptions) {
    this.store = store;
    this.options = options;
    this.namingQueue = new WorkQueue((name) => this.reconcile(name), options.log, 1);
    this.deletionQueue = new WorkQueue((name) => this.finishDeletion(name), options.log);
  }

  async serveAll(): Promise<void> {
    for (const object of this.store.cached()) {
      const { name = "" } = object.metadata;
      this.recordDefinition(name, object as CustomResourceDefinition);
      // Reads schemas on this thread: the server handles no requests yet that could be delayed.
      await this.serve(name, object as CustomResourceDefinition, async () => undefined);
    }
  }

  start(): () => void {
    const addAll = () => {
      for (const { metadata } of this.store.cached()) this.namingQueue.add(metadata.name ?? "");
      // Includes definitions that no longer exist.
      for (const name of this.known.keys()) this.namingQueue.add(name);
    };
    const change = ({
      object,
      previous,
    }: {
      readonly object?: ApiObject | undefined;
      readonly previous?: ApiObject | undefined;
    }) => this.namingQueue.add((object ?? previous)?.metadata.name ?? "");
    const stop = this.store.subscribe({ change, reset: addAll });
    addAll();
    return () => {
      this.isStopped = true;
      stop();
      this.namingQueue.stop();
      this.deletionQueue.stop();
    };
  }

  idle(): Promise<void> {
    return this.namingQueue.idle();
  }

  private async reconcile(name: string): Promise<void> {
    const object = await undefinedIfNotFound(this.store.get({ namespace: "", name }));
    if (!object) return this.forget(name);
    const definition = object as CustomResourceDefinition;
    const status = acceptedStatus(definition, this.names.takenNames(definition.spec?.group ?? "", name), this.now);
    const next = { ...definition, status };
    // Served before the status is written, so that a client that sees the definition established can use it.
    await this.serve(name, next, () => this.options.readSchemas(object));
    const before = this.known.get(name)?.status?.acceptedNames;
    this.recordDefinition(name, next);
    if (!semanticEqual(status, definition.status)) await this.write(object, () => status);
    if (!semanticEqual(before ?? {}, status.acceptedNames ?? {})) this.retryConflicting(name);
    if (object.metadata.deletionTimestamp && object.metadata.finalizers?.includes(cleanupFinalizer)) {
      this.deletionQueue.add(name);
    }
  }

  private async forget(name: string): Promise<void> {
    const wasThere = this.known.delete(name);
    this.names.delete(name);
    this.conflictingNames.delete(name);
    if (this.servedState.delete(name)) await this.options.registry.define(name, []);
    if (wasThere) this.retryConflicting(name);
  }

  private recordDefinition(name: string, definition: CustomResourceDefinition): void {
    this.known.set(name, definition);
    this.names.set(name, definition);
    if (isTrue(definition, "NamesAccepted")) this.conflictingNames.delete(name);
    else this.conflictingNames.add(name);
  }

  /** Handles the definitions with name conflicts again, since names may have become free. */
  private retryConflicting(changed: string): void {
    for (const name of this.conflictingNames) if (name !== changed) this.namingQueue.add(name);
  }

  private async serve(
    name: string,
    definition: CustomResourceDefinition,
    readSchemas: () => Promise<SchemaByVersion | undefined>,
  ): Promise<void> {
    if (!isTrue(definition, "Established")) return;
    const { status, metadata: { uid, generation, deletionTimestamp } = {} } = definition;
    // The generation covers all changes of the spec.
    const text = formatJson([uid, generation, status?.acceptedNames, Boolean(deletionTimestamp)]);
    if (this.servedState.get(name) === text) return;
    // Serving it again would end its watches, which must still report the deletion of all objects.
    if (deletionTimestamp && this.servedState.has(name) && isSameApi(this.known.get(name), definition)) {
      this.options.registry.markDeleting(name);
      this.servedState.set(name, text);
      return;
    }
    const { registry, log, contextOf, webhooks } = this.options;
    try {
      const schemas = await readSchemas();
      const resources = definedResources(definition, {
        contextOf,
        convert: conversionBy(definition, webhooks),
        schemas,
      });
      if (resources.length === 0)
        log.warn({ definition: name }, "a definition is not served: its schema cannot be read");
      await registry.define(name, resources);
      this.servedState.set(name, text);
    } catch (error) {
      log.error({ definition: name, error: stackOf(error) }, "a definition is not served");
    }
  }

  /** Deletes the objects of a definition, and then removes the finalizer of the definition. */
  private async finishDeletion(name: string): Promise<void> {
    const object = await undefinedIfNotFound(this.store.get({ namespace: "", name }));
    if (!object?.metadata.deletionTimestamp || !object.metadata.finalizers?.includes(cleanupFinalizer)) return;
    const writeCondition = (condition: Parameters<typeof withCondition>[1]) =>
      this.write(object, (status) => withCondition(status, condition, this.now));
    await writeCondition(
      terminatingCondition("True", "InstanceDeletionInProgress", "CustomResource deletion is in progress"),
    );
    const definition = object as CustomResourceDefinition;
    if (!isTrue(definition, "Established")) {
      await writeCondition(terminatingCondition("False", "NeverEstablished", "resource was never established"));
    } else {
      const left = await this.deleteObjects(definition);
      if (left > 0) {
        const message = `could not confirm zero CustomResources remaining: ${left} are left`;
        await writeCondition(terminatingCondition("True", "InstanceDeletionCheck", message));
        throw new Error(message);
      }
      await writeCondition(terminatingCondition("False", "InstanceDeletionCompleted", "removed all instances"));
    }
    const change = changeIfSame(object, (current) => {
      const finalizers = (current.metadata.finalizers ?? []).filter((each) => each !== cleanupFinalizer);
      return { ...current, metadata: { ...current.metadata, finalizers } };
    });
    await ignoreRaces(this.store.update({ ...this.request(object), subresource: "", change }, this.options.write));
  }

  /** Deletes all objects of a definition. Returns the number of objects that remain. */
  private async deleteObjects({ spec }: CustomResourceDefinition): Promise<number> {
    const store = this.options.registry.store(spec?.group ?? "", spec?.names?.plural ?? "");
    if (!store?.resource.definition.isCustom) return 0;
    const list = async () => {
      const selection = wholeScope("");
      return (await store.list({ selection })).items;
    };
    for (const { metadata } of await list()) {
      const { namespace = "", name = "", uid = "" } = metadata;
      await ignoreRaces(store.delete({ target: { namespace, name }, preconditions: { uid } }, this.options.write));
      if (isTurnOver()) await nextTurn();
    }
    const endMs = this.options.nowMs() + maxPollMs;
    let left = (await list()).length;
    while (left > 0 && !this.isStopped && this.options.nowMs() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      left = (await list()).length;
    }
    return left;
  }

  private async write(
    object: ApiObject,
    statusOf: (status: CustomResourceDefinitionStatus) => CustomResourceDefinitionStatus,
  ): Promise<void> {
    const change = changeIfSame(object, (current) => ({ ...current, status: statusOf(current["status"] ?? {}) }));
    await ignoreRaces(
      this.store.update({ ...this.request(object), subresource: "status", change }, this.options.write),
    );
  }

  private request({ metadata: { name = "" } }: ApiObject) {
    return { target: { namespace: "", name }, isRepeatable: true };
  }

  private get now(): string {
    return formatTime(this.options.nowMs());
  }
}

function isSameApi(before: CustomResourceDefinition | undefined, after: CustomResourceDefinition): boolean {
  const apiOf = ({ metadata, spec, status }: CustomResourceDefinition) => [
    metadata?.uid,
    spec,
    status?.acceptedNames ?? {},
  ];
  return before !== undefined && semanticEqual(apiOf(before), apiOf(after));
}
