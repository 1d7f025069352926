/** Responses of webhooks by name: complete ones that depend only on the request, and patches of objects. */
import { handlers as casePlays } from "../server/webhook/hook-cases.ts";
import { type HookHandler, type HookRequest, patchWith, reply } from "../server/webhook/hook-server.ts";

type Operation = Readonly<Record<string, unknown>>;

const add = (path: string, value: unknown): Operation => ({ op: "add", path, value });
const replace = (path: string, value: unknown): Operation => ({ op: "replace", path, value });
const remove = (path: string): Operation => ({ op: "remove", path });

/** Patches for any object. */
const commonPatches: readonly (readonly Operation[])[] = [
  [add("/metadata/labels", { only: "this" })],
  [add("/metadata/labels/more", "m")],
  [add("/metadata/labels/a~1b", "slash")],
  [add("/metadata/annotations", { note: "n/2" })],
  [add("/metadata/annotations", { note: 5 })],
  [add("/metadata/labels", null)],
  [add("/metadata/labels", { none: null })],
  [add("/metadata/labels", [])],
  [add("/metadata/labels", { bad: "not valid!" })],
  [add("/metadata/finalizers", ["example.com/held"])],
  [add("/metadata/finalizers/-", "example.com/held")],
  [add("/metadata/generateName", "g-")],
  [add("/metadata/creationTimestamp", null)],
  [add("/metadata/creationTimestamp", "2024-01-01T00:00:00Z")],
  [add("/metadata/resourceVersion", "1")],
  [add("/metadata/generation", 7)],
  [add("/metadata/deletionGracePeriodSeconds", 3)],
  [add("/metadata/ownerReferences", [{ apiVersion: "v1", kind: "Namespace", name: "n", uid: "u" }])],
  [remove("/metadata/managedFields")],
  [remove("/metadata/labels")],
  [remove("/metadata")],
  [remove("/metadata/name")],
  [{ op: "test", path: "/metadata/name", value: "one" }, add("/metadata/labels", { tested: "yes" })],
  [{ op: "copy", from: "/metadata/name", path: "/metadata/annotations/copied" }],
  [{ op: "move", from: "/metadata/labels/team", path: "/metadata/labels/moved" }],
  [{ op: "add", path: "/metadata/labels/x" }],
  [{ op: "add", value: {} }],
  [{ op: "copy", path: "/metadata/labels" }],
  [{ path: "/metadata/labels", value: {} }],
  [add("metadata/labels", {})],
  [add("/metadata/labels", { x: "1" }), add("/metadata/labels/y", "2"), remove("/metadata/labels/x")],
  [add("/status", {})],
  [add("/spec", null)],
  [replace("/metadata/labels", { replaced: "yes" })],
  [add("/unknown", { deep: [1, 2.5, "x"] })],
];

/** Patches by the resource of the object. */
const patchesOf: ReadonlyMap<string, readonly (readonly Operation[])[]> = new Map([
  [
    "deployments",
    [
      [replace("/spec/replicas", 4)],
      [replace("/spec/replicas", "4")],
      [replace("/spec/replicas", 4.5)],
      [replace("/spec/replicas", -1)],
      [replace("/spec/replicas", null)],
      [replace("/spec/replicas", 1e12)],
      [add("/spec/template/spec/containers/-", { name: "z", image: "z:1" })],
      [add("/spec/template/spec/containers/0", { name: "z" })],
      [remove("/spec/template/spec/containers/1")],
      [replace("/spec/template/spec/containers", [])],
      [replace("/spec/template/spec/containers", null)],
      [add("/spec/template/spec/containers/-", null)],
      [add("/spec/template/spec/tolerations", [{ key: "k", operator: "Exists" }])],
      [add("/spec/template/spec/containers/0/env", [{ name: "E", value: null }])],
      [add("/spec/template/spec/containers/0/resources", { limits: { cpu: 1 } })],
      [add("/spec/template/spec/containers/0/resources", { limits: { cpu: "x" } })],
      [add("/spec/strategy", { type: "Recreate", rollingUpdate: null })],
      [replace("/spec/selector/matchLabels", { x: "y" })],
      [add("/spec/nope", 1)],
    ],
  ],
  [
    "configmaps",
    [
      [add("/data", { a: "9" })],
      [add("/data", { a: null })],
      [add("/data", null)],
      [add("/data/a", 5)],
      [add("/data/b.c", "x")],
      [remove("/data/a")],
      [add("/immutable", true)],
      [add("/immutable", "true")],
      [add("/binaryData", { z: "!" })],
      [add("/binaryData", { z: "AAA=" })],
      [add("/data", { "bad key!": "x" })],
    ],
  ],
  [
    "horizontalpodautoscalers",
    [
      [replace("/spec/minReplicas", 2)],
      [replace("/spec/maxReplicas", 0)],
      [add("/spec/targetCPUUtilizationPercentage", 42)],
      [add("/spec/metrics", [])],
      [remove("/spec/maxReplicas")],
    ],
  ],
  [
    "widgets",
    [
      [replace("/spec/size", 11)],
      [replace("/spec/size", "text")],
      [replace("/spec/size", null)],
      [add("/spec/color", null)],
      [remove("/spec/color")],
      [add("/spec/unknown", { u: 1 })],
      [add("/spec/tags", ["x", "x"])],
      [add("/spec/parts", [{ id: "p" }, { id: "q", count: null }])],
      [add("/spec/parts", [{ count: 1 }])],
      [remove("/spec")],
    ],
  ],
  [
    "pods",
    [
      [add("/spec/containers/0/env", [{ name: "E", value: "e" }])],
      [add("/spec/containers/0/env/-", { name: "E", value: "e" })],
      [add("/spec/nodeSelector", { disk: "hdd" })],
      [add("/spec/nodeName", "n1")],
      [replace("/spec/terminationGracePeriodSeconds", 3)],
      [replace("/spec/terminationGracePeriodSeconds", null)],
      [remove("/spec/tolerations")],
      [add("/spec/containers/1", { name: "second", image: "s:1" })],
      [add("/spec/containers/7", { name: "far", image: "s:1" })],
      [add("/spec/volumes", [{ name: "v" }])],
      [add("/spec/priority", 5)],
      [replace("/spec/containers/0/image", "")],
    ],
  ],
  [
    "services",
    [
      [replace("/spec/ports/0/targetPort", 9000)],
      [replace("/spec/ports/0/targetPort", "text")],
      [replace("/spec/ports/0/targetPort", null)],
      [replace("/spec/ports/0/targetPort", 1.5)],
      [replace("/spec/ports/0/port", 70000)],
      [remove("/spec/selector")],
      [add("/spec/ports/0", { name: "first", port: 1 })],
      [add("/spec/externalIPs", ["192.0.2.9"])],
    ],
  ],
  [
    "clusterroles",
    [
      [replace("/rules", null)],
      [replace("/rules/0/verbs", ["*"])],
      [replace("/rules/0/verbs", [])],
      [add("/rules/0/nonResourceURLs", ["/x"])],
    ],
  ],
]);

const megabytes = 10 * 1024 * 1024;
const slowMs = 200;

const comparedHandlers: readonly (readonly [string, HookHandler])[] = [
  ["slow-allow", (hookRequest) => ({ ...reply(hookRequest, { allowed: true }), delayMs: slowMs })],
  ["slow-deny", (hookRequest) => ({ ...reply(hookRequest, { allowed: false }), delayMs: slowMs })],
  ["megabytes", (hookRequest) => reply(hookRequest, { allowed: true, more: "x".repeat(megabytes) })],
  ["megabytes-garbage", () => ({ body: "x".repeat(megabytes) })],
  [
    "annotates",
    (hookRequest) =>
      reply(hookRequest, { allowed: true, auditAnnotations: { one: "1", "a.b/two": 'a "quote"', "": "" } }),
  ],
  ["annotates-number", (hookRequest) => reply(hookRequest, { allowed: true, auditAnnotations: { one: 1 } })],
  [
    "annotates-denied",
    (hookRequest) => reply(hookRequest, { allowed: false, auditAnnotations: { why: "so" }, warnings: ["w"] }),
  ],
  [
    "warns-often",
    (hookRequest) =>
      reply(hookRequest, { allowed: true, warnings: Array.from({ length: 30 }, (_, n) => `${n}`.repeat(200)) }),
  ],
  [
    "warns-oddly",
    (hookRequest) => reply(hookRequest, { allowed: true, warnings: ["", "two\nlines", "ümläut", "same", "same"] }),
  ],
  [
    "deny-status",
    (hookRequest) =>
      reply(hookRequest, {
        allowed: false,
        status: {
          status: "Failure",
          reason: "Invalid",
          code: 422,
          message: "bad",
          details: { name: "n", group: "g", kind: "k", uid: "u", causes: [{ message: "m" }] },
        },
      }),
  ],
  ["deny-status-text", (hookRequest) => reply(hookRequest, { allowed: false, status: "no" })],
  ["deny-code-text", (hookRequest) => reply(hookRequest, { allowed: false, status: { code: "403" } })],
  ["deny-long", (hookRequest) => reply(hookRequest, { allowed: false, status: { message: "long ".repeat(400) } })],
  ["deny-lines", (hookRequest) => reply(hookRequest, { allowed: false, status: { message: 'two\nlines: "quoted"' } })],
  ["deny-negative", (hookRequest) => reply(hookRequest, { allowed: false, status: { code: -1, message: "m" } })],
  ["allowed-null", (hookRequest) => reply(hookRequest, { allowed: null })],
  [
    "allowed-with-status",
    (hookRequest) => reply(hookRequest, { allowed: true, status: { code: 403, message: "but no" } }),
  ],
  [
    "response-null",
    ({ review }) => ({ body: { apiVersion: review.apiVersion, kind: "AdmissionReview", response: null } }),
  ],
  [
    "response-list",
    ({ review }) => ({ body: { apiVersion: review.apiVersion, kind: "AdmissionReview", response: [] } }),
  ],
  [
    "twice",
    (hookRequest) => ({
      body: `${JSON.stringify(reply(hookRequest, { allowed: true }).body)}${JSON.stringify(reply(hookRequest, { allowed: false }).body)}`,
    }),
  ],
  [
    "yaml",
    ({ review }) => ({
      body: `apiVersion: ${review.apiVersion}\nkind: AdmissionReview\nresponse:\n  uid: ${review.request.uid}\n  allowed: true\n`,
    }),
  ],
  ["mirror", ({ review }) => ({ body: review })],
  ["deny-updates", (hookRequest) => reply(hookRequest, { allowed: hookRequest.review.request.operation !== "UPDATE" })],
  ["deny-team-a", (hookRequest) => reply(hookRequest, { allowed: labelsOf(hookRequest)["team"] !== "a" })],
  ["deny-changed", (hookRequest) => reply(hookRequest, { allowed: labelsOf(hookRequest)["patched"] !== "x" })],
];

const labelsOf = ({ review }: HookRequest): Readonly<Record<string, string>> =>
  review.request.object?.metadata?.labels ?? {};

/** Counts the webhook calls in a label. */
const countCalls: HookHandler = (hookRequest) => {
  const labels = hookRequest.review.request.object?.metadata?.labels;
  if (hookRequest.review.request.object === null) return reply(hookRequest, { allowed: true });
  const next = String(Number(labels?.asked ?? 0) + 1);
  return reply(
    hookRequest,
    patchWith([labels ? add("/metadata/labels/asked", next) : add("/metadata/labels", { asked: next })]),
  );
};

const patchPlays = (
  name: string,
  patches: readonly (readonly Operation[])[],
): readonly (readonly [string, HookHandler])[] =>
  patches.map((operations, index) => [`${name}-${index}`, (hookRequest) => reply(hookRequest, patchWith(operations))]);

const handlers: ReadonlyMap<string, HookHandler> = new Map([
  ...casePlays,
  ...comparedHandlers,
  ["counted", countCalls] as const,
  ...patchPlays("common", commonPatches),
  ...[...patchesOf].flatMap(([resource, patches]) => patchPlays(resource, patches)),
]);

/** Plays the response that the last part of the path names. */
export const handle: HookHandler = (hookRequest) => {
  const found = handlers.get(hookRequest.path.slice(hookRequest.path.lastIndexOf("/") + 1));
  return found ? found(hookRequest) : { code: 404 };
};

const handlerNames = (...parts: readonly string[]) =>
  [...handlers.keys()].filter((name) => parts.some((part) => name.startsWith(part)));

/** The responses that are sent immediately and change nothing. */
export const verdictNames: readonly string[] = [...comparedHandlers.map(([name]) => name), ...casePlays.keys()].filter(
  (name) => name !== "hang" && !name.startsWith("http-429"),
);

/** Returns the names of the patches for mutating webhooks. */
export const patchNames = (resource: string): readonly string[] => [
  ...handlerNames("common-", "counted"),
  ...handlerNames(`${resource}-`),
  ...handlerNames(`${resource}-`),
];
