/**
 * OpenAPI paths of subresources that connect to a running container or server: pod logs, commands in pods, port
 * forwarding, proxies.
 *
 * @module
 */
import type { ApiResource, ServedSubresource } from "./api-resource.ts";
import {
  type ApiOperation,
  type ApiParameter,
  type ApiPath,
  capitalized,
  groupVersionWord,
  inPath,
  inQuery,
  type Method,
  objectTypes,
  tagOf,
} from "./openapi-path.ts";

const streams = inQuery("boolean", "stderr", "stdin", "stdout", "tty");

const parametersByName: ReadonlyMap<string, readonly ApiParameter[]> = new Map(
  Object.entries({
    attach: [...inQuery("string", "container"), ...streams],
    exec: [...inQuery("string", "command", "container"), ...streams],
    log: [
      ...inQuery("string", "container", "pretty", "stream"),
      ...inQuery("boolean", "follow", "insecureSkipTLSVerifyBackend", "previous", "timestamps"),
      ...inQuery("integer", "limitBytes", "sinceSeconds", "tailLines"),
    ],
    portforward: inQuery("integer", "ports"),
    proxy: inQuery("string", "path"),
  }),
);

const streamMethods: readonly Method[] = ["get", "post"];
const proxyMethods: readonly Method[] = ["delete", "get", "head", "options", "patch", "post", "put"];

/**
 * @param item - the path of an object
 * @param itemParameters - the parameters in that path
 */
export function connectionPaths(
  resource: ApiResource,
  item: string,
  itemParameters: readonly ApiParameter[],
): readonly ApiPath[] {
  return resource.subresources.flatMap((subresource): ApiPath[] => {
    const { name } = subresource;
    const own = parametersByName.get(name);
    if (own === undefined) return [];
    const path = `${item}/${name}`;
    const parameters = [...itemParameters, ...own];
    if (name === "log") return [{ path, parameters, operations: [logOperation(resource)] }];
    const methods = name === "proxy" ? proxyMethods : streamMethods;
    const operations = (suffix: string) =>
      methods.map((method) => connectOperation(resource, subresource, { method, suffix }));
    const direct = { path, parameters, operations: operations("") };
    if (name !== "proxy") return [direct];
    const below = [...itemParameters, inPath("path"), ...own];
    return [direct, { path: `${path}/{path}`, parameters: below, operations: operations("WithPath") }];
  });
}

const scopeWord = ({ isNamespaced }: ApiResource): string => (isNamespaced ? "Namespaced" : "");

const textResponse = { answer: "text", codes: [200], parameters: [] } as const;

function connectOperation(
  resource: ApiResource,
  { name, kind }: ServedSubresource,
  { method, suffix }: { readonly method: Method; readonly suffix: string },
): ApiOperation {
  const target = scopeWord(resource) + resource.kind + capitalized(name) + suffix;
  return {
    ...textResponse,
    id: `connect${groupVersionWord(resource)}${capitalized(method)}${target}`,
    tag: tagOf(resource),
    method,
    action: "connect",
    kind,
    types: ["*/*"],
  };
}

function logOperation(resource: ApiResource): ApiOperation {
  const { group, version, kind } = resource;
  return {
    ...textResponse,
    id: `read${groupVersionWord(resource)}${scopeWord(resource)}${kind}Log`,
    tag: tagOf(resource),
    method: "get",
    action: "get",
    kind: { group, version, kind },
    types: ["text/plain", ...objectTypes],
  };
}
