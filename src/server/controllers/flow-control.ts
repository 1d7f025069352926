/**
 * Restores the default flow schemas and priority levels once a minute, like kube-apiserver: the mandatory ones always,
 * the suggested ones unless their annotation says that a user manages them.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { isPlainObject } from "../../json/plain-object.ts";
import { withoutUndefined } from "../../json/without-undefined.ts";
import { parseGoBoolean } from "../../text/go-boolean.ts";
import {
  autoUpdate,
  fieldManager,
  flowSchemas,
  isMandatory,
  type NamedSpec,
  priorityLevels,
} from "../bootstrap/flow-control.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";
import { notFound } from "../request/failures.ts";
import { StatusError } from "../request/status.ts";
import type { Controller, ControllerOptions } from "./controller.ts";

const exemptLevel = "exempt";

const defaultIntervalMs = 60_000;

export interface FlowControlOptions extends ControllerOptions {
  readonly groupDomain: string;
  /** Interval between rounds; default: one minute. */
  readonly intervalMs?: number;
}

/**
 * Starts the controller, and waits for its first round.
 *
 * @returns undefined if the release does not have these kinds
 */
export async function startFlowControl(options: FlowControlOptions): Promise<Controller | undefined> {
  const { registry, log, groupDomain, intervalMs = defaultIntervalMs } = options;
  const write = { ...options.write, fieldManager };
  const group = `flowcontrol.apiserver.${groupDomain}`;
  const levels = registry.store(group, "prioritylevelconfigurations");
  const schemas = registry.store(group, "flowschemas");
  if (!levels || !schemas) return undefined;
  const parts = [
    { store: levels, wanted: priorityLevels },
    { store: schemas, wanted: flowSchemas },
  ];
  const restoreAll = async () => {
    for (const { store, wanted } of parts) {
      for (const item of wanted) await restore(store, item, write);
      await removeUnwanted(store, wanted, write);
    }
  };
  let work: Promise<void> | undefined;
  const run = () => {
    work ??= restoreAll()
      .catch((error: unknown) =>
        log.warn({ error: String(error) }, "flow schemas and priority levels are not restored"),
      )
      .finally(() => {
        work = undefined;
      });
    return work;
  };
  await run();
  const timer = setInterval(() => void run(), intervalMs).unref();
  return {
    stop() {
      clearInterval(timer);
    },
  };
}

type Write = ControllerOptions["write"];

/** Creates or corrects an object. Another server may do the same concurrently. */
async function restore(store: ResourceStore, wanted: NamedSpec, write: Write): Promise<void> {
  const { name, spec } = wanted;
  const target = { namespace: "", name };
  const current = store.cachedObject(target);
  try {
    if (!current) {
      const object = { metadata: { name, annotations: { [autoUpdate]: "true" } }, spec };
      await store.create(structuredClone(object) as ApiObject, write);
    } else if (correctedObject(current, wanted) !== current) {
      const change = (now: ApiObject | undefined) => {
        if (!now) throw notFound(store.resource, name);
        return correctedObject(now, wanted);
      };
      await store.update({ target, subresource: "", change }, write);
    }
  } catch (error) {
    if (!isChangedMeanwhile(error)) throw error;
  }
}

const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof StatusError && (error.code === 409 || error.code === 404);

/**
 * Returns the corrected object.
 *
 * @returns the same object if it needs no change
 */
function correctedObject(current: ApiObject, { name, spec }: NamedSpec): ApiObject {
  const { metadata } = current;
  const updates = isMandatory(name) || updatesItself(metadata);
  const isNoted = notedUpdate(metadata) === updates;
  const differs = updates && !isAsWanted(current["spec"], { name, spec });
  if (isNoted && !differs) return current;
  const annotations = isNoted ? metadata.annotations : { ...metadata.annotations, [autoUpdate]: String(updates) };
  return {
    ...current,
    metadata: { ...metadata, ...(annotations ? { annotations } : {}) },
    ...(differs ? { spec: structuredClone(spec) } : {}),
  };
}

/** Whether the spec is as wanted. The administrator may change the shares of the exempt level. */
function isAsWanted(found: unknown, { name, spec }: NamedSpec): boolean {
  if (name !== exemptLevel || !isPlainObject(found) || !isPlainObject(found["exempt"])) {
    return isDeepStrictEqual(filled(found), filled(spec));
  }
  return isDeepStrictEqual({ ...found, exempt: {} }, { ...spec, exempt: {} });
}

/** Removes empty lists, which are equivalent to absent ones. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled);
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => !(Array.isArray(item) && item.length === 0));
  return Object.fromEntries(entries.map(([key, item]) => [key, filled(item)]));
}

/** Whether the server keeps the object up to date. Without the annotation, it does so if the spec was never changed. */
const updatesItself = (metadata: ApiObject["metadata"]): boolean => notedUpdate(metadata) ?? metadata.generation === 1;

/** Returns what the annotation says about updates; undefined if it is absent or no boolean. */
const notedUpdate = ({ annotations }: ApiObject["metadata"]): boolean | undefined =>
  parseGoBoolean(annotations?.[autoUpdate] ?? "");

/** Deletes objects of earlier releases, unless a user manages them. */
async function removeUnwanted(store: ResourceStore, wanted: readonly NamedSpec[], write: Write): Promise<void> {
  const names = new Set(wanted.map(({ name }) => name));
  for (const { metadata } of [...store.cached()]) {
    const { name = "", uid, resourceVersion } = metadata;
    if (names.has(name) || notedUpdate(metadata) !== true) continue;
    const preconditions = withoutUndefined({ uid, resourceVersion });
    try {
      await store.delete({ target: { namespace: "", name }, preconditions }, write);
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error;
    }
  }
}
