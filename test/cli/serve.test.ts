import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { runCli } from "./run-cli.ts";

const program = join(import.meta.dirname, "../../dist/clustervet.mjs");

let folder: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-serve-"));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Served {
  readonly child: ChildProcess;
  readonly log: () => string;
  readonly ended: Promise<number | null>;
}

/** Resolves when the server says that it serves. */
async function serve(...args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [program, "serve", "--data-dir", folder, "--secure-port", "0", ...args]);
  running.push(child);
  let log = "";
  let messages = "";
  child.stdout?.on("data", (chunk) => {
    log += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (chunk) => {
      messages += chunk;
      if (messages.includes("serving at")) resolve();
    });
    child.once("exit", () => reject(new Error(messages)));
  });
  return { child, log: () => log, ended };
}

interface Answer {
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  readonly json: any;
}

/** As the administrator, with what the kubeconfig says. */
function call(method: string, path: string, body?: object): Promise<Answer> {
  const config = parse(readFileSync(join(folder, "admin.kubeconfig"), "utf8"));
  const { server, "certificate-authority-data": authority } = config.clusters[0].cluster;
  const user = config.users[0].user;
  const decode = (text: string) => Buffer.from(text, "base64");
  const payload = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, server),
      {
        method,
        ca: decode(authority),
        cert: decode(user["client-certificate-data"]),
        key: decode(user["client-key-data"]),
        headers: payload ? { "content-type": "application/json", "content-length": Buffer.byteLength(payload) } : {},
      },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => {
          const isJson = text.startsWith("{") && !text.includes("}\n{");
          resolve({ code: response.statusCode ?? 0, json: isJson ? JSON.parse(text) : text });
        });
      },
    );
    sent.on("error", reject);
    sent.end(payload);
  });
}

const maps = "/api/v1/namespaces/default/configmaps";

test("what was acknowledged is there after a crash, and versions go on", async () => {
  const first = await serve();
  const { json: before } = await call("POST", maps, { metadata: { name: "first" } });
  const acknowledged: string[] = [];
  const writing = (async () => {
    for (let index = 0; ; index++) {
      const { code } = await call("POST", maps, { metadata: { name: `w${index}` } });
      if (code === 201) acknowledged.push(`w${index}`);
    }
  })().catch(() => {});
  while (acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 5));
  first.child.kill("SIGKILL");
  await writing;
  await first.ended;

  await serve();
  const { json: list } = await call("GET", maps);
  const names = list.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  expect(names).toEqual(expect.arrayContaining(["first", ...acknowledged]));
  const { json: after } = await call("POST", maps, { metadata: { name: "last" } });
  expect(Number(after.metadata.resourceVersion)).toBeGreaterThan(Number(list.metadata.resourceVersion) - 1);

  const version = before.metadata.resourceVersion;
  const { json: text } = await call("GET", `${maps}?watch=true&resourceVersion=${version}&timeoutSeconds=1`);
  const events = String(text)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.map(({ object }) => object.metadata.name)).toEqual([
    ...names.filter((name: string) => name !== "first").sort(byNumber),
    "last",
  ]);
});

const byNumber = (a: string, b: string): number => Number(a.slice(1)) - Number(b.slice(1));

test("it is for its administrator alone, and ends when it is told to", async () => {
  const { child, ended, log } = await serve("--storage", "memory");
  expect(statSync(join(folder, "admin.kubeconfig")).mode & 0o777).toBe(0o600);
  const { json } = await call("GET", "/api/v1/namespaces");
  expect(json.items.length).toBeGreaterThanOrEqual(4);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  const lines = log()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ msg }) => msg)).toEqual(["serving", "stopping"]);
});

test("a data directory is for one server", async () => {
  await serve();
  await expect(serve()).rejects.toThrow(/clustervet: /);
});

test("an address that is taken is said, with what to change", async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const { port } = holder.address() as AddressInfo;
  const { code, stderr } = runCli([
    "serve",
    "--data-dir",
    mkdtempSync(join(tmpdir(), "clustervet-serve-")),
    "--secure-port",
    String(port),
  ]);
  holder.close();
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `clustervet: cannot listen at 127.0.0.1:${port}: another process listens there\n  help: choose with --bind-address and --secure-port\n`,
  });
});
