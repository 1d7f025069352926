/** `lint --live` against the bundled server, and against a server that forbids a list. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHttps, testCertificates } from "../client/https-server.ts";
import { type LiveServer, startLiveServer, widgetDefinition } from "./live-server.ts";
import { type CliResult, runWaiting } from "./run-cli.ts";

let live: LiveServer;

const secretText = "hunter2-hunter2";
const widgets = "/apis/acme.test/v1/namespaces/web/widgets";

beforeAll(async () => {
  live = await startLiveServer();
  await live.create("/api/v1/namespaces", { metadata: { name: "web" } });
  const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/web";
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "gone" };
  const subjects = [{ kind: "User", name: "jane", apiGroup: "rbac.authorization.k8s.io" }];
  await live.create(`${rbac}/rolebindings`, { metadata: { name: "readers" }, roleRef, subjects });
  const lost = { ...roleRef, kind: "ClusterRole", name: "lost" };
  await live.create(`${rbac}/rolebindings`, { metadata: { name: "elsewhere" }, roleRef: lost, subjects });
  await live.create("/api/v1/namespaces/web/secrets", {
    metadata: { name: "s" },
    stringData: { password: secretText },
  });
  await live.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition);
  await live.isServed(widgets);
  const widget = { apiVersion: "acme.test/v1", kind: "Widget", metadata: { name: "w" }, spec: { size: 1 } };
  await live.create(widgets, widget);
}, 60_000);

afterAll(() => live.stop());

const lint = (...args: readonly string[]): Promise<CliResult> =>
  runWaiting(["lint", "--live", ...args], { env: { KUBECONFIG: live.kubeconfig } });

test("lint --live vets the objects of a cluster for its release, and findings name the object", async () => {
  const { code, stdout, stderr } = await lint();
  expect(stderr).toBe("");
  expect(stdout).toContain("RoleBinding web/readers: warning [rbac/role-ref-defined]");
  expect(stdout).toMatch(/\d+ objects of https:\/\/127\.0\.0\.1:\d+ for target 1\.37/);
  expect(code).toBe(0);
  expect(stdout).not.toContain("unknown kind");
});

test.each(["json", "sarif", "github", "gitlab", "junit", "tap", "checkstyle", "line", "html"])(
  "a report as %s names the object, has no lines, and shows no secret",
  async (format) => {
    const { stdout } = await lint("-f", format, "secrets,rolebindings", "roles", "Widget");
    expect(stdout).toContain("web/readers");
    expect(stdout).not.toContain(secretText);
    expect(stdout).not.toContain(Buffer.from(secretText).toString("base64"));
    if (format === "json") {
      const { cluster, diagnostics, files } = JSON.parse(stdout);
      expect(cluster).toBe(live.server.url);
      expect(files.map(({ path }: { readonly path: string }) => path)).toContain("Widget web/w");
      expect(diagnostics[0]).toMatchObject({ file: "RoleBinding web/readers", name: "readers", path: "roleRef.name" });
      expect(diagnostics[0]).not.toHaveProperty("line");
    }
    if (format === "sarif")
      expect(JSON.parse(stdout).runs[0].results[0].locations[0]).not.toHaveProperty("physicalLocation");
  },
);

test("with -n, lint --live vets only objects of the namespace", async () => {
  const { stdout } = await lint("-f", "json", "-n", "web");
  const paths = JSON.parse(stdout).files.map(({ path }: { readonly path: string }) => path);
  expect(paths).toContain("Secret web/s");
  expect(paths.filter((path: string) => !path.includes(" web/"))).toEqual([]);
});

test("a role that the cluster does not have is reported, but only if roles of its scope were listed", async () => {
  const rule = "[rbac/role-ref-defined]";
  const everywhere = await lint("rolebindings,roles,clusterroles,clusterrolebindings");
  expect(everywhere.stdout).toContain(`RoleBinding web/readers: warning ${rule} the cluster has no Role "gone"`);
  expect(everywhere.stdout).toContain(
    `RoleBinding web/elsewhere: warning ${rule} the cluster has no ClusterRole "lost"`,
  );
  expect(everywhere.stdout).not.toContain("come from elsewhere");
  const inNamespace = await lint("-n", "web");
  expect(inNamespace.stdout).toContain('the cluster has no Role "gone"');
  expect(inNamespace.stdout).not.toContain("web/elsewhere");
  expect((await lint("rolebindings")).stdout).not.toContain(rule);
});

test.each([
  { args: ["deploymnts"], says: 'no resource "deploymnts" that can be listed\n  help: did you mean deployments?' },
  { args: ["--context", "clusterve"], says: 'there is no context "clusterve"\n  help: did you mean "clustervet"?' },
  { args: ["--kubeconfig", "nowhere"], says: "nowhere: no such file or directory" },
  { args: ["--fix"], says: "--fix is for files, and does not go with --live" },
  { args: ["--render", "helm"], says: "--render is for files, and does not go with --live" },
  { args: ["--request-timeout", "soon"], says: "--request-timeout must be a duration above 0" },
  { args: ["-n", "web", "nodes"], says: "nothing to list" },
])("$args: exit code 2", async ({ args, says }) => {
  const { code, stderr, stdout } = await lint(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(says);
});

test("a resource that cannot be listed is named, and the others are vetted", async () => {
  const { authority } = await testCertificates();
  const verbs = ["list"];
  const resources = ["roles", "rolebindings"].map((resource) => ({
    ...{ resource, scope: "Namespaced", verbs },
    responseKind: { kind: resource === "roles" ? "Role" : "RoleBinding" },
  }));
  const group = { metadata: { name: "rbac.authorization.k8s.io" }, versions: [{ version: "v1", resources }] };
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "gone" };
  const { url } = await startHttps(({ url: path = "" }, response) => {
    const sendJson = (value: unknown, code = 200) =>
      response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (path === "/version") sendJson({ gitVersion: "v1.36.2" });
    else if (path === "/api") sendJson({ kind: "APIGroupDiscoveryList", items: [] });
    else if (path === "/apis") sendJson({ kind: "APIGroupDiscoveryList", items: [group] });
    else if (path.includes("rolebindings")) {
      const items = [{ metadata: { name: "b", namespace: "a", uid: "1" }, roleRef }];
      sendJson({ kind: "RoleBindingList", apiVersion: "rbac.authorization.k8s.io/v1", metadata: {}, items });
    } else sendJson({ kind: "Status", message: "roles is forbidden" }, 403);
  });
  const data = Buffer.from(authority.certificate).toString("base64");
  const config = join(live.folder, "other");
  writeFileSync(
    config,
    JSON.stringify({
      clusters: [{ name: "c", cluster: { server: url, "certificate-authority-data": data } }],
      contexts: [{ name: "c", context: { cluster: "c" } }],
      "current-context": "c",
    }),
  );
  const { code, stdout, stderr } = await lint("--kubeconfig", config);
  expect(stderr).toBe(
    `clustervet: cannot list roles.rbac.authorization.k8s.io: ${url} answered 403: roles is forbidden\n`,
  );
  expect(stdout).toContain("RoleBinding a/b: error");
  expect(stdout).toContain("not vetted: roles.rbac.authorization.k8s.io");
  expect(stdout).toContain("1 resource not vetted) for target 1.36");
  expect(code).toBe(2);
});
