/**
 * The contract of an admission plugin, and plugins one after the other around the engine.
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
import { orUndefined, type StatusError } from "../request/status.ts";
import type { WebhookClient } from "../webhook/webhook-client.ts";

export interface AdmissionPlugin {
  /** Whether it is asked about connections, too; others see writes only. */
  readonly seesConnections?: true;
  /** May change the object; throws the StatusError that refuses. */
  mutate?(attempt: AdmissionAttributes, rounds: MutationRounds): Promise<void>;
  /** Sees the object as it will be stored. */
  approve?(attempt: AdmissionAttributes): Promise<void>;
}

/**
 * The mutating pass of one write: every plugin has its turn once, and once more when one of them asks for it because it has
 * changed what others have seen. A plugin keeps what it must know of the first round by this object.
 */
export interface MutationRounds {
  readonly isSecond: boolean;
  /** There is no third round. */
  askForSecond(): void;
}

class Rounds implements MutationRounds {
  isSecond = false;
  wantsSecond = false;

  askForSecond(): void {
    this.wantsSecond = true;
  }
}

/** The server as plugins see it. */
export interface PluginParts {
  /** The store of a resource by its group, with the domain placeholder; undefined for one that the target does not have. */
  store(group: string, resource: string): ResourceStore | undefined;
  /** The store whose objects are served as this kind; undefined where nothing is. */
  storeOfKind(apiVersion: string, kind: string): ResourceStore | undefined;
  authorizer(): Authorizer;
  readonly target: string;
  readonly groupDomain: string;
  /** Where plugins count. */
  readonly register: Registry;
  /** Whether a feature gate is on. */
  isEnabled(gate: string): boolean;
  /** The context of rules and defaults for a version of a kind. */
  contextFor(version: string): RuleContext;
  /** The forms in which clients are shown the objects of a resource. */
  formsOf(resource: ServedResource): Forms;
  readonly webhooks: WebhookClient;
  readonly log: Log;
  /** The configuration of a plugin, from its file; undefined without one. */
  configurationOf<T>(plugin: string): T | undefined;
  nowMs(): number;
  /** Whether somebody lets volumes and claims go that are no longer in use. */
  readonly protectsStorage: boolean;
  /** As whom plugins write. */
  readonly write: WriteContext;
}

/** @param validate - between the two passes: the engine */
export function admit(
  plugins: readonly AdmissionPlugin[],
  validate: (attempt: AdmissionAttributes) => void | Promise<void>,
): Admission {
  const connecting = plugins.filter(({ seesConnections }) => seesConnections);
  const askedFor = ({ operation }: AdmissionAttributes) => (operation === "CONNECT" ? connecting : plugins);
  return {
    validate,
    async mutate(attempt) {
      const rounds = new Rounds();
      for (const plugin of askedFor(attempt)) await plugin.mutate?.(attempt, rounds);
      if (!rounds.wantsSecond) return;
      rounds.isSecond = true;
      for (const plugin of askedFor(attempt)) await plugin.mutate?.(attempt, rounds);
    },
    async approve(attempt) {
      for (const plugin of askedFor(attempt)) await plugin.approve?.(attempt);
    },
  };
}

/** @param group - with the domain placeholder */
export const isOf = ({ resource }: AdmissionAttributes, group: string, plural: string): boolean =>
  resource.resource === plural && resource.definition.group === group;

/** The object of a write to a resource itself, not to one of its subresources; undefined for a deletion and for others. */
export function written<T>(attempt: AdmissionAttributes, group: string, plural: string): T | undefined {
  return attempt.subresource === "" && isOf(attempt, group, plural) ? (attempt.object as T | undefined) : undefined;
}

/** As {@link written}, for a new object. */
export const created = <T>(attempt: AdmissionAttributes, group: string, plural: string): T | undefined =>
  attempt.operation === "CREATE" ? written<T>(attempt, group, plural) : undefined;

/** Fields that the garbage collection changes may always be changed. */
export function isCleanUpOnly(object: ApiObject, oldObject: ApiObject | undefined): boolean {
  if (!oldObject) return false;
  const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _fields, ...metadata } = object.metadata;
  const { ownerReferences, finalizers, managedFields, ...oldMetadata } = oldObject.metadata;
  return equalJson({ ...object, metadata }, { ...oldObject, metadata: oldMetadata });
}

/** The API server's answer when a plugin refuses. */
export function refused({ resource, target, object }: AdmissionAttributes, why: string): StatusError {
  const name = target.name || object?.metadata.generateName || "Unknown";
  return forbidden({ ...resource, name }, why);
}

/** Why the client inside kube-apiserver asks for no object of this name; undefined where it asks. */
export function clientNameFault(name: string): string | undefined {
  if (name === "") return "resource name may not be empty";
  const faults = validatePathSegmentName(name);
  return faults.length > 0 ? `invalid resource name ${quoteGo(name)}: [${faults.join(" ")}]` : undefined;
}

/**
 * An object as the server's memory has it, which may be a moment behind, or else as it is in the store. The name may be any text: that of no
 * object, where it cannot be one.
 */
export async function lookUp<T extends object>(
  store: ResourceStore | undefined,
  name: string,
  namespace = "",
): Promise<T | undefined> {
  if (!isSegment(name)) return undefined;
  const target = { namespace, name };
  return (store?.cachedObject(target) ?? (store && (await orUndefined(store.get(target))))) as T | undefined;
}
