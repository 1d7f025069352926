import type { PeerCertificate } from "node:tls";
import { expect, test } from "vitest";
import { clientCertificate } from "../../../src/server/authn/client-certificate.ts";
import type { Exchange, Peer } from "../../../src/server/http/exchange.ts";

const receivedMs = 1000;
const validity = { fromMs: 0, untilMs: 2000 };

function authenticate(subject: object, peer: Partial<Peer> = {}) {
  const certificate = { subject, raw: Buffer.from("x") } as unknown as PeerCertificate;
  return clientCertificate.authenticate({
    peer: { address: "", certificate, validity, ...peer },
    receivedMs,
  } as unknown as Exchange);
}

test.each<[string, object, string, readonly string[]]>([
  ["one name", { CN: "a", O: "g" }, "a", ["g", "system:authenticated"]],
  [
    "the last of several common names, as in Go",
    { CN: ["a", "b"], O: ["g", "h"] },
    "b",
    ["g", "h", "system:authenticated"],
  ],
  ["a name without groups", { CN: "a" }, "a", ["system:authenticated"]],
  [
    "a user in the group system:authenticated",
    { CN: "a", O: ["system:authenticated", "g"] },
    "a",
    ["system:authenticated", "g"],
  ],
  [
    "a user in the group system:unauthenticated",
    { CN: "a", O: "system:unauthenticated" },
    "a",
    ["system:unauthenticated"],
  ],
  ["the anonymous user", { CN: "system:anonymous", O: "g" }, "system:anonymous", ["g"]],
])("the user of a certificate: %s", async (_name, subject, username, groups) => {
  // SHA-256 of `x`, the certificate of this test.
  const id = "X509SHA256=2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
  const extra = { "authentication.kubernetes.io/credential-id": [id] };
  expect(await authenticate(subject)).toEqual({ outcome: "user", user: { username, uid: "", groups, extra } });
});

test.each<[string, object, Partial<Peer>, string]>([
  ["without a name", { O: "g" }, {}, "none"],
  ["with an empty name", { CN: "" }, {}, "none"],
  ["that TLS did not verify", { CN: "a" }, { refusal: "UNABLE_TO_GET_ISSUER_CERT" }, "refused"],
  ["that becomes valid now", { CN: "a" }, { validity: { fromMs: 1000, untilMs: 2000 } }, "user"],
  ["that expires now", { CN: "a" }, { validity: { fromMs: 0, untilMs: 1000 } }, "user"],
  ["without a validity period", { CN: "a" }, { validity: undefined as never }, "refused"],
  ["that is not valid yet", { CN: "a" }, { validity: { fromMs: 1001, untilMs: 2000 } }, "refused"],
  ["that has expired", { CN: "a" }, { validity: { fromMs: 0, untilMs: 999 } }, "refused"],
  [
    "whose validity period is malformed",
    { CN: "a" },
    { validity: { fromMs: Number.NaN, untilMs: Number.NaN } },
    "refused",
  ],
])("a certificate %s: %s", async (_name, subject, peer, outcome) => {
  expect(await authenticate(subject, peer)).toMatchObject({ outcome });
});

test("a client without a certificate is not rejected, even if TLS reports an error", async () => {
  const peer = { address: "", refusal: "x" };
  expect(await clientCertificate.authenticate({ peer, receivedMs } as Exchange)).toEqual({ outcome: "none" });
});

test("a rejection contains the reason", async () => {
  expect(await authenticate({ CN: "a" }, { refusal: "why" })).toEqual({ outcome: "refused", reason: "why" });
  expect(await authenticate({ CN: "a" }, { validity: { fromMs: 0, untilMs: 999 } })).toEqual({
    outcome: "refused",
    reason: "the client certificate is not valid now",
  });
});
