import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "./start.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ bootstrapPolicy: true });
});
afterAll(() => server.close());

const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
const mergePatch = { "content-type": "application/merge-patch+json" };
const rule = (resource: string) => ({ verbs: ["get"], apiGroups: [""], resources: [resource] });
const role = (name: string, labels: Record<string, string>, ...rules: object[]) =>
  server.call("POST", roles, { metadata: { name, labels }, rules });
const rulesOf = async (name: string) => (await server.call("GET", `${roles}/${name}`)).json.rules ?? [];
const waitUntil = (claim: () => Promise<void>) => vi.waitFor(claim, { timeout: 10_000, interval: 20 });

test("the roles view, edit and admin have the rules of all roles that are aggregated to them", async () => {
  await waitUntil(async () => expect((await rulesOf("view")).length).toBeGreaterThan(5));
  // `admin` includes all rules of `edit`, and `edit` all rules of `view`.
  await waitUntil(async () => {
    const [view, edit, admin] = await Promise.all(["view", "edit", "admin"].map(rulesOf));
    expect(edit).toEqual(expect.arrayContaining(view));
    expect(admin).toEqual(expect.arrayContaining(edit));
  });
});

test("an aggregated role gains and loses rules with the roles that it selects", async () => {
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { to: "sum" } }, { matchLabels: { more: "yes" } }] };
  await server.call("POST", roles, { metadata: { name: "sum", labels: { to: "sum" } }, aggregationRule });
  await role("b", { to: "sum" }, rule("pods"), rule("nodes"));
  await role("a", { to: "sum" }, rule("secrets"), rule("pods"));
  await role("c", { more: "yes" }, rule("events"));
  await waitUntil(async () =>
    expect(await rulesOf("sum")).toEqual([rule("secrets"), rule("pods"), rule("nodes"), rule("events")]),
  );
  await server.call("DELETE", `${roles}/a`);
  await waitUntil(async () => expect(await rulesOf("sum")).toEqual([rule("pods"), rule("nodes"), rule("events")]));
  await server.call("PATCH", `${roles}/b`, { metadata: { labels: { to: null } } }, mergePatch);
  await waitUntil(async () => expect(await rulesOf("sum")).toEqual([rule("events")]));
  await server.call("PATCH", `${roles}/sum`, { rules: [rule("nodes")] }, mergePatch);
  await waitUntil(async () => expect(await rulesOf("sum")).toEqual([rule("events")]));
});
