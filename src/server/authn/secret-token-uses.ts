/**
 * Records the use of tokens from Secrets: in a label of the Secret, and in metrics.
 *
 * @module
 */
import { Counter, type Registry } from "prom-client";
import type { Log } from "../http/log.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { SecretTokenUses } from "./secret-tokens.ts";

export interface UseOptions {
  readonly register: Registry;
  /** Returns the store of Secrets. */
  readonly store: () => Pick<ResourceStore, "update">;
  readonly write: WriteContext;
  readonly log: Log;
  nowMs(): number;
}

export function secretTokenUses({ register, store, write, log, nowMs }: UseOptions): SecretTokenUses {
  const counter = (name: string, help: string) =>
    new Counter({ name: `serviceaccount_${name}_total`, help, registers: [register] });
  const counters = {
    auto: counter("legacy_auto_token_uses", "Auto-generated tokens of Secrets that were used."),
    manual: counter("legacy_manual_token_uses", "Tokens of Secrets made by hand that were used."),
    invalid: counter("invalid_legacy_auto_token_uses", "Tokens of Secrets that are marked as invalid that were used."),
  };
  /** Running updates by the UID of the Secret, since many requests of a client may arrive at once. */
  const labelling = new Map<string, Promise<void>>();
  const label = async ({ metadata }: ApiObject, labels: Readonly<Record<string, string>>) => {
    const { namespace = "", name = "", uid } = metadata;
    const change = (current?: ApiObject) => withLabels(current, uid, labels);
    try {
      await store().update({ target: { namespace, name }, subresource: "", change }, write);
    } catch (error) {
      log.error({ secret: `${namespace}/${name}`, error: String(error) }, "the use of a token could not be noted");
    }
  };
  return {
    nowMs,
    count: (sort) => counters[sort].inc(),
    label(secret, labels) {
      const { uid = "" } = secret.metadata;
      const running = labelling.get(uid) ?? label(secret, labels).finally(() => labelling.delete(uid));
      labelling.set(uid, running);
      return running;
    },
  };
}

/**
 * Returns the Secret with the labels.
 *
 * @throws {Error} if another Secret has the name now
 */
function withLabels(current: ApiObject | undefined, uid: string | undefined, labels: Readonly<Record<string, string>>) {
  if (!current || current.metadata.uid !== uid) throw new Error("the Secret is gone");
  const { metadata } = current;
  return { ...current, metadata: { ...metadata, labels: { ...metadata.labels, ...labels } } };
}
