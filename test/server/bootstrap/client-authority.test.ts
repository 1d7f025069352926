/**
 * The ConfigMap in which kube-controller-manager and kube-scheduler look up the authority of client certificates when
 * they start.
 */
import { afterEach, expect, test } from "vitest";
import { createAuthority, issueCertificate } from "../../../src/server/certificates/issue.ts";
import { startTestServer, type TestServer } from "../start.ts";

let server: TestServer | undefined;
afterEach(() => server?.close());

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };
const path = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
const published = async () => (await server?.call("GET", path))?.json.data?.["client-ca-file"];

test("the ConfigMap contains the authority of client certificates, also after the authority changes", async () => {
  const first = await createAuthority("first", validity);
  server = await startTestServer({ clusterObjects: true, clientAuthority: first.certificate });
  expect(await published()).toBe(first.certificate);
  const next = await createAuthority("next", validity);
  const serving = await issueCertificate(next, "test", { use: "server", hosts: ["127.0.0.1"], ...validity });
  const both = `${first.certificate}\n${next.certificate}`;
  server.setIdentity({ ...serving, clientAuthority: both });
  await expect
    .poll(() => server?.registry.store("", "configmaps")?.cachedObject(target)?.["data"])
    .toEqual({
      "client-ca-file": both,
    });
});

const target = { namespace: "kube-system", name: "extension-apiserver-authentication" };

test("without a client authority, the ConfigMap does not exist", async () => {
  server = await startTestServer({ clusterObjects: true });
  expect(await server.call("GET", path)).toMatchObject({ code: 404 });
});
