/** The whole server on a full disk, and on a disk that it may not write. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { runProcess } from "../../cli/run-cli.ts";
import { openWatch } from "../watch-client.ts";
import { killAll, type Served, type ServeOptions, serve } from "./served.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "clustervet-disk-"));
  // Other users must be able to reach the directories of the tests.
  chmodSync(root, 0o755);
});
afterEach(killAll);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const maps = "/api/v1/namespaces/default/configmaps";
const value = "v".repeat(20_000);

/** A disk that is full after a few megabytes. */
interface SmallDisk {
  readonly name: string;
  readonly isThere: boolean;
  /** The options that run a server with this data directory on the disk. */
  options(dataDir: string): ServeOptions;
  /** Makes room on the disk while the server runs. */
  extend(server: Served, dataDir: string): void;
}

const limitBlocks = 8192;
const canMount =
  spawnSync("unshare", ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", tmpdir()]).status === 0;
if (!canMount)
  console.warn("file systems may not be mounted here: a full disk is shown by a limit of the process alone");

const disks: readonly SmallDisk[] = [
  {
    name: "a limit of the process, as of a quota",
    isThere: true,
    options: () => ({ through: ["sh", "-c", `ulimit -S -f ${limitBlocks} && exec "$@"`, "sh"] }),
    extend: ({ child }) => {
      expect(spawnSync("prlimit", ["--pid", String(child.pid), "--fsize=unlimited"]).status).toBe(0);
    },
  },
  {
    name: "a file system of 4 MiB",
    isThere: canMount,
    options(dataDir) {
      const storage = join(dataDir, "storage");
      mkdirSync(storage, { recursive: true });
      const script = `mount -t tmpfs -o size=4m,mode=0700 none ${storage} && head -c 1000000 /dev/zero >${storage}/ballast && exec "$@"`;
      return { through: ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh"] };
    },
    extend: ({ child }, dataDir) => rmSync(`/proc/${child.pid}/root${dataDir}/storage/ballast`),
  },
];

describe.each(disks.filter(({ isThere }) => isThere))("$name", ({ options, extend }) => {
  test("writes are refused while reads and watches go on, nothing is lost, and writes work again when there is room", async () => {
    const dataDir = mkdtempSync(join(root, "full-"));
    const server = await serve(dataDir, options(dataDir));
    const { json: before } = await server.call("GET", maps);
    const watch = await openWatch(
      server.access,
      `${maps}?watch=true&resourceVersion=${before.metadata.resourceVersion}`,
    );
    const acknowledged = await fill(server);
    expect(acknowledged.length).toBeGreaterThan(10);
    const refused = await create(server, "refused");
    expect({ code: refused.code, retryAfter: refused.headers["retry-after"] }).toEqual({ code: 503, retryAfter: "1" });
    expect(refused.json).toMatchObject({ kind: "Status", reason: "ServiceUnavailable" });
    expect(refused.json.message).toMatch(/has no room left/);
    expect((await create(server, acknowledged[0] ?? "")).json.reason).toBe("AlreadyExists");
    expect(await namesOf(server)).toEqual(acknowledged);
    extend(server, dataDir);
    expect((await create(server, "written")).code).toBe(201);
    const all = [...acknowledged, "written"];
    await watch.until(all.length);
    expect(watch.events).toEqual(all.map((name) => `ADDED ${name}`));
    expect(await namesOf(server)).toEqual(all);
    server.child.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  });
});

test.each([
  ["the port of its last start", (port: number) => port],
  ["a free port, which it cannot write to its kubeconfig", () => 0],
])("a server starts on a full disk at %s, and serves reads of its data", async (_name, portOf) => {
  const dataDir = mkdtempSync(join(root, "started-full-"));
  const first = await serve(dataDir);
  const { port } = first.access;
  const acknowledged = await fill(first, 300);
  await first.kill();
  const server = await serve(dataDir, {
    args: ["--secure-port", String(portOf(port))],
    through: ["sh", "-c", 'ulimit -S -f 1 && exec "$@"', "sh"],
  });
  expect(await namesOf(server)).toEqual(acknowledged);
  expect((await create(server, "refused")).code).toBe(503);
  await server.kill();
  expect(runProcess(["storage", "check", dataDir]).code).toBe(0);
});

/** The user ID of nobody. The tests cannot use root, which may write everywhere. */
const nobodyUid = 65534;
const unprivileged = process.getuid?.() === 0 ? { uid: nobodyUid } : {};

test("a data directory that may not be written is reported and left as it is", async () => {
  const dataDir = mkdtempSync(join(root, "read-only-"));
  chmodSync(dataDir, 0o500);
  await expect(serve(dataDir, unprivileged)).rejects.toThrow(
    /^ended with 2: clustervet: --data-dir cannot be used: permission denied/,
  );
  expect(readdirSync(dataDir)).toEqual([]);
  chmodSync(dataDir, 0o700);
});

test("a store that may not be written is reported", async () => {
  const dataDir = mkdtempSync(join(root, "read-only-store-"));
  if (unprivileged.uid !== undefined) chownSync(dataDir, nobodyUid, nobodyUid);
  const server = await serve(dataDir, unprivileged);
  await server.kill();
  const storage = join(dataDir, "storage");
  chmodSync(storage, 0o500);
  await expect(serve(dataDir, unprivileged)).rejects.toThrow(
    /^ended with 2: clustervet: .* may not be written by this process/,
  );
  chmodSync(storage, 0o700);
});

/**
 * The number of refusals in a row that mean a full disk. After a single one, the store may still find pages that older
 * versions occupied.
 */
const refusalsWhenFull = 10;

/** Creates objects until the disk is full, at most `most`. Returns the names of the acknowledged ones. */
async function fill(server: Served, most = 1000): Promise<string[]> {
  const names: string[] = [];
  let refusals = 0;
  for (let index = 0; index < most && refusals < refusalsWhenFull; index++) {
    const name = `fill-${String(index).padStart(4, "0")}`;
    if ((await create(server, name)).code === 201) {
      names.push(name);
      refusals = 0;
    } else refusals++;
  }
  return names;
}

const create = (server: Served, name: string) => server.call("POST", maps, { metadata: { name }, data: { value } });

async function namesOf(server: Served): Promise<string[]> {
  const { json } = await server.call("GET", maps);
  return json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
}
