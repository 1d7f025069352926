/**
 * Requests of each method to paths of custom resources: kube-apiserver has no routes for them, so that they are answered
 * otherwise than those to other kinds. The same for every server.
 */
import { isPlainObject } from "../../src/json/plain-object.ts";
import type { ExchangingServer } from "./real-server.ts";

type Server = { exchange(...asked: Parameters<ExchangingServer["exchange"]>): Promise<{ code: number; text: string }> };

const group = "routes.example.com";
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const scopes = ["", "namespaces/default/", "watch/", "watch/namespaces/default/", "namespaces//"];
const tails = ["", "/a", "/a/", "/a/status", "/a/scale", "/a/foo", "/a/status/more", "/a/foo/more", "//status", "/b"];

/** `cars` are cluster-wide, `nuts` in namespaces and have a status; nobody defines `others`. */
const definitions = [
  { plural: "cars", kind: "Car", scope: "Cluster", subresources: {} },
  { plural: "nuts", kind: "Nut", scope: "Namespaced", subresources: { status: {} } },
].map(({ plural, kind, scope, subresources }) => ({
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope,
    names: { plural, kind },
    versions: ["v1", "v2"].map((name) => ({
      name,
      served: name === "v1",
      storage: name === "v1",
      schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      subresources,
    })),
  },
}));

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Each path with each method, as dry runs, as far as nothing goes. */
function* requests(): Generator<readonly [method: string, path: string]> {
  for (const version of ["v1", "v2"]) {
    for (const scope of version === "v1" ? scopes : [""]) {
      for (const plural of ["cars", "nuts", "others"]) {
        const isWatch = scope.startsWith("watch");
        const ends = version === "v2" ? ["", "/a"] : isWatch ? ["/a", "/a/status", "/a/foo"] : tails;
        for (const tail of ends) {
          const path = `/apis/${group}/${version}/${scope}${plural}${tail}`;
          // A watch lasts for its second.
          for (const method of isWatch ? ["GET", "PUT"] : methods) {
            yield [method, isWatch ? `${path}?timeoutSeconds=1` : method === "GET" ? path : `${path}?dryRun=All`];
          }
        }
      }
    }
  }
}

function shown(text: string): string {
  if (!text.startsWith("{")) return text.trim();
  // The first event of a watch.
  const value: unknown = JSON.parse(text.split("\n", 1)[0] ?? "");
  if (!isPlainObject(value)) return "";
  const { kind, type, reason = "", message, details } = value;
  if (kind !== "Status") return String(kind ?? type);
  const { uid: _uid, ...known } = isPlainObject(details) ? details : {};
  return message === undefined ? "Status" : `${reason}: ${message} ${JSON.stringify(known)}`;
}

/** @returns a line for each request and its answer */
export async function* playRoutes(server: Server): AsyncGenerator<string> {
  const apiVersion = `${group}/v1`;
  for (const each of definitions) await server.exchange("POST", definitionsPath, JSON.stringify(each));
  for (const [kind, path] of [
    ["Car", `/apis/${apiVersion}/cars`],
    ["Nut", `/apis/${apiVersion}/namespaces/default/nuts`],
  ] as const) {
    const object = JSON.stringify({ apiVersion, kind, metadata: { name: "a" } });
    while (![201, 409].includes((await server.exchange("POST", path, object)).code)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  for (const [method, path] of requests()) {
    const kind = path.includes("/cars") ? "Car" : "Nut";
    const body = JSON.stringify({ apiVersion, kind, metadata: { name: "a" } });
    // Options in a body would take the place of those in the query.
    const hasBody = method !== "GET" && method !== "HEAD" && method !== "DELETE";
    const { code, text } = await server.exchange(method, path, hasBody ? body : undefined);
    yield `${method} ${path.replace("?dryRun=All", "")}: ${code} ${shown(text)}`;
  }
}

export async function removeDefinitions(server: Server): Promise<void> {
  for (const { metadata } of definitions) await server.exchange("DELETE", `${definitionsPath}/${metadata.name}`);
}
