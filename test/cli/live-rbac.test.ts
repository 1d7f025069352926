/** `can-i --live` and `who-can --live` against the bundled server. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveServer, startLiveServer, widgetDefinition } from "./live-server.ts";
import { type CliResult, runWaiting } from "./run-cli.ts";

let live: LiveServer;

const apiGroup = "rbac.authorization.k8s.io";
const rbac = `/apis/${apiGroup}/v1`;
const subjects = [{ kind: "User", name: "jane", apiGroup }];

beforeAll(async () => {
  live = await startLiveServer();
  await live.create("/api/v1/namespaces", { metadata: { name: "web" } });
  await live.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
  await live.isServed("/apis/acme.test/v1/widgets");
  await live.create(`${rbac}/namespaces/web/roles`, {
    metadata: { name: "reader" },
    rules: [
      { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] },
      { apiGroups: ["acme.test"], resources: ["widgets"], verbs: ["get"] },
    ],
  });
  const roleRef = { apiGroup, kind: "Role", name: "reader" };
  await live.create(`${rbac}/namespaces/web/rolebindings`, { metadata: { name: "readers" }, roleRef, subjects });
  const gone = { apiGroup, kind: "ClusterRole", name: "gone" };
  await live.create(`${rbac}/clusterrolebindings`, { metadata: { name: "lost" }, roleRef: gone, subjects });
}, 60_000);

afterAll(() => live.stop());

const runLive = (command: "can-i" | "who-can", ...args: readonly string[]): Promise<CliResult> =>
  runWaiting([command, ...args, "--live"], { env: { KUBECONFIG: live.kubeconfig } });

test("can-i names the binding and the rule of the cluster, and notes that other authorizers may decide otherwise", async () => {
  const { code, stdout, stderr } = await runLive("can-i", "list", "pods", "--as", "jane", "-n", "web");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`yes: jane can list pods in namespace web
groups: system:authenticated
cluster: ${live.server.url}

binding  RoleBinding web/readers
subject  User jane
role     Role reader
rule     Role web/reader: rules[0]

note: only RBAC is asked: other authorizers of the cluster, such as Node or a webhook, may decide otherwise
note: ClusterRoleBinding lost roleRef: clusterrole.rbac.authorization.k8s.io "gone" not found
`);
});

test.each([
  { args: ["get", "widgets", "--as", "jane", "-n", "web"], code: 0, says: "jane can get widgets.acme.test" },
  { args: ["get", "pods", "web-1", "--as", "jane", "-n", "web"], code: 0, says: 'get pods "web-1" in namespace web' },
  { args: ["delete", "pods", "--as", "jane", "-n", "web"], code: 1, says: "no: jane can't delete pods" },
  { args: ["list", "pods", "--as", "jane"], code: 1, says: "help: yes in web; pass a namespace" },
  { args: ["get", "/healthz", "--as", "jane"], code: 0, says: "binding  ClusterRoleBinding system:" },
  { args: ["get", "podz", "--as", "jane"], code: 1, says: 'the cluster has no resource "podz"; did you mean pods?' },
])("can-i $args: $code", async ({ args, code, says }) => {
  const result = await runLive("can-i", ...args);
  expect(result.stdout).toContain(says);
  expect(result.code).toBe(code);
});

test("JSON contains the URL of the cluster, and objects and field paths instead of lines", async () => {
  const { stdout } = await runLive("can-i", "get", "pods", "--as", "jane", "-n", "web", "-f", "json");
  expect(JSON.parse(stdout)).toMatchObject({
    cluster: live.server.url,
    allowed: true,
    grant: { rule: { file: "Role web/reader", path: "rules[0]" }, binding: { file: "RoleBinding web/readers" } },
  });
  const all = await runLive("who-can", "get", "widgets", "-f", "json");
  const { cluster, grants } = JSON.parse(all.stdout);
  expect(cluster).toBe(live.server.url);
  expect(grants).toContainEqual(expect.objectContaining({ scope: "web" }));
});

test("who-can lists everyone whom the cluster allows the request", async () => {
  const { code, stdout } = await runLive("who-can", "get", "widgets", "-n", "web");
  expect(stdout).toMatch(/^User jane +web +RoleBinding web\/readers +Role web\/reader rules\[1\]$/m);
  expect(stdout).toContain(`cluster: ${live.server.url}`);
  expect(code).toBe(0);
});

test.each([
  { command: "can-i", args: ["get", "pods", "web", "rbac.yaml", "--as", "jane"], says: '"rbac.yaml"' },
  { command: "who-can", args: ["get", "pods", "rbac.yaml"], says: '"rbac.yaml"' },
  { command: "who-can", args: ["get", "pods", "--context", "no"], says: 'there is no context "no"' },
] as const)("$command $args: exit code 2", async ({ command, args, says }) => {
  const { code, stdout, stderr } = await runLive(command, ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(says);
});

test("an error names the permissions that a user lacks to list roles and bindings", async () => {
  const args = ["list", "pods", "--as", "x", "--kubeconfig", live.kubeconfigAs("bob")];
  const { code, stdout, stderr } = await runLive("can-i", ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/answered 403: .*User "bob" cannot list resource "\w+"/);
  expect(stderr).toContain("help: the user needs `list` on roles, rolebindings, clusterroles and clusterrolebindings");
});

test("without --as, can-i checks the user of the kubeconfig", async () => {
  const administrator = await runLive("can-i", "delete", "nodes");
  expect(administrator.stdout).toMatch(
    /^yes: \S+ can delete nodes cluster-wide\ngroups: system:masters, system:authenticated\n/,
  );
  expect(administrator.code).toBe(0);
  const env = { KUBECONFIG: live.kubeconfigAs("robin") };
  const robin = await runWaiting(["can-i", "get", "/version", "--live"], { env });
  expect({ code: robin.code, stderr: robin.stderr }).toMatchObject({ code: 2 });
  expect(robin.stderr).toContain("roles");
});

test.each([
  { args: ["can-i", "get", "pods"], says: "required option '--as <user>' not specified" },
  { args: ["can-i", "get", "pods", "--as-group", "dev", "--live"], says: "--as-group needs --as" },
])("$args is refused", async ({ args, says }) => {
  const { code, stderr } = await runWaiting(args, { env: { KUBECONFIG: live.kubeconfig } });
  expect(stderr).toContain(says);
  expect(code).toBe(2);
});
