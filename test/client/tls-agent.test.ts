/**
 * Tests that server certificates are verified as by Go's TLS. OpenSSL treats a certificate with the name of its
 * authority as self-signed.
 */
import { once } from "node:events";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { connectionFault, identityFault } from "../../src/client/connection-fault.ts";
import { TlsAgent } from "../../src/client/tls-agent.ts";
import { createAuthority, type KeyPair } from "../../src/server/certificates/issue.ts";
import { issueWithX509, type Purpose, x509 } from "../server/http/issued.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const validity = { nowMs: Date.now(), lifetimeMs: hourMs };
const { clientAuth, serverAuth } = x509.ExtendedKeyUsage;
const host = "web.example.com";
const server: Purpose = { uses: [serverAuth], hosts: [host] };
const unknownAuthority = "tls: failed to verify certificate: x509: certificate signed by unknown authority";

interface Case {
  readonly title: string;
  readonly subject: string;
  readonly leaf?: Purpose;
  readonly issuer?: "stranger" | "outdated" | "limited";
  readonly fault?: string;
}

const cases: readonly Case[] = [
  { title: "of another name", subject: "CN=web" },
  { title: "of the name of its authority", subject: "CN=root" },
  { title: "of the name of its authority, without a use", subject: "CN=root", leaf: { hosts: [host] } },
  {
    title: "for signing certificates",
    subject: "CN=web",
    leaf: { ...server, keyUsage: x509.KeyUsageFlags.keyCertSign },
  },
  {
    title: "of a stranger with the name of the authority",
    subject: "CN=root",
    issuer: "stranger",
    fault: unknownAuthority,
  },
  { title: "of an authority that is out of date", subject: "CN=root", issuer: "outdated", fault: unknownAuthority },
  {
    title: "of an authority that is limited to another domain",
    subject: "CN=root",
    issuer: "limited",
    fault: unknownAuthority,
  },
  {
    title: "of the name of its authority, for clients",
    subject: "CN=root",
    leaf: { uses: [clientAuth], hosts: [host] },
    fault: "tls: failed to verify certificate: x509: certificate specifies an incompatible key usage",
  },
  {
    title: "of the name of its authority, for another host",
    subject: "CN=root",
    leaf: { ...server, hosts: ["other.example.com"] },
    fault: `tls: failed to verify certificate: x509: certificate is valid for other.example.com, not ${host}`,
  },
];

/** Returns the outcome of a request to a server with the certificate, and whether the request arrived. */
async function outcomeOf({ certificate, key }: KeyPair, authority: string): Promise<readonly [string, boolean]> {
  let hasArrived = false;
  const listening = createServer({ cert: certificate, key }, (_, response) => {
    hasArrived = true;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  const agent = new TlsAgent({ keepAlive: false });
  const options = {
    ...{ agent, port, host: "127.0.0.1", servername: host, ca: authority, allowPartialTrustChain: true },
    checkServerIdentity: identityFault,
  };
  const outcome = await new Promise<string>((resolve) => {
    request(options, (response) => resolve(String(response.statusCode)))
      .on("error", (error) => resolve(connectionFault(error)))
      .end();
  });
  listening.closeAllConnections();
  listening.close();
  return [outcome, hasArrived];
}

test("server certificates are accepted and rejected as by Go", async () => {
  const outdated = { nowMs: Date.now() - 2 * dayMs, lifetimeMs: hourMs };
  const root = await createAuthority("root", validity);
  const issuers = {
    root,
    limited: await issueWithX509(root, "CN=root", { isAuthority: true, domain: "example.org" }),
    stranger: await createAuthority("root", validity),
    outdated: await createAuthority("root", outdated),
  };
  const outcomes: (readonly [string, string, boolean])[] = [];
  for (const { title, subject, leaf = server, issuer = "root" } of cases) {
    const trusted = issuers[issuer === "stranger" ? "root" : issuer];
    outcomes.push([
      title,
      ...(await outcomeOf(await issueWithX509(issuers[issuer], subject, leaf), trusted.certificate)),
    ]);
  }
  expect(outcomes).toEqual(cases.map(({ title, fault = "200" }) => [title, fault, fault === "200"]));
});
