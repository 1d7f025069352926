import { expect, test } from "vitest";
import { removeToken, webSocketToken } from "../../../src/server/authn/web-socket-token.ts";

const prefix = "base64url.bearer.authorization.k8s.io.";
const encoded = (text: string | Uint8Array) => `${prefix}${Buffer.from(text).toString("base64url")}`;
const upgrade = { connection: "keep-alive, Upgrade", upgrade: "WebSocket" };
const shown = (protocols: string, more = {}) =>
  webSocketToken({ headers: { ...upgrade, "sec-websocket-protocol": protocols, ...more } });

test.each([
  {
    name: "one",
    protocols: `${encoded("t-ü")}, v4.channel.k8s.io`,
    expected: { token: "t-ü", others: ["v4.channel.k8s.io"] },
  },
  { name: "behind others", protocols: `a,b , ${encoded("t")}`, expected: { token: "t", others: ["a", "b"] } },
  { name: "none", protocols: "a, b", expected: undefined },
  { name: "an empty one", protocols: `${prefix}, a`, expected: undefined },
  { name: "nothing to agree to", protocols: encoded("t"), expected: "malformed" },
  { name: "two", protocols: `${encoded("t")}, ${encoded("t")}, a`, expected: "malformed" },
  { name: "padding", protocols: `${prefix}dG9rZQ==, a`, expected: "malformed" },
  { name: "other characters", protocols: `${prefix}a+b/, a`, expected: "malformed" },
  { name: "a length that none has", protocols: `${prefix}YWJjZ, a`, expected: "malformed" },
  { name: "no UTF-8", protocols: `${encoded(Uint8Array.of(0xff, 0xfe))}, a`, expected: "malformed" },
])("the token among subprotocols: $name", ({ protocols, expected }) => {
  expect(shown(protocols)).toEqual(expected);
});

test("a request that is no WebSocket upgrade has no token", () => {
  expect(shown(`${encoded("t")}, a`, { upgrade: "spdy/3.1" })).toBeUndefined();
  expect(shown(`${encoded("t")}, a`, { connection: "keep-alive" })).toBeUndefined();
});

test("forgetToken removes the token from the headers", () => {
  const name = "Sec-WebSocket-Protocol";
  const exchange = { headers: {}, rawHeaders: ["Host", "h", name, encoded("t"), "A", "b", name, "v4"] };
  removeToken(exchange, ["v4", "v5"]);
  expect(exchange).toEqual({
    headers: { "sec-websocket-protocol": "v4,v5" },
    rawHeaders: ["Host", "h", "A", "b", name, "v4,v5"],
  });
});
