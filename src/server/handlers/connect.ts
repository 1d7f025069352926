/**
 * Subresources that connect a client to what runs somewhere. Admission decides about them as in any API server; there is
 * nothing to connect to, which the answer says then.
 *
 * @module
 */
import type { Pod } from "../../api/types/core-v1.ts";
import type { Kind, KindVersion } from "../../kind/kind.ts";
import { connectionKind } from "../discovery/api-resource.ts";
import type { Attempt } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest, notImplemented } from "../request/failures.ts";
import type { ServedKind, ServedResource } from "../request/served-resource.ts";
import { type Route, targetOf, writeContext } from "./route.ts";

export async function handleConnect(route: Route): Promise<void> {
  const { exchange, store } = route;
  const { subresource } = exchange.info;
  if (exchange.query.has("dryRun")) throw badRequest("dryRun is not supported");
  const form = optionsForm(store.resource, subresource);
  const { options: _, ...write } = writeContext(exchange, { isDryRun: false });
  const attempt: Attempt = {
    operation: "CONNECT",
    resource: store.resource,
    subresource,
    target: targetOf(route),
    object: optionsOf(route) as ApiObject,
    form,
    ...write,
  };
  await store.admission.mutate(attempt);
  await store.admission.approve(attempt);
  if (store.resource.resource === "pods") assertRuns((await store.get(targetOf(route))) as Pod, attempt);
  throw notImplemented(`the subresource ${JSON.stringify(subresource)} is not implemented by this server`);
}

/** No schema: all of its fields are sent as they are. */
function optionsForm(resource: ServedResource, subresource: string): ServedKind {
  const { group, version, apiVersion } = resource;
  const kindVersion: KindVersion = { name: version, schema: {} };
  const kind = connectionKind(resource, subresource);
  const definition: Kind<never> = { kind, group, versions: [kindVersion], description: "", rules: [] };
  return { group, version, apiVersion, kind, schema: {}, definition, kindVersion };
}

function optionsOf({ exchange: { info, query } }: Route): object {
  const { subresource } = info;
  if (subresource === "proxy") return pathOption(info.path, info.rest);
  if (subresource === "portforward") {
    const ports = query.getAll("ports").flatMap((text) => text.split(",").map(portIn));
    return ports.length > 0 ? { ports } : {};
  }
  const streams = ["stdin", "stdout", "stderr", "tty"].filter((name) => query.has(name) && flagIn(query.get(name)));
  const container = query.get("container") ?? "";
  const command = query.has("command") ? query.getAll("command") : null;
  return {
    ...Object.fromEntries(streams.map((name) => [name, true])),
    ...(container !== "" && { container }),
    ...(subresource === "exec" && { command }),
  };
}

/** As Go reads flags of a query: whatever does not say no means yes. */
const flagIn = (text: string | null): boolean => !["false", "0"].includes((text ?? "").toLowerCase());

function portIn(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`);
}

/** The path behind the proxy, with the final slash of the request. */
function pathOption(whole: string, rest: readonly string[]): object {
  const path = rest.length > 0 ? `/${rest.join("/")}` : "";
  const full = whole.endsWith("/") && !path.endsWith("/") ? `${path}/` : path;
  return full === "" ? {} : { path: full };
}

/** @throws {StatusError} for a container that the pod does not have, and for a pod that runs nowhere */
function assertRuns({ metadata, spec = {} }: Pod, { subresource, object }: Attempt): void {
  const name = metadata?.name ?? "";
  if (subresource === "exec" || subresource === "attach") assertContainer(name, spec, object as { container?: string });
  if (!spec.nodeName) throw badRequest(`pod ${name} does not have a host assigned`);
}

function assertContainer(
  pod: string,
  spec: NonNullable<Pod["spec"]>,
  { container = "" }: { container?: string },
): void {
  const { containers = [], initContainers = [], ephemeralContainers = [] } = spec;
  const namesOf = (list: readonly { readonly name?: string }[]) => list.map(({ name = "" }) => name);
  if (container === "") {
    if (containers.length === 1) return;
    if (containers.length === 0) throw badRequest(`a container name must be specified for pod ${pod}`);
    const initial =
      initContainers.length > 0 ? ` or one of the init containers: [${namesOf(initContainers).join(" ")}]` : "";
    throw badRequest(
      `a container name must be specified for pod ${pod}, choose one of: [${namesOf(containers).join(" ")}]${initial}`,
    );
  }
  if (![containers, initContainers, ephemeralContainers].some((list) => namesOf(list).includes(container))) {
    throw badRequest(`container ${container} is not valid for pod ${pod}`);
  }
}
