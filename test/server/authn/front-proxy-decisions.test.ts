/** Users from the headers of a front proxy: single decisions. front-proxy.test.ts tests the same over TLS. */
import type { PeerCertificate } from "node:tls";
import { expect, test } from "vitest";
import type { Credentials } from "../../../src/server/authn/authenticator.ts";
import { frontProxy } from "../../../src/server/authn/front-proxy.ts";
import type { Peer } from "../../../src/server/http/exchange.ts";

const receivedMs = 1000;
const names = { username: [" X-Remote-User "], uid: ["X-Remote-Uid"], groups: ["X-Remote-Group"] };
const remoteHeaders = {
  "x-remote-user": "jane",
  "x-remote-uid": "7",
  "x-remote-group": "dev",
  "x-remote-extra-team": "a",
};

interface Case {
  readonly allowedNames?: readonly string[];
  readonly subject?: object;
  readonly peer?: Partial<Peer>;
  readonly headers?: Readonly<Record<string, string>>;
}

function authenticate({ allowedNames = [], subject = { CN: "proxy" }, peer = {}, headers = remoteHeaders }: Case) {
  const certificate = { subject } as PeerCertificate;
  const validity = { fromMs: 0, untilMs: 2000 };
  const rawHeaders = Object.entries(headers).flat();
  const credentials = { headers, rawHeaders, peer: { certificate, validity, ...peer }, receivedMs };
  const proxy = frontProxy({ allowedNames, headers: { ...names, extraPrefixes: ["X-Remote-Extra-"] } });
  return proxy.authenticate(credentials as unknown as Credentials);
}

const jane = { username: "jane", uid: "7", groups: ["dev", "system:authenticated"], extra: { team: ["a"] } };

test.each<[string, Case]>([
  ["any proxy where no names are listed", {}],
  ["a proxy without a name where no names are listed", { subject: {} }],
  ["a proxy whose name is listed", { allowedNames: ["other", "proxy"] }],
  ["a proxy whose last common name is listed", { allowedNames: ["proxy"], subject: { CN: ["other", "proxy"] } }],
])("the headers of %s are trusted", async (_, proxyCase) => {
  expect(await authenticate(proxyCase)).toEqual({ outcome: "user", user: jane });
});

test.each<[string, Case, string]>([
  ["whose name is not listed", { allowedNames: ["other"] }, "x509: subject with cn=proxy is not in the allowed list"],
  ["without a name", { allowedNames: ["other"], subject: {} }, "x509: subject with cn= is not in the allowed list"],
  ["whose certificate another authority signed", { peer: { proxyRefusal: "unknown authority" } }, "unknown authority"],
  [
    "whose certificate has expired",
    { peer: { validity: { fromMs: 0, untilMs: 999 } } },
    "the client certificate is not valid now",
  ],
])("a proxy %s is refused", async (_, proxyCase, reason) => {
  expect(await authenticate(proxyCase)).toEqual({ outcome: "refused", reason });
});

test.each<[string, Case]>([
  ["headers without a certificate", { peer: { certificate: undefined as never } }],
  ["a proxy without the user header", { headers: { "x-remote-group": "system:masters" } }],
  ["a proxy with an empty user header", { headers: { ...remoteHeaders, "x-remote-user": "" } }],
])("nobody is authenticated by %s", async (_, proxyCase) => {
  expect(await authenticate(proxyCase)).toEqual({ outcome: "none" });
});

test("groups without a name are dropped, and system:anonymous is not in system:authenticated", async () => {
  const headers = { "x-remote-user": "system:anonymous", "x-remote-group": "" };
  expect(await authenticate({ headers })).toEqual({
    outcome: "user",
    user: { username: "system:anonymous", uid: "", groups: [], extra: {} },
  });
});
