/** Vetting of large objects on threads, which are built as in the program. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { objectParts, parseObjectParts } from "../../../src/server/request/object-json.ts";
import type { Task } from "../../../src/server/vetting/task.ts";
import { VettingThreads } from "../../../src/server/vetting/threads.ts";
import { startTestServer, type TestServer } from "../start.ts";

const folder = mkdtempSync(join(tmpdir(), "vetting-"));
const module = pathToFileURL(join(folder, "thread.cjs"));
beforeAll(async () => {
  await build({
    entryPoints: ["src/server/vetting/thread.ts"],
    outfile: join(folder, "thread.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "error",
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

const core = "/api/v1/namespaces/default";

/** Starts a server that vets large objects on threads, and one that does not. */
async function startBoth() {
  const options = { nowMs: () => 0 };
  servers = [await startTestServer({ ...options, vettingThread: module }), await startTestServer(options)];
  return servers;
}

const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));
const containers = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `c${index}`, image: "x" }));
const largeConfigMap = { metadata: { name: "x" }, data: entries(5000) };
const patch = (type: string) => ({ "content-type": `application/${type}+json` });

test("custom resources are vetted by their definition", async () => {
  const both = await startBoth();
  const properties = { values: { type: "object", additionalProperties: { type: "string", maxLength: 1 } } };
  const schema = { openAPIV3Schema: { type: "object", properties } };
  const definition = {
    metadata: { name: "bags.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "bags", kind: "Bag" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
  const bags = "/apis/example.com/v1/namespaces/default/bags";
  for (const server of both) {
    await server.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
    await vi.waitFor(async () => expect((await server.call("GET", bags)).code).toBe(200));
    const bag = { apiVersion: "example.com/v1", kind: "Bag", metadata: { name: "x" }, values: entries(5000), other: 1 };
    const made = await server.call("POST", bags, bag);
    expect([made.code, made.json.other]).toEqual([201, undefined]);
    const wrong = { values: { k1: "too long" } };
    expect((await server.call("PATCH", `${bags}/x`, wrong, patch("merge-patch"))).code).toBe(422);
    const labelled = { metadata: { labels: { a: "b" } } };
    expect((await server.call("PATCH", `${bags}/x`, labelled, patch("merge-patch"))).code).toBe(200);
  }
});

test("schemas of a large definition are read on a thread, and its rules are compiled in turns", async () => {
  const [server] = await startBoth();
  const run = vi.spyOn(VettingThreads.prototype, "run");
  const properties = Object.fromEntries(
    Array.from({ length: 1000 }, (_none, index) => [`field${index}`, { type: "string", maxLength: 9 }]),
  );
  const rules = Array.from({ length: 100 }, (_none, index) => ({
    rule: `!has(self.field${index}) || self.field1 != ''`,
  }));
  const spec = { type: "object", properties, "x-kubernetes-validations": rules };
  const definition = {
    metadata: { name: "bags.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "bags", kind: "Bag" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  };
  await server?.call("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  const bags = "/apis/example.com/v1/namespaces/default/bags";
  await vi.waitFor(async () => expect((await server?.call("GET", bags))?.code).toBe(200));
  expect(run.mock.calls.map(([task]) => task.name)).toContain("schemas");
  run.mockRestore();
  const bag = (name: string, spec: object) => ({ apiVersion: "example.com/v1", kind: "Bag", metadata: { name }, spec });
  // Each rule takes longer than a slice.
  let nowMs = 1e6;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 20));
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  const codes = await Promise.all(
    [bag("a", { field1: "x" }), bag("b", { field1: "" })].map(
      async (each) => (await server?.call("POST", bags, each))?.code,
    ),
  );
  clearInterval(count);
  clock.mockRestore();
  expect(codes).toEqual([201, 422]);
  expect(turns).toBeGreaterThan(rules.length / 10);
});

test("large objects get the same responses with threads as without", async () => {
  const both = await startBoth();
  const callBoth = async (method: string, path: string, body: unknown, headers = {}) => {
    const answers = await Promise.all(both.map((server) => server.call(method, path, body, headers)));
    const outcomes = answers.map(({ code, json, headers: { warning } }) => {
      for (const part of [json?.metadata, json?.details]) if (part?.uid) part.uid = "";
      return { code, json, warning };
    });
    expect(outcomes[0]).toEqual(outcomes[1]);
    return outcomes[0]?.code;
  };
  expect(await callBoth("POST", `${core}/configmaps`, largeConfigMap)).toBe(201);
  expect(await callBoth("POST", `${core}/configmaps`, largeConfigMap)).toBe(409);
  expect(await callBoth("PUT", `${core}/configmaps/x`, { ...largeConfigMap, immutable: true })).toBe(200);
  expect(await callBoth("PUT", `${core}/configmaps/x`, { ...largeConfigMap, data: entries(4000) })).toBe(422);
  expect(
    await callBoth("PATCH", `${core}/configmaps/x`, { metadata: { labels: { a: "b" } } }, patch("merge-patch")),
  ).toBe(200);
  expect(await callBoth("PATCH", `${core}/configmaps/x`, [{ op: "remove", path: "/none" }], patch("json-patch"))).toBe(
    422,
  );
  expect(
    await callBoth("PATCH", `${core}/configmaps/x`, { data: entries(5000), a: 1 }, patch("strategic-merge-patch")),
  ).toBe(200);
  expect(await callBoth("PATCH", `${core}/configmaps/x`, [], patch("strategic-merge-patch"))).toBe(400);
  const unknown = { ...largeConfigMap, ...entries(5000) };
  for (const validation of ["Ignore", "Warn", "Strict"]) {
    await callBoth("POST", `${core}/configmaps?dryRun=All&fieldValidation=${validation}`, {
      ...unknown,
      metadata: { name: "y" },
    });
  }
  expect(
    await callBoth("POST", `${core}/pods`, {
      metadata: { name: "p" },
      spec: { automountServiceAccountToken: false, containers: containers(2000) },
    }),
  ).toBe(201);
  const nameless = containers(2000).map(({ image }) => ({ image }));
  expect(
    await callBoth("POST", `${core}/pods`, {
      metadata: { name: "q" },
      spec: { automountServiceAccountToken: false, containers: nameless },
    }),
  ).toBe(422);
  expect(await callBoth("POST", `${core}/configmaps`, { ...largeConfigMap, data: [] })).toBe(400);
  expect(await callBoth("POST", `${core}/configmaps`, `{"metadata":{"name":"x"},"data":{${" ".repeat(40_000)}`)).toBe(
    400,
  );
  expect(await callBoth("DELETE", `${core}/configmaps/x`, { ...entries(5000), apiVersion: "any/v1" })).toBe(200);
  const review = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  expect(await callBoth("POST", review, { spec: { resourceAttributes: { name: "n".repeat(40_000) } } })).toBe(201);
});

test("the managed fields of a large object are computed on a thread, which gets the stored object as bytes", async () => {
  const [server] = await startBoth();
  const run = vi.spyOn(VettingThreads.prototype, "run");
  await server?.call("POST", `${core}/configmaps`, largeConfigMap);
  await server?.call("PATCH", `${core}/configmaps/x`, { immutable: true }, patch("merge-patch"));
  const tasks = run.mock.calls.map(([task]) => task);
  expect(tasks.map(({ name }) => name)).toEqual(["read", "track", "validate", "patch", "track", "validate"]);
  const stored = tasks.flatMap((task) => ("current" in task ? task.current : "live" in task ? task.live : []) ?? []);
  expect(stored.length).toBeGreaterThan(1);
  expect(new Set(stored.map((part) => part instanceof Uint8Array))).toEqual(new Set([true]));
  run.mockRestore();
});

test.each([
  ["members and items", { data: entries(31_000) }, "limit is 30000 members and items"],
  ["bytes", { data: { a: "x".repeat(1_600_000) } }, "limit is 1572864 bytes"],
  ["members in the body", { data: entries(110_000) }, "limit is 100000 members and items"],
])("an object with too many %s is refused", async (_name, more, message) => {
  const [server] = await startBoth();
  const answer = await server?.call("POST", `${core}/configmaps`, { metadata: { name: "x" }, ...more });
  expect(answer?.json).toMatchObject({
    code: 413,
    reason: "RequestEntityTooLarge",
    message: expect.stringContaining(message),
  });
});

const target = { target: "1.37", groupDomain: "k8s.io", featureGates: {} };
const validation: Task = {
  name: "validate",
  shape: "v1 ConfigMap",
  object: objectParts({ metadata: { name: "x", namespace: "default" } }),
  oldObject: undefined,
  subresource: "",
  target: { name: "x" },
};

/** Writes a thread that does only this work for a task, and returns its URL. */
function threadThat(name: string, work: string, thread: string): URL {
  const start = `require("node:worker_threads").parentPort`;
  const file = join(folder, `${name}.cjs`);
  const answer = `${start}.postMessage({ outcome: "done", warnings: [] })`;
  writeFileSync(
    file,
    `${start}.postMessage({ outcome: "started", thread: ${thread} });
${start}.on("message", () => { ${work}; ${answer}; });`,
  );
  return pathToFileURL(file);
}

test.each([
  { name: "a thread whose time the system reports", thread: 'require("node:fs").readlinkSync("/proc/thread-self")' },
  { name: "a thread whose time the system does not report", thread: "undefined" },
])("the limit of a task is processor time, not elapsed time: $name", async ({ name, thread }) => {
  const waits = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)";
  const waiting = new VettingThreads({
    module: threadThat(`${name} waits`, waits, thread),
    ...target,
    // Processor time of the whole process, which also works while the thread waits.
    maxTaskMs: 500,
  });
  await expect(waiting.run(validation)).resolves.toMatchObject({ outcome: "done" });
  await waiting.close();
  const computes = threadThat(`${name} computes`, "for (;;);", thread);
  const computing = new VettingThreads({ module: computes, ...target, maxTaskMs: 100 });
  await expect(computing.run(validation)).rejects.toMatchObject({
    code: 413,
    message: expect.stringContaining("100 ms of processor time"),
  });
  await computing.close();
});

test("the stringData of a large secret is encoded on the thread", async () => {
  const threads = new VettingThreads({ module, ...target });
  const body = Buffer.from(JSON.stringify({ metadata: { name: "x" }, data: { a: "eA==" }, stringData: entries(5000) }));
  const read = { name: "read", shape: "v1 Secret", mediaType: "application/json", otherVersions: [], body } as const;
  const result = await threads.run({ ...read, fieldValidation: "Strict" });
  const encoded = Object.entries(entries(5000)).map(([key, text]) => [
    key,
    Buffer.from(String(text)).toString("base64"),
  ]);
  expect(parseObjectParts([Reflect.get(result, "json")])).toEqual({
    metadata: { name: "x" },
    data: { a: "eA==", ...Object.fromEntries(encoded) },
  });
  await threads.close();
});

test("a task over its limit is refused, many tasks at once are done, and an unknown kind is an error", async () => {
  const slow = new VettingThreads({ module, ...target, maxTaskMs: 0 });
  await expect(slow.run(validation)).rejects.toMatchObject({ code: 413 });
  await slow.close();
  const threads = new VettingThreads({ module, ...target });
  const results = await Promise.all(Array.from({ length: 20 }, () => threads.run(validation)));
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(["done"]));
  const unknown = await threads.run({ ...validation, shape: "v1 Nothing" });
  expect(unknown).toMatchObject({ outcome: "failed", error: expect.stringContaining("no kind is called v1 Nothing") });
  await threads.close();
});

test("a thread gets a copy of an object that the server keeps; a body that only the thread reads moves there", async () => {
  const threads = new VettingThreads({ module, ...target });
  const [bytes] = objectParts({ metadata: { name: "x" }, data: entries(5000) });
  const headBytes = '{"metadata":{"name":"x"'.length;
  const object = [bytes.subarray(0, headBytes), bytes.subarray(headBytes)] as const;
  const kept = { name: "validate", shape: "v1 ConfigMap", object, oldObject: object, subresource: "" } as const;
  const post = vi.spyOn(Worker.prototype, "postMessage");
  expect(await threads.run({ ...kept, target: { name: "x" } })).toMatchObject({ outcome: "done" });
  expect(object.map(({ length }) => length)).toEqual([headBytes, bytes.length - headBytes]);
  // The long part has moved. A clone of the short part does not clone the whole buffer that it belongs to.
  const posted = post.mock.calls.map(([task]) => task.object.map(({ buffer }: Uint8Array) => buffer.byteLength));
  expect(posted).toEqual([[headBytes, 0]]);
  post.mockRestore();

  const text = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", ...largeConfigMap });
  const [alone, among] = [new TextEncoder().encode(text), Buffer.from(` ${text} `).subarray(1, -1)];
  const reading = { name: "read", shape: "v1 ConfigMap", mediaType: "application/json", otherVersions: [] } as const;
  for (const body of [alone, among]) {
    const read = await threads.run({ ...reading, body, fieldValidation: "Ignore" });
    expect(read).toMatchObject({ outcome: "done" });
    expect(parseObjectParts([Reflect.get(read, "json")])).toMatchObject(largeConfigMap);
  }
  expect([alone.length, among.length]).toEqual([0, Buffer.byteLength(text)]);
  await threads.close();
});
