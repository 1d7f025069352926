/**
 * The purposes that a client certificate and the authorities above it may have: as in Go. OpenSSL alone would require a
 * key usage for signatures of each client.
 */
import { once } from "node:events";
import { connect } from "node:http2";
import { Agent } from "node:https";
import { expect, test } from "vitest";
import { clientCertificate } from "../../../src/server/authn/client-certificate.ts";
import { createAuthority, issueCertificate } from "../../../src/server/certificates/issue.ts";
import { type Access, call } from "../api-client.ts";
import { startTestServer } from "../start.ts";
import { issueWithX509, type Purpose, x509 } from "./issued.ts";

const { digitalSignature, keyCertSign, keyEncipherment, dataEncipherment } = x509.KeyUsageFlags;
const forEnciphering = keyEncipherment | dataEncipherment;
const { clientAuth, serverAuth } = x509.ExtendedKeyUsage;
const anyUse = "2.5.29.37.0";

const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };

interface Chain {
  readonly leaf: Purpose;
  readonly intermediate?: Purpose;
  readonly isOfStranger?: true;
  /** Default: `O=system:masters,CN=joe`. */
  readonly subject?: string;
}

const client: Purpose = { keyUsage: digitalSignature, uses: [clientAuth] };

const chains: readonly (readonly [title: string, code: 200 | 401 | 403, chain: Chain])[] = [
  ["for clients", 200, { leaf: client }],
  ["without any purpose", 200, { leaf: {} }],
  ["for enciphering", 200, { leaf: { keyUsage: forEnciphering, uses: [clientAuth, serverAuth] } }],
  ["for enciphering, without further uses", 200, { leaf: { keyUsage: forEnciphering } }],
  ["for any use", 200, { leaf: { keyUsage: digitalSignature, uses: [anyUse] } }],
  ["for signing certificates", 200, { leaf: { keyUsage: keyCertSign, uses: [clientAuth] } }],
  ["for servers", 401, { leaf: { keyUsage: digitalSignature, uses: [serverAuth] } }],
  ["for enciphering, of servers", 401, { leaf: { keyUsage: forEnciphering, uses: [serverAuth] } }],
  [
    "for enciphering, of a stranger",
    401,
    { leaf: { keyUsage: forEnciphering, uses: [clientAuth] }, isOfStranger: true },
  ],
  ["for any use, of a stranger", 401, { leaf: { uses: [anyUse] }, isOfStranger: true }],
  ["of the name of its authority", 403, { leaf: client, subject: "CN=root" }],
  ["of the name of its authority, for servers", 401, { leaf: { uses: [serverAuth] }, subject: "CN=root" }],
  ["of the name of its authority, of a stranger", 401, { leaf: client, subject: "CN=root", isOfStranger: true }],
  ["below an authority for clients", 200, { leaf: client, intermediate: { uses: [clientAuth] } }],
  ["below an authority for any use", 200, { leaf: client, intermediate: { uses: [anyUse] } }],
  ["below an authority for servers", 401, { leaf: client, intermediate: { uses: [serverAuth] } }],
  [
    "for enciphering, below an authority for servers",
    401,
    { leaf: { keyUsage: forEnciphering }, intermediate: { uses: [serverAuth] } },
  ],
  ["below one that is no authority", 401, { leaf: client, intermediate: { isAuthority: false } }],
  [
    "for enciphering, below one that is no authority",
    401,
    { leaf: { keyUsage: forEnciphering }, intermediate: { isAuthority: false } },
  ],
];

/** Requests the namespaces over HTTP/2, as Go clients do, and returns the status code. */
async function codeOverHttp2({ port, authority, certificate, key }: Access): Promise<number> {
  const session = connect(`https://127.0.0.1:${port}`, { ca: authority, cert: certificate, key });
  const [headers] = await once(session.request({ ":path": "/api/v1/namespaces" }), "response");
  session.close();
  return headers[":status"];
}

test("client certificates are accepted and rejected by their purposes as in Go", async () => {
  const root = await createAuthority("root", validity);
  const stranger = await createAuthority("root", validity);
  const serving = await issueCertificate(root, "server", { use: "server", hosts: ["127.0.0.1"], ...validity });
  const server = await startTestServer({
    ...serving,
    authenticators: [clientCertificate],
    clientAuthority: root.certificate,
  });
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });
  const codes: (readonly [string, number])[] = [];
  for (const [title, , { leaf, intermediate, isOfStranger, subject = "O=system:masters,CN=joe" }] of chains) {
    const authority = isOfStranger ? stranger : root;
    const between =
      intermediate && (await issueWithX509(authority, "CN=between", { isAuthority: true, ...intermediate }));
    const { certificate, key } = await issueWithX509(between ?? authority, subject, leaf);
    const identity = { certificate: `${certificate}\n${between?.certificate ?? ""}`, key };
    const access = { port: server.port, authority: root.certificate, agent, ...identity };
    const { code } = await call(access, { method: "GET", path: "/api/v1/namespaces" });
    codes.push([title, code]);
    if (code === 401) expect(await codeOverHttp2(access)).toBe(code);
  }
  await server.close();
  expect(codes).toEqual(chains.map(([title, code]) => [title, code]));
});
