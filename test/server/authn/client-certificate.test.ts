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
    "the last of several names, as Go has it",
    { CN: ["a", "b"], O: ["g", "h"] },
    "b",
    ["g", "h", "system:authenticated"],
  ],
])("a certificate makes %s the user", async (_name, subject, username, groups) => {
  expect(await authenticate(subject)).toMatchObject({ outcome: "user", user: { username, groups } });
});

test.each<[string, object, Partial<Peer>, string]>([
  ["without a name", { O: "g" }, {}, "none"],
  ["with an empty name", { CN: "" }, {}, "none"],
  ["that TLS did not verify", { CN: "a" }, { refusal: "UNABLE_TO_GET_ISSUER_CERT" }, "refused"],
  ["of the future", { CN: "a" }, { validity: { fromMs: 1001, untilMs: 2000 } }, "refused"],
  ["of the past", { CN: "a" }, { validity: { fromMs: 0, untilMs: 999 } }, "refused"],
  ["whose times cannot be read", { CN: "a" }, { validity: { fromMs: Number.NaN, untilMs: Number.NaN } }, "refused"],
])("a certificate %s: %s", async (_name, subject, peer, outcome) => {
  expect(await authenticate(subject, peer)).toMatchObject({ outcome });
});
