/** A client authority that is not self-signed: kube-apiserver trusts it and the certificates that it signed. */
import { Agent } from "node:https";
import { expect, test } from "vitest";
import { clientCertificate } from "../../../src/server/authn/client-certificate.ts";
import { createAuthority, issueCertificate, type KeyPair } from "../../../src/server/certificates/issue.ts";
import { call } from "../api-client.ts";
import { startTestServer } from "../start.ts";
import { issueWithX509 } from "./issued.ts";

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };

/** Issues an authority that `root` signs. */
const intermediateOf = (root: KeyPair, name = "intermediate"): Promise<KeyPair> =>
  issueWithX509(root, `CN=${name}`, { isAuthority: true });

test("an intermediate authority is enough without its root, at the start and after a change", async () => {
  const root = await createAuthority("root", validity);
  const [intermediate, other] = [await intermediateOf(root), await intermediateOf(root)];
  const client = await issueCertificate(intermediate, "joe", {
    use: "client",
    groups: ["system:masters"],
    ...validity,
  });
  const serving = await issueCertificate(root, "server", { use: "server", hosts: ["127.0.0.1"], ...validity });
  const server = await startTestServer({
    ...serving,
    authenticators: [clientCertificate],
    clientAuthority: intermediate.certificate,
  });
  // Each request opens a new connection.
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });
  const access = { port: server.port, authority: root.certificate, agent, ...client };
  const codeFor = async () => (await call(access, { method: "GET", path: "/api/v1/namespaces" })).code;
  expect(await codeFor()).toBe(200);
  server.setIdentity({ ...serving, clientAuthority: other.certificate });
  expect(await codeFor()).toBe(401);
  server.setIdentity({ ...serving, clientAuthority: intermediate.certificate });
  expect(await codeFor()).toBe(200);
  server.setIdentity({ ...serving, clientAuthority: intermediate.certificate, proxyAuthority: other.certificate });
  expect(await codeFor()).toBe(200);
  await server.close();
});

test("a chain may have up to 10 intermediates (maxIntermediates) between a client's certificate and its authority", async () => {
  const root = await createAuthority("root", validity);
  const proxies = await createAuthority("proxies", validity);
  const serving = await issueCertificate(root, "server", { use: "server", hosts: ["127.0.0.1"], ...validity });
  const server = await startTestServer({
    ...serving,
    authenticators: [clientCertificate],
    clientAuthority: root.certificate,
    proxyAuthority: proxies.certificate,
  });
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });
  const codes: number[] = [];
  let chain = "";
  let issuer = root;
  for (let count = 1; count <= 11; count++) {
    issuer = await intermediateOf(issuer, `intermediate ${count}`);
    chain = `${issuer.certificate}\n${chain}`;
    if (count < 10) continue;
    const client = await issueCertificate(issuer, "joe", { use: "client", groups: ["system:masters"], ...validity });
    const identity = { certificate: `${client.certificate}\n${chain}`, key: client.key };
    const access = { port: server.port, authority: root.certificate, agent, ...identity };
    codes.push((await call(access, { method: "GET", path: "/api/v1/namespaces" })).code);
  }
  expect(codes).toEqual([200, 401]);
  await server.close();
});
