import { expect, test } from "vitest";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { definition as widgetDefinition } from "../parity-server/policy-cases.ts";
import { startTestServer, type TestServer } from "./start.ts";

const tableHeaders = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

/** Returns all discovery documents, and each list in both forms, by path. */
async function readAll(server: TestServer): Promise<Readonly<Record<string, string>>> {
  const shown: Record<string, string> = {};
  const get = async (path: string, headers = {}) => {
    const { code, text, json } = await server.call("GET", path, undefined, headers);
    shown[`${path} ${JSON.stringify(headers)}`] = `${code} ${text}`;
    return json;
  };
  for (const path of ["/api", "/version", "/openapi/v2", "/openapi/v3"]) await get(path);
  const { groups } = await get("/apis");
  const versions = groups.flatMap((group: { versions: { groupVersion: string }[] }) => group.versions);
  for (const root of ["/api/v1", ...versions.map((each: { groupVersion: string }) => `/apis/${each.groupVersion}`)]) {
    await get(`/openapi/v3${root}`);
    for (const { name, verbs } of (await get(root)).resources) {
      if (!verbs.includes("list")) continue;
      await get(`${root}/${name}`);
      await get(`${root}/${name}`, tableHeaders);
    }
  }
  return shown;
}

test("a server returns the same documents and lists after a restart", async () => {
  const now = Date.now();
  const options = { storage: openMemoryStorage(), clusterObjects: true, bootstrapPolicy: true, nowMs: () => now };
  const before = await startTestServer(options);
  const created = async (path: string, object: object) =>
    expect((await before.call("POST", path, object)).code, path).toBe(201);
  await created("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
  await created("/api/v1/namespaces", { metadata: { name: "a" } });
  await created("/api/v1/namespaces/a/services", { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } });
  await created("/apis/autoscaling/v1/namespaces/a/horizontalpodautoscalers", {
    metadata: { name: "h" },
    spec: {
      maxReplicas: 2,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
      targetCPUUtilizationPercentage: 50,
    },
  });
  await expect
    .poll(async () => {
      const widget = {
        apiVersion: "parity.example.com/v1",
        kind: "Widget",
        metadata: { name: "w" },
        spec: { size: 1 },
      };
      return (await before.call("POST", "/apis/parity.example.com/v1/namespaces/a/widgets", widget)).code;
    })
    .toBe(201);
  const writesOfControllersMs = 500;
  await new Promise((resolve) => setTimeout(resolve, writesOfControllersMs));
  const shown = await readAll(before);
  await before.close();
  const after = await startTestServer({ ...options, port: before.port });
  await expect.poll(() => readAll(after), { timeout: 10_000, interval: 200 }).toEqual(shown);
  await after.close();
  expect(Object.keys(shown).length).toBeGreaterThan(150);
}, 60_000);
