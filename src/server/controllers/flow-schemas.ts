/**
 * Sets a condition on each FlowSchema that shows whether its priority level exists. kube-apiserver does the same
 * itself, so it is not a controller that can be turned off.
 *
 * @module
 */
import type { FlowSchemaCondition, FlowSchemaSpec, FlowSchemaStatus } from "../../api/types/flowcontrol-v1.ts";
import { readApply } from "../handlers/apply-object.ts";
import { formatTime } from "../registry/object-meta.ts";
import type { ApiObject } from "../request/api-object.ts";
import { notFound } from "../request/failures.ts";
import { undefinedIfNotFound } from "../request/status.ts";
import type { Controller, ControllerOptions } from "./controller.ts";
import { WorkQueue } from "./work-queue.ts";

/** Field manager of the component of kube-apiserver that writes the condition. */
const fieldManager = "api-priority-and-fairness-config-consumer-v1";

interface FlowSchemaOptions extends ControllerOptions {
  readonly nowMs: () => number;
  readonly groupDomain: string;
}

/**
 * Starts the updates.
 *
 * @returns undefined if the release does not have FlowSchemas
 */
export function startFlowSchemas({
  registry,
  write,
  log,
  nowMs,
  groupDomain,
}: FlowSchemaOptions): Controller | undefined {
  const group = `flowcontrol.apiserver.${groupDomain}`;
  const schemas = registry.store(group, "flowschemas");
  const levels = registry.store(group, "prioritylevelconfigurations");
  if (!schemas || !levels) return undefined;
  const updateCondition = async (name: string) => {
    const target = { namespace: "", name };
    const schema = schemas.cachedObject(target);
    const level = schema && levelOf(schema);
    if (!schema || level === undefined) return;
    const condition = danglingCondition(level, levels.cachedObject({ namespace: "", name: level }) !== undefined);
    if (hasCondition(schema, condition)) return;
    const lastTransitionTime = formatTime(nowMs());
    const { resource, forms } = schemas;
    const { apiVersion, kind } = resource;
    const conditions = [{ ...condition, lastTransitionTime }];
    const value = { apiVersion, kind, metadata: { name }, status: { conditions } };
    const apply = readApply({ value, strictFaults: [] }, resource, forms);
    const options = { manager: fieldManager, isForced: true, subresource: "status", now: lastTransitionTime } as const;
    const change = (current: ApiObject | undefined) => {
      if (!current) throw notFound(resource, name);
      return apply(current, { ...options, fieldValidation: "Ignore", warn() {} });
    };
    const request = { target, subresource: "status", change, keepsOwners: true } as const;
    // The FlowSchema may have been deleted in the meantime.
    await undefinedIfNotFound(schemas.update(request, { ...write, fieldManager }));
  };
  const queue = new WorkQueue(updateCondition, log);
  const addAll = () => {
    for (const { metadata } of schemas.cached()) queue.add(metadata.name ?? "");
  };
  const stops = [
    schemas.subscribe({ change: ({ change: { object } }) => queue.add(object.metadata.name ?? ""), reset: addAll }),
    levels.subscribe({ change: addAll, reset: addAll }),
  ];
  addAll();
  return {
    stop() {
      for (const stop of stops) stop();
      queue.stop();
    },
  };
}

const levelOf = (schema: ApiObject): string | undefined =>
  (schema["spec"] as FlowSchemaSpec | undefined)?.priorityLevelConfiguration?.name;

function danglingCondition(level: string, isFound: boolean): FlowSchemaCondition {
  const outcome = isFound ? "and it exists" : "but there is no such object";
  return {
    type: "Dangling",
    status: isFound ? "False" : "True",
    reason: isFound ? "Found" : "NotFound",
    message: `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)} ${outcome}`,
  };
}

const conditionsOf = (schema: ApiObject): readonly FlowSchemaCondition[] =>
  (schema["status"] as FlowSchemaStatus | undefined)?.conditions ?? [];

const hasCondition = (schema: ApiObject, { type, status, reason, message }: FlowSchemaCondition): boolean =>
  conditionsOf(schema).some(
    (known) => known.type === type && known.status === status && known.reason === reason && known.message === message,
  );
