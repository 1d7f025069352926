/**
 * Requests with every method to paths of custom resources. kube-apiserver serves them without registered routes, so its
 * responses differ from those for other kinds. The same for every server.
 */
import { isPlainObject } from "../../src/json/plain-object.ts";
import type { ExchangingServer } from "./real-server.ts";

type Server = { exchange(...asked: Parameters<ExchangingServer["exchange"]>): Promise<{ code: number; text: string }> };

const group = "routes.example.com";
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const scopes = ["", "namespaces/default/", "watch/", "watch/namespaces/default/", "namespaces//"];
const pathEnds = [
  "",
  "/a",
  "/a/",
  "/a/status",
  "/a/scale",
  "/a/foo",
  "/a/status/more",
  "/a/foo/more",
  "//status",
  "/b",
];

/** `cars` are cluster-wide, `nuts` are namespaced and have a status; `others` are not defined. */
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

/** Yields each path with each method, as a dry run where that is possible. */
function* requests(): Generator<readonly [method: string, path: string]> {
  for (const version of ["v1", "v2"]) {
    for (const scope of version === "v1" ? scopes : [""]) {
      for (const plural of ["cars", "nuts", "others"]) {
        const isWatch = scope.startsWith("watch");
        const ends = version === "v2" ? ["", "/a"] : isWatch ? ["/a", "/a/status", "/a/foo"] : pathEnds;
        for (const tail of ends) {
          const path = `/apis/${group}/${version}/${scope}${plural}${tail}`;
          // Watches end after a second.
          for (const method of isWatch ? ["GET", "PUT"] : methods) {
            yield [method, isWatch ? `${path}?timeoutSeconds=1` : method === "GET" ? path : `${path}?dryRun=All`];
          }
        }
      }
    }
  }
}

function answerText(text: string): string {
  if (!text.startsWith("{")) return text.trim();
  // Of a watch, only the first event is shown.
  const value: unknown = JSON.parse(text.split("\n", 1)[0] ?? "");
  if (!isPlainObject(value)) return "";
  const { kind, type, reason = "", message, details } = value;
  if (kind !== "Status") return String(kind ?? type);
  const { uid: _uid, ...known } = isPlainObject(details) ? details : {};
  return message === undefined ? "Status" : `${reason}: ${message} ${JSON.stringify(known)}`;
}

/** @returns a line for each request with its response */
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
    // A body with options would replace the options in the query.
    const hasBody = method !== "GET" && method !== "HEAD" && method !== "DELETE";
    const { code, text } = await server.exchange(method, path, hasBody ? body : undefined);
    yield `${method} ${path.replace("?dryRun=All", "")}: ${code} ${answerText(text)}`;
  }
}

export async function removeDefinitions(server: Server): Promise<void> {
  for (const { metadata } of definitions) await server.exchange("DELETE", `${definitionsPath}/${metadata.name}`);
}
