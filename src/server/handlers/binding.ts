/**
 * Bindings: a scheduler assigns a pod to a node, through the `binding` subresource of the pod or through the `bindings`
 * resource.
 *
 * @module
 */
import type * as core from "../../api/types/core-v1.ts";
import { formatTime } from "../registry/object-meta.ts";
import { skipAdmission, type WriteContext } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { assertSameUid } from "../registry/update.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest, conflict, notFound } from "../request/failures.ts";
import type { ServedKind, ServedResource } from "../request/served-resource.ts";
import { doneStatus, StatusError } from "../request/status.ts";
import type { NonPersistedResource } from "./non-persisted-resource.ts";
import { admitUnstoredObject, type ObjectSubresource, type UnstoredObjectOptions } from "./object-subresource.ts";
import { writeContext } from "./route.ts";

type NowMs = () => number;

/** @param kind - the kind `Binding` */
export function bindingSubresource(kind: ServedKind, nowMs: NowMs): ObjectSubresource {
  return {
    parentResource: { group: "", resource: "pods" },
    name: "binding",
    kind,
    async execute(binding, { exchange, store }, options) {
      if (binding.metadata.name !== exchange.info.name) {
        throw badRequest("name in URL does not match name in Binding object");
      }
      await bind(store, binding, { write: writeContext(exchange, options), nowMs, approve: options.approve });
      return { status: doneStatus(201) };
    },
  };
}

/** @param pods - returns the store of pods; called when a binding is received */
export function bindings(resource: ServedResource, pods: () => ResourceStore, nowMs: NowMs): NonPersistedResource {
  return {
    resource,
    async execute(binding, exchange, options) {
      const write = writeContext(exchange, options);
      const { name = "", namespace = "" } = binding.metadata;
      const sent = { resource, subresource: "", target: { namespace, name }, ...write };
      await bind(pods(), binding, {
        write,
        nowMs,
        approve: await admitUnstoredObject(binding, sent, pods().admission),
      });
      return doneStatus(201);
    },
  };
}

type Binding = ApiObject & Pick<core.Binding, "target">;
type Pod = ApiObject & Pick<core.Pod, "spec" | "status">;

interface BindContext extends Pick<UnstoredObjectOptions, "approve"> {
  readonly write: WriteContext;
  readonly nowMs: NowMs;
}

async function bind(pods: ResourceStore, binding: Binding, { write, nowMs, approve }: BindContext): Promise<void> {
  assertNode(binding);
  await approve(binding);
  const { name = "", namespace = "", uid, resourceVersion } = binding.metadata;
  await pods.update(
    {
      target: { namespace, name },
      subresource: "binding",
      isRepeatable: resourceVersion === undefined,
      keepsOwners: true,
      admission: skipAdmission,
      change(current) {
        if (!current) throw notFound(pods.resource, name);
        assertSameUid(binding, current, { resource: pods.resource, isDryRun: write.isDryRun });
        const refusal = refusalOf(current);
        if (refusal !== undefined) throw conflict({ group: "", resource: "pods/binding" }, name, refusal);
        const bound = boundPodOf(current, binding, formatTime(nowMs()));
        return {
          ...bound,
          metadata: { ...bound.metadata, ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) },
        };
      },
    },
    write,
  );
}

/** Validates the target. kube-apiserver returns these errors without a reason. */
function assertNode({ target: { kind = "", name = "" } = {} }: Binding): void {
  const faults = [
    ...(kind === "" || kind === "Node"
      ? []
      : [`target.kind: Unsupported value: ${JSON.stringify(kind)}: supported values: "Node", "<empty>"`]),
    ...(name === "" ? ["target.name: Required value"] : []),
  ];
  if (faults.length === 0) return;
  throw new StatusError(500, "", faults.length === 1 ? (faults[0] ?? "") : `[${faults.join(", ")}]`);
}

function refusalOf({ metadata, spec = {} }: Pod): string | undefined {
  const { name } = metadata;
  if (metadata.deletionTimestamp) return `pod ${name} is being deleted, cannot be assigned to a host`;
  if (spec.nodeName) return `pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`;
  return spec.schedulingGates?.length ? `pod ${name} has non-empty .spec.schedulingGates` : undefined;
}

function boundPodOf(
  { metadata, spec, status = {}, ...rest }: Pod,
  { metadata: bindingMetadata, target }: Binding,
  now: string,
): ApiObject {
  const { nominatedNodeName: _cleared, conditions = [], ...kept } = status;
  const scheduled = { type: "PodScheduled", status: "True", lastTransitionTime: now };
  const index = conditions.findIndex(({ type }) => type === scheduled.type);
  return {
    ...rest,
    metadata: {
      ...metadata,
      ...merged("annotations", metadata.annotations, bindingMetadata.annotations),
      ...merged("labels", metadata.labels, bindingMetadata.labels),
    },
    spec: { ...spec, nodeName: target?.name },
    status: { ...kept, conditions: index < 0 ? [...conditions, scheduled] : conditions.with(index, scheduled) },
  };
}

type Texts = Readonly<Record<string, string>> | undefined;

const merged = (name: string, before: Texts, given: Texts): object =>
  given ? { [name]: { ...before, ...given } } : {};
