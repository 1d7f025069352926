/** The request limits that flags of kube-apiserver set. */
import { connect } from "node:http2";
import { expect, onTestFinished, test } from "vitest";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { startTestServer } from "./start.ts";

test("a request ends after the timeout of the server, even if the client requests a longer one", async () => {
  const server = await startTestServer({ requestLimits: { timeoutMs: 150 } });
  onTestFinished(() => server.close());
  const session = connect(`https://127.0.0.1:${server.port}`, { ca: server.authority });
  onTestFinished(() => session.destroy());
  const path = "/api/v1/namespaces?timeout=30s";
  // The body never ends.
  const stream = session.request({ ":method": "POST", ":path": path, ...server.headers }, { endStream: false });
  const code = await new Promise((resolve) => stream.on("response", ({ ":status": status }) => resolve(status)));
  expect(code).toBe(504);
});

test("a watch without a timeout ends between the minimum time and twice the minimum", async () => {
  const server = await startTestServer({ requestLimits: { minWatchSeconds: 1 } });
  onTestFinished(() => server.close());
  const startMs = Date.now();
  const { code } = await server.call("GET", "/api/v1/namespaces?watch=true");
  const seconds = (Date.now() - startMs) / 1000;
  expect(code).toBe(200);
  expect(seconds).toBeGreaterThan(0.9);
  expect(seconds).toBeLessThan(10);
});

test.each([1, 3])("%i objects of a collection are deleted concurrently", async (deletionWorkers) => {
  const storage = openMemoryStorage();
  let underWay = 0;
  let most = 0;
  const counting = new Proxy(storage, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "delete") return typeof value === "function" ? value.bind(target) : value;
      return async (...args: Parameters<typeof storage.delete>) => {
        underWay++;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setTimeout(resolve, 5));
        underWay--;
        return target.delete(...args);
      };
    },
  });
  const server = await startTestServer({ storage: counting, requestLimits: { deletionWorkers } });
  onTestFinished(() => server.close());
  const path = "/api/v1/namespaces/default/configmaps";
  for (const name of ["a", "b", "c", "d", "e", "f"]) await server.call("POST", path, { metadata: { name } });
  const { code, json } = await server.call("DELETE", path);
  expect(code).toBe(200);
  expect(json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual([..."abcdef"]);
  expect((await server.call("GET", path)).json.items).toEqual([]);
  expect(most).toBe(deletionWorkers);
});

test("a connection that gets GOAWAY completes its request and then closes", async () => {
  const server = await startTestServer({ requestLimits: { goawayChance: 1 } });
  onTestFinished(() => server.close());
  const session = connect(`https://127.0.0.1:${server.port}`, { ca: server.authority });
  const notices: number[] = [];
  session.on("goaway", (code, last) => notices.push(code, last));
  const ended = new Promise((resolve) => session.once("close", resolve));
  const stream = session.request({ ":path": "/api/v1/namespaces?watch=true&timeoutSeconds=2", ...server.headers });
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  await new Promise((resolve) => stream.once("end", resolve));
  await ended;
  expect(notices.slice(0, 2)).toEqual([0, 2 ** 31 - 1]);
  expect(text).toContain('"name":"kube-system"');
});

test("without goawayChance, an HTTP/2 connection gets no GOAWAY", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const session = connect(`https://127.0.0.1:${server.port}`, { ca: server.authority });
  onTestFinished(() => session.destroy());
  let isSentAway = false;
  session.on("goaway", () => {
    isSentAway = true;
  });
  for (let count = 0; count < 20; count++) {
    const stream = session.request({ ":path": "/api/v1/namespaces", ...server.headers });
    await new Promise((resolve) => stream.resume().once("end", resolve));
  }
  expect(isSentAway).toBe(false);
});

test.each([
  { says: "the server's options", requestLimits: { maxConcurrentStreams: 7 }, most: 7 },
  { says: "kube-apiserver", requestLimits: {}, most: 100 },
])("a connection may have as many concurrent requests as $says allows: $most", async ({ requestLimits, most }) => {
  const server = await startTestServer({ requestLimits });
  onTestFinished(() => server.close());
  const session = connect(`https://127.0.0.1:${server.port}`, { ca: server.authority });
  onTestFinished(() => session.destroy());
  const settings = await new Promise((resolve) => session.once("remoteSettings", resolve));
  expect(settings).toMatchObject({ maxConcurrentStreams: most });
});
