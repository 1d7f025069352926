/** How the whole server stops: it completes what it has accepted, and never takes long. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:http2";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requestOptions } from "../api-client.ts";
import { openWatch } from "../watch-client.ts";
import { killAll, type Served, serve } from "./served.ts";
import { expectAcknowledged, Writers } from "./writers.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "clustervet-stop-"));
});
afterEach(async () => {
  await killAll();
  rmSync(dataDir, { recursive: true, force: true });
});

const maps = "/api/v1/namespaces/default/configmaps";
/** The longest time to stop if no client delays it. */
const quickMs = 5000;

test("SIGTERM under load: writes complete, watches end as complete streams, the exit is clean and soon", async () => {
  const server = await serve(dataDir);
  const watches = await Promise.all([1, 2, 3].map(() => openWatch(server.access, `${maps}?watch=true`)));
  const writers = new Writers(8);
  writers.start(server, 0);
  await writers.acknowledged(50);
  const beginning = Date.now();
  server.child.kill("SIGTERM");
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(Date.now() - beginning).toBeLessThan(quickMs);
  await writers.stopped();
  for (const watch of watches) {
    await watch.ended;
    expect(watch.isWhole()).toBe(true);
  }
  await expectAcknowledged(await serve(dataDir), writers);
});

test("on SIGTERM, an HTTP/2 session gets GOAWAY before its watches end as complete streams", async () => {
  const server = await serve(dataDir, { args: ["--storage", "memory"] });
  const { agent: _agent, headers: _headers, port, ...options } = requestOptions(server.access);
  const session = connect(`https://127.0.0.1:${port}`, options);
  const output: string[] = [];
  session.on("goaway", (code) => output.push(`goaway ${code}`));
  const streams = [1, 2, 3].map(() => session.request({ ":path": `${maps}?watch=true` }));
  for (const stream of streams) {
    stream.on("end", () => output.push(`end ${stream.rstCode}`)).resume();
    await once(stream, "response");
  }
  server.child.kill("SIGTERM");
  await once(session, "close");
  expect(output).toEqual(["goaway 0", "end 0", "end 0", "end 0"]);
  expect(await server.ended).toEqual({ code: 0, signal: null });
});

test("a second signal ends the server at once, even if it differs from the first", async () => {
  const server = await serve(dataDir, { args: ["--storage", "memory"] });
  await halfRequest(server);
  server.child.kill("SIGTERM");
  while (!server.log().some(({ msg }) => msg === "stopping")) await new Promise((resolve) => setTimeout(resolve, 10));
  const beginning = Date.now();
  server.child.kill("SIGINT");
  expect(await server.ended).toEqual({ code: null, signal: "SIGINT" });
  expect(Date.now() - beginning).toBeLessThan(3000);
});

test("a client that does not complete its request delays the stop for a limited time only", async () => {
  const server = await serve(dataDir, { args: ["--storage", "memory"] });
  await halfRequest(server);
  const beginning = Date.now();
  server.child.kill("SIGTERM");
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(Date.now() - beginning).toBeLessThan(25_000);
});

/** Sends half a request, for whose body the server waits. */
async function halfRequest({ access }: Served): Promise<void> {
  const sent = request({
    ...requestOptions(access),
    path: maps,
    method: "POST",
    headers: { "content-type": "application/json", "content-length": 100, expect: "100-continue" },
  });
  sent.on("error", () => {});
  await new Promise<void>((resolve) => sent.once("continue", resolve).flushHeaders());
  sent.write("{");
}
