/**
 * Requests of three users to random paths, with many of their parts in the wrong place. The server must interpret a
 * path in the same way for authorization and for routing. The same requests for every server.
 */
import type { OutgoingHttpHeaders } from "node:http";
import { isPlainObject } from "../../src/json/plain-object.ts";
import type { Random } from "./random.ts";
import { typeOf } from "./real-server.ts";

export interface PathServer {
  exchange(
    method: string,
    path: string,
    text: string | undefined,
    headers: OutgoingHttpHeaders,
  ): Promise<{ readonly code: number; readonly text: string }>;
}

const space = "odd";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const subjects = (name: string) => [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name }];
const roleRef = (name: string) => ({ apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name });
const rules = [
  { apiGroups: [""], resources: ["nodes", "namespaces", "pods/log"], verbs: ["get"] },
  { apiGroups: ["apps"], resources: ["*/scale"], verbs: ["*"] },
  { apiGroups: [""], resources: ["configmaps"], resourceNames: ["a"], verbs: ["get", "list", "update", "delete"] },
  { nonResourceURLs: ["/healthz/*", "/metrics"], verbs: ["get"] },
];

/** `admin` may do everything in one namespace, `reader` may do some things everywhere, `nobody` has no permissions. */
const users = ["admin", "admin", "reader", "nobody"];

const createdObjects: readonly (readonly [path: string, object: object])[] = [
  ["/api/v1/namespaces", { metadata: { name: space } }],
  [`/api/v1/namespaces/${space}/configmaps`, { metadata: { name: "a" } }],
  [`/api/v1/namespaces/${space}/services`, { metadata: { name: "s" }, spec: { ports: [{ port: 1 }] } }],
  [
    `${rbac}/namespaces/${space}/rolebindings`,
    { metadata: { name: "all" }, subjects: subjects("admin"), roleRef: roleRef("cluster-admin") },
  ],
  [`${rbac}/clusterroles`, { metadata: { name: "odd-reader" }, rules }],
  [
    `${rbac}/clusterrolebindings`,
    { metadata: { name: "odd-reader" }, subjects: subjects("reader"), roleRef: roleRef("odd-reader") },
  ],
];

const groups: readonly (readonly [prefix: string, resources: readonly string[]])[] = [
  ["/api/v1", ["pods", "configmaps", "namespaces", "services", "serviceaccounts", "nodes", "events", "bindings"]],
  ["/api/v1", ["configmaps", "namespaces", "secrets", "endpoints"]],
  ["/apis/apps/v1", ["deployments", "replicasets", "namespaces"]],
  [rbac, ["roles", "clusterroles"]],
  ["/apis/authorization.k8s.io/v1", ["subjectaccessreviews", "localsubjectaccessreviews"]],
  ["/apis/apiextensions.k8s.io/v1", ["customresourcedefinitions"]],
  ["/apis/nope.io/v1", ["things"]],
];
const names = [space, "default", "a", "s", "x", "http:s:1"];
const subresources = ["status", "finalize", "scale", "log", "token", "eviction", "binding", "resize", "proxy/healthz"];
const oddParts = ["", "%2e", "..", "%2F", "watch", "proxy", "namespaces", space, "API", "pods%2Flog", "*"];
const otherPaths = ["/healthz", "/healthz/ping", "/metrics", "/livez/ping", "/x/../metrics", "/METRICS", "/metrics%00"];
const methods = ["GET", "GET", "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const selectors = [
  "fieldSelector=metadata.name%3Da",
  "fieldSelector=metadata.name!=a",
  "labelSelector=a",
  "fieldSelector=b",
];

/** @returns a path without a query */
function drawPath(random: Random): string {
  const pick = <T>(items: readonly T[]): T => random.pick(items) as T;
  const happens = (share: number) => random.next() < share;
  if (happens(0.05)) return pick(otherPaths);
  const [prefix, resources] = pick(groups);
  const parts = prefix.split("/").slice(1);
  if (happens(0.08)) parts.push("watch");
  if (happens(0.6)) parts.push("namespaces", pick([space, space, "default", "x"]));
  if (happens(0.95)) parts.push(pick(resources));
  if (happens(0.6)) parts.push(pick(names));
  if (happens(0.35)) parts.push(pick(subresources));
  if (happens(0.12)) parts.push(pick(oddParts));
  const randomIndex = () => Math.floor(random.next() * parts.length);
  if (happens(0.15)) parts.splice(randomIndex(), 1, pick(oddParts));
  if (happens(0.1)) parts.splice(randomIndex(), 0, pick(oddParts));
  if (happens(0.05)) parts.splice(randomIndex(), 1);
  return `${happens(0.04) ? "//" : "/"}${parts.join("/")}${happens(0.08) ? "/" : ""}`;
}

/** Paths for which kube-apiserver returns a 500, which no request of a client should cause. */
const failingPath = /^\/+(?:api|apis\/[^/]*)\/[^/]*\/(?:watch|proxy)\/*$/;

/**
 * Returns a response as one line: the reason and message of an error, otherwise the kind. Of a watch it returns the
 * first event, of other texts nothing.
 */
export function shownAnswer(text: string): string {
  if (!text.startsWith("{")) return "";
  // kube-apiserver indents the JSON over several lines for clients that people read directly.
  const value: unknown = JSON.parse(text.startsWith("{\n") ? text : (text.split("\n", 1)[0] ?? ""));
  if (!isPlainObject(value)) return "";
  const { kind, type, reason = "", message } = value;
  return message === undefined
    ? String(kind ?? type ?? "")
    : `${String(reason)}: ${String(message).replaceAll("\n", " ")}`;
}

/** @returns a line for each request with its response */
export async function* playPaths(server: PathServer, random: Random, count: number): AsyncGenerator<string> {
  const json = { "content-type": "application/json" };
  for (const [path, object] of createdObjects) await server.exchange("POST", path, JSON.stringify(object), json);
  const isBound = async () => {
    const headers = { "impersonate-user": "reader" };
    return (await server.exchange("GET", "/metrics", undefined, headers)).code === 200;
  };
  while (!(await isBound())) await new Promise((resolve) => setTimeout(resolve, 20));
  for (let drawn = 0; drawn < count; drawn++) {
    const [user, method] = [random.pick(users) ?? "", random.pick(methods) ?? ""];
    const path = drawPath(random);
    const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
    const query = [
      isRead ? "timeoutSeconds=1" : "dryRun=All",
      ...(random.next() < 0.15 ? [random.pick(selectors)] : []),
    ];
    if (failingPath.test(path)) continue;
    const headers = { "impersonate-user": user, ...(isRead ? {} : { "content-type": typeOf(method) }) };
    // Node's HTTP/2 client sends no body with DELETE.
    const body = isRead || method === "DELETE" ? undefined : "{}";
    const { code, text } = await server.exchange(method, `${path}?${query.join("&")}`, body, headers);
    // Leaves out the validation errors of the empty object: this test is about routing only.
    yield `${user} ${method} ${path}?${query.slice(1).join("&")} ${code} ${shownAnswer(text).replace(/^Invalid: .*/, "Invalid")}`;
  }
}

/** Deletes everything except the namespace, which is only deleted if a controller empties it. */
export async function removeMade(server: PathServer): Promise<void> {
  for (const [path, object] of createdObjects.slice(1)) {
    const { name } = (object as { readonly metadata: { readonly name: string } }).metadata;
    await server.exchange("DELETE", `${path}/${name}`, undefined, {});
  }
}
