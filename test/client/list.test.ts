/** Tests lists and discovery against servers whose lists expire, are wrong or never end. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { ApiClient } from "../../src/client/api-client.ts";
import { discoverResources } from "../../src/client/discovery.ts";
import { listAll } from "../../src/client/list.ts";
import { neverAborted } from "./fake-machine.ts";
import { connectionTo, startHttps } from "./https-server.ts";

type Answer = readonly [code: number, value: unknown];

/**
 * Starts a server whose responses depend on the path, for example `/pods?limit=500`, and on the number of earlier
 * requests for it.
 */
async function serverOf(answer: (url: string, before: number) => Answer) {
  const counts = new Map<string, number>();
  const listener = ({ url = "" }: IncomingMessage, response: ServerResponse) => {
    const before = counts.get(url) ?? 0;
    counts.set(url, before + 1);
    const [code, value] = answer(url, before);
    response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  const { url, requestTexts } = await startHttps(listener);
  const client = new ApiClient(await connectionTo(url), { signal: neverAborted });
  onTestFinished(() => client.close());
  return { client, requestTexts };
}

const page = (names: readonly string[], resourceVersion: string, next?: string): Answer => [
  200,
  {
    kind: "PodList",
    apiVersion: "v1",
    metadata: { resourceVersion, continue: next },
    items: names.map((name) => ({ metadata: { name } })),
  },
];
const expired: Answer = [410, { kind: "Status", message: "The provided continue parameter is too old" }];
const namesIn = (items: readonly Readonly<Record<string, unknown>>[]) =>
  items.map(({ kind, metadata }) => `${kind} ${(metadata as { readonly name: string }).name}`);

test("a collection is listed page by page, and each item has its kind", async () => {
  const { client, requestTexts } = await serverOf((url) =>
    url.includes("continue") ? page(["b"], "8") : page(["a"], "7", "x&y"),
  );
  const counts: number[] = [];
  const { items, resourceVersion } = await listAll(client, "/pods", { onPage: (count) => counts.push(count) });
  expect(namesIn(items)).toEqual(["Pod a", "Pod b"]);
  expect({ resourceVersion, counts }).toEqual({ resourceVersion: "7", counts: [1, 2] });
  expect(requestTexts).toEqual(["/pods?limit=500", "/pods?limit=500&continue=x%26y"]);
});

test("an expired list restarts (maxRestarts), first at no older version, finally at the most recent one", async () => {
  const { client, requestTexts } = await serverOf((url) => {
    if (url.includes("continue")) return expired;
    if (url.includes("NotOlderThan")) return expired;
    return url.includes("limit") ? page(["a"], "7", "next") : page(["a", "b"], "9");
  });
  expect(namesIn((await listAll(client, "/pods")).items)).toEqual(["Pod a", "Pod b"]);
  expect(requestTexts).toEqual([
    "/pods?limit=500",
    "/pods?limit=500&continue=next",
    "/pods?limit=500&resourceVersion=7&resourceVersionMatch=NotOlderThan",
    "/pods?limit=500",
    "/pods?limit=500&continue=next",
    "/pods?resourceVersion=7&resourceVersionMatch=NotOlderThan",
    "/pods",
  ]);
});

test("a list at an exact version fails if the server ignores the parameter", async () => {
  const { client } = await serverOf((url) => page(["a"], url.includes("resourceVersion=5&") ? "5" : "9"));
  expect(await listAll(client, "/pods", { exactVersion: "5" })).toHaveProperty("resourceVersion", "5");
  await expect(listAll(client, "/pods", { exactVersion: "6" })).rejects.toThrow("version 6 exactly, got 9");
});

test("a list of more than maxPages pages fails", { timeout: 120_000 }, async () => {
  const { client } = await serverOf(() => page([], "7", "more"));
  await expect(listAll(client, "/pods")).rejects.toThrow("does not end after 2000 pages");
});

test("a response that is not a list is an error", async () => {
  const { client } = await serverOf((url) =>
    url.startsWith("/pods") ? [200, { kind: "Pod" }] : [403, { message: "no" }],
  );
  await expect(listAll(client, "/pods")).rejects.toThrow("the answer is no list");
  await expect(listAll(client, "/secrets")).rejects.toThrow("answered 403: no");
});

const describedResources = [
  {
    metadata: { name: "apps" },
    versions: [
      {
        version: "v1",
        freshness: "Current",
        resources: [
          {
            resource: "deployments",
            responseKind: { group: "apps", version: "v1", kind: "Deployment" },
            scope: "Namespaced",
            singularResource: "deployment",
            shortNames: ["deploy"],
            verbs: ["list"],
          },
        ],
      },
    ],
  },
  { metadata: { name: "metrics.k8s.io" }, versions: [{ version: "v1beta1", freshness: "Stale" }] },
];
const deployments = {
  group: "apps",
  version: "v1",
  plural: "deployments",
  kind: "Deployment",
  isNamespaced: true,
  verbs: ["list"],
  names: ["deployment", "deploy"],
};

test("aggregated discovery returns the resources and reports versions that are not available", async () => {
  const { client, requestTexts } = await serverOf((url) => [
    200,
    { kind: "APIGroupDiscoveryList", items: url === "/apis" ? describedResources : [] },
  ]);
  expect(await discoverResources(client)).toEqual({
    resources: [deployments],
    faults: ["metrics.k8s.io/v1beta1: the server behind it does not answer"],
  });
  expect([...requestTexts].sort()).toEqual(["/api", "/apis"]);
});

test("without aggregated discovery, resources are discovered by group version, the preferred one first", async () => {
  const apps = {
    name: "apps",
    versions: [{ version: "v1beta1" }, { version: "v1" }],
    preferredVersion: { version: "v1" },
  };
  const { client } = await serverOf((url) => {
    if (url === "/api") return [200, { kind: "APIVersions", versions: ["v1"] }];
    if (url === "/apis") return [200, { kind: "APIGroupList", groups: [apps] }];
    if (url === "/apis/apps/v1beta1") return [503, { message: "gone" }];
    const one = { name: "deployments", kind: "Deployment", namespaced: true, verbs: ["list"] };
    const own = url === "/apis/apps/v1" ? [{ ...one, singularName: "deployment", shortNames: ["deploy"] }] : [];
    return [200, { resources: [...own, { ...one, name: "deployments/status" }] }];
  });
  const { resources, faults } = await discoverResources(client);
  expect(resources).toEqual([deployments]);
  expect(faults).toEqual([expect.stringMatching(/^apps\/v1beta1: .* answered 503: gone$/)]);
});

test("discovery fails for a server that is not a Kubernetes API server", async () => {
  const { client } = await serverOf(() => [200, { hello: "world" }]);
  await expect(discoverResources(client)).rejects.toThrow("/api: the answer lists no API groups");
});
