/**
 * The interface of admission plugins, and the function that runs them around validation.
 *
 * @module
 */

import type { Registry } from "prom-client";
import { equalJson } from "../../patch/json-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validatePathSegmentName } from "../../text/names.ts";
import type { Authorizer } from "../authz/authorizer.ts";
import type { Log } from "../http/log.ts";
import type { Forms } from "../registry/fields.ts";
import { isSegment } from "../registry/keys.ts";
import type { Admission, AdmissionAttributes, WriteContext } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import { forbidden } from "../request/failures.ts";
import type { ServedResource } from "../request/served-resource.ts";
import { type StatusError, undefinedIfNotFound } from "../request/status.ts";
import type { WebhookClient } from "../webhook/webhook-client.ts";

export interface AdmissionPlugin {
  /** Whether the plugin is called for connections (operation CONNECT), too; other plugins see only writes. */
  readonly seesConnections?: true;
  /** May change the object. Throws a StatusError to reject the request. */
  mutate?(attempt: AdmissionAttributes, rounds: MutationRounds): Promise<void>;
  /** Checks the object in the form in which it will be stored. Throws a StatusError to reject the request. */
  approve?(attempt: AdmissionAttributes): Promise<void>;
}

/**
 * The mutating pass of one write: each plugin runs once, and all run a second time if one of them asks for it because
 * it has changed an object that others have already seen. A plugin uses this object as the key for its state of the
 * first round.
 */
export interface MutationRounds {
  readonly isSecond: boolean;
  /** Requests a second round. There is never a third one. */
  askForSecond(): void;
}

class Rounds implements MutationRounds {
  isSecond = false;
  wantsSecond = false;

  askForSecond(): void {
    this.wantsSecond = true;
  }
}

/** The parts of the server that plugins use. */
export interface PluginParts {
  /**
   * Returns the store of a resource by its group, with the domain placeholder; undefined if the target release does not
   * have the resource.
   */
  store(group: string, resource: string): ResourceStore | undefined;
  /** Returns the store whose objects are served as this kind; undefined if the server does not serve the kind. */
  storeOfKind(apiVersion: string, kind: string): ResourceStore | undefined;
  authorizer(): Authorizer;
  readonly target: string;
  readonly groupDomain: string;
  /** The registry for the metrics of plugins. */
  readonly register: Registry;
  /** Whether a feature gate is on. */
  isEnabled(gate: string): boolean;
  /** The context of rules and defaults for a version of a kind. */
  contextFor(version: string): RuleContext;
  /** Returns the forms in which clients see the objects of a resource. */
  formsOf(resource: ServedResource): Forms;
  readonly webhooks: WebhookClient;
  readonly log: Log;
  /** Returns the configuration of a plugin from its file; undefined if it has none. */
  configurationOf<T>(plugin: string): T | undefined;
  nowMs(): number;
  /** Whether a component releases volumes and claims that are no longer in use. */
  readonly protectsStorage: boolean;
  /** The context, with the user, in which plugins write objects. */
  readonly write: WriteContext;
}

/**
 * Returns the admission chain of the plugins.
 *
 * @param validate - runs between the mutating and the validating pass: the lint engine
 */
export function admit(
  plugins: readonly AdmissionPlugin[],
  validate: (attempt: AdmissionAttributes) => void | Promise<void>,
): Admission {
  const connectPlugins = plugins.filter(({ seesConnections }) => seesConnections);
  const pluginsFor = ({ operation }: AdmissionAttributes) => (operation === "CONNECT" ? connectPlugins : plugins);
  return {
    validate,
    async mutate(attempt) {
      const rounds = new Rounds();
      for (const plugin of pluginsFor(attempt)) await plugin.mutate?.(attempt, rounds);
      if (!rounds.wantsSecond) return;
      rounds.isSecond = true;
      for (const plugin of pluginsFor(attempt)) await plugin.mutate?.(attempt, rounds);
    },
    async approve(attempt) {
      for (const plugin of pluginsFor(attempt)) await plugin.approve?.(attempt);
    },
  };
}

/**
 * Whether the request is for this resource.
 *
 * @param group - with the domain placeholder
 */
export const isForResource = ({ resource }: AdmissionAttributes, group: string, plural: string): boolean =>
  resource.resource === plural && resource.definition.group === group;

/**
 * Returns the object of a write to the resource itself, not to a subresource; undefined for deletions and other
 * resources.
 */
export function writtenObject<T>(attempt: AdmissionAttributes, group: string, plural: string): T | undefined {
  return attempt.subresource === "" && isForResource(attempt, group, plural)
    ? (attempt.object as T | undefined)
    : undefined;
}

/** Like {@link writtenObject}, but only for new objects. */
export const createdObject = <T>(attempt: AdmissionAttributes, group: string, plural: string): T | undefined =>
  attempt.operation === "CREATE" ? writtenObject<T>(attempt, group, plural) : undefined;

/** Whether the update changes only fields that the garbage collection changes. Plugins always allow these changes. */
export function isCleanUpOnly(object: ApiObject, oldObject: ApiObject | undefined): boolean {
  if (!oldObject) return false;
  const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _fields, ...metadata } = object.metadata;
  const { ownerReferences, finalizers, managedFields, ...oldMetadata } = oldObject.metadata;
  return equalJson({ ...object, metadata }, { ...oldObject, metadata: oldMetadata });
}

/** Returns kube-apiserver's Forbidden error for a request that a plugin rejects. */
export function refused({ resource, target, object }: AdmissionAttributes, why: string): StatusError {
  const name = target.name || object?.metadata.generateName || "Unknown";
  return forbidden({ ...resource, name }, why);
}

/**
 * Returns the error with which kube-apiserver's internal client rejects an object name before it sends a request;
 * undefined if the name is valid.
 */
export function clientNameFault(name: string): string | undefined {
  if (name === "") return "resource name may not be empty";
  const faults = validatePathSegmentName(name);
  return faults.length > 0 ? `invalid resource name ${quoteGo(name)}: [${faults.join(" ")}]` : undefined;
}

/**
 * Returns an object from the server's memory, which may lag slightly behind, or else from the store; undefined if it
 * does not exist. The name may be any text, including one that cannot be the name of an object.
 */
export async function lookUp<T extends object>(
  store: ResourceStore | undefined,
  name: string,
  namespace = "",
): Promise<T | undefined> {
  if (!isSegment(name)) return undefined;
  const target = { namespace, name };
  return (store?.cachedObject(target) ?? (store && (await undefinedIfNotFound(store.get(target))))) as T | undefined;
}
