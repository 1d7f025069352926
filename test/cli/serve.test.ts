import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CoreV1Api, KubeConfig } from "@kubernetes/client-node";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { killAll, serve } from "../server/process/served.ts";
import { runProcess } from "./run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clustervet-serve-"));
});
afterEach(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

test("only the owner can read the kubeconfig, and the server exits with 0 after SIGTERM", async () => {
  const { child, ended, log, call } = await serve(folder, { args: ["--storage", "memory"] });
  expect(statSync(join(folder, "admin.kubeconfig")).mode & 0o777).toBe(0o600);
  const { json } = await call("GET", "/api/v1/namespaces");
  expect(json.items.length).toBeGreaterThanOrEqual(4);
  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
  expect(log().map(({ msg }) => msg)).toEqual(["serving", "stopping"]);
});

test.each([
  { bindAddress: "::1", host: "[::1]" },
  { bindAddress: "::", host: "[::1]" },
  { bindAddress: "0.0.0.0", host: "127.0.0.1" },
  { bindAddress: "", host: "127.0.0.1" },
])("a client connects with the kubeconfig of a server on $bindAddress", async ({ bindAddress, host }) => {
  const { access } = await serve(folder, { args: ["--storage", "memory", "--bind-address", bindAddress] });
  const config = new KubeConfig();
  config.loadFromFile(join(folder, "admin.kubeconfig"));
  expect(config.getCurrentCluster()?.server).toBe(`https://${host}:${access.port}`);
  const { items } = await config.makeApiClient(CoreV1Api).listNamespace();
  expect(items.length).toBeGreaterThanOrEqual(4);
});

test("the ready file contains the URL while the server runs, and is removed when it stops", async () => {
  const file = join(folder, "ready");
  writeFileSync(file, "of an earlier server");
  const { child, ended, access } = await serve(folder, { args: ["--storage", "memory", "--ready-file", file] });
  expect(readFileSync(file, "utf8")).toBe(`https://127.0.0.1:${access.port}\n`);
  child.kill("SIGTERM");
  await ended;
  expect(existsSync(file)).toBe(false);
  const args = ["--storage", "memory", "--ready-file", join(folder, "absent", "ready")];
  await expect(serve(folder, { args })).rejects.toThrow(/--ready-file cannot be written: no such file or directory/);
  const isFolder = ["--storage", "memory", "--ready-file", folder];
  await expect(serve(folder, { args: isFolder })).rejects.toThrow(/--ready-file cannot be written: .*is a directory/);
});

test("a server releases the memory of its start soon afterwards", { timeout: 60_000 }, async () => {
  const trace = join(folder, "collections");
  const through = ["sh", "-c", `exec "$0" --trace-gc "$@" > '${trace}'`];
  await serve(folder, { args: ["--storage", "memory"], through });
  const collections = () => readFileSync(trace, "utf8");
  await vi.waitFor(() => expect(collections()).toContain("Mark-Compact (reduce)"), { timeout: 30_000, interval: 100 });
});

test("--wait exits when the server is ready and leaves it running, and exits with 2 if it does not start", {
  timeout: 90_000,
}, async () => {
  const args = ["serve", "--wait", "--storage", "memory", "--data-dir", join(folder, "data"), "--secure-port", "0"];
  const { code, stdout, stderr } = runProcess(args);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(`stop it with: kill ${stdout}`) });
  const pid = Number(stdout);
  try {
    const config = new KubeConfig();
    config.loadFromFile(join(folder, "data", "admin.kubeconfig"));
    expect((await config.makeApiClient(CoreV1Api).listNamespace()).items.length).toBeGreaterThanOrEqual(4);
    const url = /https:\S+/.exec(stderr)?.[0] ?? "";
    expect(config.getCurrentCluster()?.server).toBe(url);
    const taken = runProcess([
      ...args.slice(0, -2),
      "--data-dir",
      join(folder, "b"),
      "--secure-port",
      new URL(url).port,
    ]);
    expect(taken).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("another process listens") });
    expect(runProcess([...args, "--taget", "1.34"])).toMatchObject({ code: 2, stdout: "" });
  } finally {
    process.kill(pid, "SIGTERM");
  }
  await expect
    .poll(() => readFileSync(join(folder, "data", "server.log"), "utf8"), { timeout: 20_000 })
    .toContain("stopping");
});

test("a second server cannot use the same data directory", async () => {
  await serve(folder);
  await expect(serve(folder)).rejects.toThrow(/is in use by another process/);
});

test("an address in use is an error that names the flags to change", async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const { port } = holder.address() as AddressInfo;
  const { code, stderr } = runProcess([
    "serve",
    "--data-dir",
    mkdtempSync(join(tmpdir(), "clustervet-serve-")),
    "--secure-port",
    String(port),
  ]);
  holder.close();
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `clustervet: cannot listen on 127.0.0.1:${port}: another process listens on this address\n  help: choose another address with --bind-address and --secure-port\n`,
  });
});

test.each([
  [["--feature-gates", "CBORServing=true"], '--feature-gates: kube-apiserver 1.37 has no feature gate "CBORServing"'],
  [
    ["--feature-gates", "ServerSideApply=false"],
    '--feature-gates: kube-apiserver 1.37 has no feature gate "ServerSideApply"\n  help: it was removed in 1.32',
  ],
  [["--feature-gates", "CBORServingAndStorage"], "--feature-gates must be pairs of the form Gate=true"],
  [["--target", "9.9"], 'target must be a release from 1.30 to 1.37; got "9.9"'],
])("serve rejects arguments before it writes anything: %j", (args, message) => {
  const { code, stderr } = runProcess(["serve", "--data-dir", join(folder, "data"), ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`clustervet: ${message}`) });
  expect(readdirSync(folder)).toEqual([]);
});
