/**
 * Runs each command of README and docs as printed, in a folder with the files that it names, and compares the output
 * with the page.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveServer, startLiveServer, widgetDefinition } from "../cli/live-server.ts";
import { type CliResult, directoryWith, runWaiting } from "../cli/run-cli.ts";
import { startProcess } from "../cli/started-process.ts";
import { testCertificates } from "../client/https-server.ts";
import { plainWords, type ShownCommand, shownCommands } from "./shown-commands.ts";

const pages = ["README.md", ...readdirSync("docs").map((name) => `docs/${name}`)].filter((page) =>
  page.endsWith(".md"),
);
const commands = pages.flatMap(shownCommands);

/** Commands that cannot run here, by their beginning, with the reason. */
const notRun = new Map([
  ["KUBEBUILDER_ASSETS=$(clustervet envtest path) go test", "needs Go; test/cli/envtest.test.ts runs what it prints"],
  [
    "KUBEBUILDER_ASSETS=$(npx clustervet envtest path) go test",
    "needs Go; test/cli/envtest.test.ts runs what it prints",
  ],
  ["clustervet envtest run -- go test", "needs Go; test/cli/envtest.test.ts runs another program so"],
  ["clustervet envtest run --target 1.34 -- go test", "needs Go; test/cli/envtest.test.ts runs another program so"],
  ["CLUSTERVET_ENVTEST_TARGET=1.34 KUBEBUILDER_ASSETS", "needs Go; test/cli/envtest.test.ts sets the variable"],
  ["node dist/clustervet.cjs serve", "needs kubectl; test/docs/server-block.test.ts runs the block where it is"],
  ["pid=$(clustervet serve --wait", "leaves a server on port 6443; test/cli/serve.test.ts waits so"],
  ["clustervet serve --storage memory --ready-file ready &", "one of two lines; test/cli/serve.test.ts has both"],
  ["clustervet lint --render kustomize --render helm", "needs both programs; test/cli/render.test.ts has stand-ins"],
  ["clustervet lint --live-policies manifests/", "asks a policy of a cluster; test/cli/live-policies.test.ts has one"],
  ["clustervet lint --watch", "goes on until Ctrl-C; test/cli/watch.test.ts"],
  ["clustervet test --watch", "goes on until Ctrl-C; test/cli/watch.test.ts"],
]);

/** Exit codes of commands that do not exit with 0, by the beginning of page and command. */
const exitCodes = new Map([
  ["README.md: npm ci && npx clustervet lint examples", 1],
  [
    "docs/access.md: clustervet authn --config examples/access/authentication.yaml --claims examples/access/contractor",
    1,
  ],
  [
    "docs/access.md: clustervet authz --config examples/access/authorization.yaml --review examples/access/review.yaml --rbac",
    2,
  ],
  [
    "docs/access.md: clustervet authz --config examples/access/authorization.yaml --review examples/access/review.yaml --web",
    1,
  ],
  ["docs/access.md: clustervet eval --env claims --input examples/access/claims.json 'claims.realm_acces.roles'", 1],
  ["docs/diff.md: clustervet diff", 1],
  ["docs/suites.md: clustervet test", 1],
  ["docs/upgrade.md: clustervet upgrade", 1],
]);
const exitCodeOf = ({ page, text }: ShownCommand): number =>
  [...exitCodes].find(([start]) => `${page}: ${text}`.startsWith(start))?.[1] ?? 0;

const isNotRun = ({ text }: ShownCommand): boolean => [...notRun.keys()].some((start) => text.startsWith(start));
const isServer = ({ text }: ShownCommand): boolean => text.startsWith("clustervet serve ");
const isLive = ({ text }: ShownCommand): boolean => text.includes(" --live");
const runCommands = commands.filter((command) => !isNotRun(command));
const offline = runCommands.filter((command) => !isServer(command) && !isLive(command));

test("the pages show more than 70 commands that run, and every exception in the tables", () => {
  expect(runCommands.length).toBeGreaterThan(70);
  const isShown = (start: string) =>
    commands.some(({ page, text }) => text.startsWith(start) || `${page}: ${text}`.startsWith(start));
  const gone = [...notRun.keys(), ...exitCodes.keys()].filter((start) => !isShown(start));
  expect(gone).toEqual([]);
});

test.each(offline)("$page: $text", async (command) => {
  const { code, stdout, stderr } = await runIn(folderOf(command), command);
  expect({ code, stderr: code === exitCodeOf(command) ? "" : stderr }).toEqual({
    code: exitCodeOf(command),
    stderr: "",
  });
  expectShown(command, stdout);
});

/** Adds a free port to the command as printed. */
test.each(runCommands.filter(isServer))("$page: $text", { timeout: 120_000 }, async (command) => {
  const words = plainWords(command) ?? [];
  const folder = folderOf(command);
  writeFileSync(join(folder, "proxy-ca.crt"), (await testCertificates()).authority.certificate);
  const server = startProcess([...words, "--secure-port", "0"], folder);
  await server.shown(/serving at/);
  expect(await server.interrupt()).toBe(0);
});

/** Blocks of output between the commands, each with the command that prints it. */
test.each([
  { page: "docs/suites.md", begin: "access.suite.yaml:", words: ["test"] },
  { page: "docs/flags.md", begin: "kubeadm.yaml:", words: ["lint", "kubeadm.yaml"] },
  { page: "docs/rendered.md", begin: "not vetted: ", words: ["lint"] },
])("$page: $begin", async ({ page, begin, words }) => {
  const blocks = readFileSync(page, "utf8").split(/^```.*\n/m);
  const block = blocks.find((text) => text.startsWith(begin)) ?? `no block "${begin}"`;
  const { stdout, stderr } = await runWaiting(words, { cwd: folderOf({ page, text: "" }) });
  expect(stdout + stderr).toContain(block);
});

let cluster: LiveServer;
let kubeconfig = "";
beforeAll(async () => {
  cluster = await startLiveServer();
  const { contexts, ...rest } = cluster.server.kubeconfig;
  const config = { ...rest, contexts: [{ ...contexts[0], name: "prod" }], "current-context": "prod" };
  kubeconfig = join(directoryWith({ config: JSON.stringify(config) }), "config");
  await fillCluster(cluster);
}, 120_000);
afterAll(() => cluster.stop());

/** Creates the objects that the output in the pages about clusters refers to. */
async function fillCluster({ create, isServed }: LiveServer): Promise<void> {
  const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces";
  const jane = [{ kind: "User", name: "jane", apiGroup: "rbac.authorization.k8s.io" }];
  const refTo = (name: string) => ({ apiGroup: "rbac.authorization.k8s.io", kind: "Role", name });
  for (const name of ["shop", "web"]) await create("/api/v1/namespaces", { metadata: { name } });
  await create(`${rbac}/shop/rolebindings`, { metadata: { name: "readers" }, roleRef: refTo("gone"), subjects: jane });
  const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }];
  await create(`${rbac}/web/roles`, { metadata: { name: "reader" }, rules });
  await create(`${rbac}/web/rolebindings`, { metadata: { name: "readers" }, roleRef: refTo("reader"), subjects: jane });
  await create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
  await isServed("/apis/acme.test/v1/namespaces/shop/widgets");
}

test.each(runCommands.filter(isLive))("$page: $text", async (command) => {
  const options = { cwd: directoryWith({}), env: { KUBECONFIG: kubeconfig } };
  const { code, stdout, stderr } = await runWaiting(plainWords(command) ?? [], options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expectShown(command, stdout, (text) => text.replace(/\d+ objects|:\d+(?= for|$)|[\d.]+ m?s$/gm, "N"));
});

/** Compares output with the page, which may replace parts of a long output with a line of three dots. */
function expectShown({ output }: ShownCommand, stdout: string, normalized = (text: string) => text): void {
  if (output === undefined) return;
  const printed = `${normalized(stdout).trimEnd()}\n`;
  const parts = `${normalized(output)}\n`.split(/^\.\.\.\n/m);
  if (parts.length === 1) expect(printed).toBe(parts[0]);
  for (const part of parts) expect(printed).toContain(part);
}

async function runIn(cwd: string, command: ShownCommand): Promise<CliResult> {
  const words = plainWords(command);
  if (words !== undefined) return runWaiting(words, { cwd });
  const PATH = [resolve("test/docs/programs"), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH, CLUSTERVET: resolve("dist/clustervet.cjs") };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command.text], { cwd, env, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

/** Creates a folder with the files that the page's commands name, as a git repository if the command uses git. */
function folderOf({ page, text }: ShownCommand): string {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-shown-"));
  const surroundings = join("test/docs/surroundings", basename(page, ".md"));
  if (existsSync(surroundings)) cpSync(surroundings, folder, { recursive: true });
  if (text.includes("examples")) cpSync("examples", join(folder, "examples"), { recursive: true });
  execFileSync("chmod", ["-R", "go=", folder]);
  if (/git|--diff/.test(text)) commit(folder);
  return folder;
}

function commit(cwd: string): void {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=a");
}
