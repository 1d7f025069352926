/**
 * Subresources that connect a client to a running container or server: exec, attach, portforward, proxy. Admission
 * decides about them as in kube-apiserver. The server passes them on to kubelets, pods and services that it can reach.
 *
 * @module
 */
import type { Pod } from "../../api/types/core-v1.ts";
import type { Kind, KindVersion } from "../../kind/kind.ts";
import { connectionSchema } from "../connect/connection-options.ts";
import { forwardProxied, forwardStream } from "../connect/forward-stream.ts";
import { joinPath } from "../connect/links.ts";
import { type Destination, type RemoteLocation, readLocationName } from "../connect/location.ts";
import type { Locations } from "../connect/locations.ts";
import { parseQueryFlag } from "../connect/log-options.ts";
import { nodeLocation } from "../connect/node-location.ts";
import {
  containerOf,
  nodeNameOf,
  podLocation,
  type StreamOptions,
  streamPath,
  streamQuery,
} from "../connect/pod-locations.ts";
import { serviceLocation } from "../connect/service-location.ts";
import { connectionKind } from "../discovery/api-resource.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest } from "../request/failures.ts";
import type { ServedKind, ServedResource } from "../request/served-resource.ts";
import { type Route, targetOf, type VerbHandler, writeContext } from "./route.ts";

/** Returns the handler of these subresources. */
export function createConnectHandler(locations: Locations): VerbHandler {
  return async (route) => {
    const { exchange } = route;
    if (exchange.query.has("dryRun")) throw badRequest("dryRun is not supported");
    const options = optionsOf(route);
    await admitConnection(route, options);
    if (exchange.info.subresource === "proxy") {
      const { path = "" } = options as ProxyOptions;
      const destination = { location: await proxyLocation(route, locations), path: joinPath("/", path), query: "" };
      return forwardProxied(exchange, path === "" ? { ...destination, path } : destination, locations.transport);
    }
    if (locations.requiresCreatePermission && exchange.method === "GET")
      await route.assertPermitted("create", exchange.info.subresource);
    await forwardStream(exchange, await streamDestination(route, options, locations), locations.transport);
  };
}

async function admitConnection(route: Route, options: object): Promise<void> {
  const { exchange, store } = route;
  const { subresource } = exchange.info;
  const form = optionsForm(store.resource, subresource);
  const { options: _, ...write } = writeContext(exchange, { isDryRun: false });
  const attempt: AdmissionAttributes = {
    operation: "CONNECT",
    resource: store.resource,
    subresource,
    target: targetOf(route),
    object: options as ApiObject,
    form,
    ...write,
  };
  await store.admission.mutate(attempt);
  await store.admission.approve(attempt);
}

/** Returns the location that a proxy request is for, by the resource and the name in its path. */
async function proxyLocation(route: Route, locations: Locations): Promise<RemoteLocation> {
  const { exchange, store, namespace } = route;
  const { name: id } = exchange.info;
  if (store.resource.resource === "nodes") return nodeLocation(id, (name) => locations.kubeletOf(name, store.resource));
  if (store.resource.resource === "services") {
    const locationName = readLocationName(id, "service");
    return serviceLocation(locationName, locations.serviceSources(store, { namespace, name: locationName.name }));
  }
  const locationName = readLocationName(id, "pod");
  return podLocation((await store.get({ namespace, name: locationName.name })) as Pod, id, locationName);
}

interface ProxyOptions {
  readonly path?: string;
}

async function streamDestination(route: Route, options: object, locations: Locations): Promise<Destination> {
  const { exchange, store } = route;
  const { subresource } = exchange.info;
  const pod = (await store.get(targetOf(route))) as Pod;
  const streamOptions = options as StreamOptions & { readonly container?: string };
  const container = subresource === "portforward" ? "" : containerOf(pod, streamOptions.container ?? "");
  const location = await locations.kubeletOf(nodeNameOf(pod), store.resource);
  return { location, path: streamPath(pod, subresource, container), query: streamQuery(streamOptions) };
}

function optionsForm(resource: ServedResource, subresource: string): ServedKind {
  const { group, version, apiVersion } = resource;
  const schema = connectionSchema(subresource);
  const kindVersion: KindVersion = { name: version, schema };
  const kind = connectionKind(resource, subresource);
  const definition: Kind = { kind, group, versions: [kindVersion], description: "", rules: [] };
  return { group, version, apiVersion, kind, schema, definition, kindVersion };
}

function optionsOf({ exchange: { info, query } }: Route): object {
  const { subresource } = info;
  if (subresource === "proxy") return pathOption(info.path, info.remainingSegments);
  if (subresource === "portforward") {
    const ports = query.getAll("ports").flatMap((text) => text.split(",").map(parsePort));
    return ports.length > 0 ? { ports } : {};
  }
  const streams = ["stdin", "stdout", "stderr", "tty"].filter((name) => parseQueryFlag(query.get(name)));
  const container = query.get("container") ?? "";
  const command = query.has("command") ? query.getAll("command") : null;
  return {
    ...Object.fromEntries(streams.map((name) => [name, true])),
    ...(container !== "" && { container }),
    ...(subresource === "exec" && { command }),
  };
}

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`);
}

/** The path after `/proxy`, with the trailing slash of the request. */
function pathOption(whole: string, rest: readonly string[]): object {
  const path = rest.length > 0 ? `/${rest.join("/")}` : "";
  const full = whole.endsWith("/") && !path.endsWith("/") ? `${path}/` : path;
  return full === "" ? {} : { path: full };
}
